/** Asking the house over HTTP. Every answer is either what was asked for, or a Refusal with a sentence for people. */
import { w } from "../words";
import { language } from "../words/language.svelte";
import { device, isOnDevice } from "./device";
import { isSite, siteFile, siteLanguage } from "./place";
import type { Fault, TablesAnswer } from "./types";

export class Refusal extends Error {
  constructor(readonly fault: Fault) {
    super(fault.sentence);
  }
}

/** Nobody answers; the page says so itself, if it has learnt to speak. */
const away = (): Fault => ({ code: "away", sentence: language.isKnown ? w().no_answer : "…", rule: null });

/** What the house on this device can answer as well, if the other one does not. */
const EITHER = /^\/api\/(me|mine|tables|study|study\/(?:box|review)|exercises|editions\/check)(\?|$)/;
/** A table, or the review of a record that was brought. */
const NAMED = /^\/api\/(?:tables|study\/review)\/([^/?]+)/;

export async function ask<Answer>(method: string, path: string, body?: unknown): Promise<Answer> {
  const text = body === undefined ? "" : JSON.stringify(body);
  const named = NAMED.exec(path)?.[1];
  if (isSite) {
    const file = siteFile(path, siteLanguage());
    return file ? read<Answer>(await fetchFrom("GET", file, "")) : askDevice<Answer>(method, path, text);
  }
  if (named && isOnDevice(named)) return askDevice<Answer>(method, path, text);
  const response = await fetchFrom(method, path, text);
  return response === null && EITHER.test(path) ? askDevice<Answer>(method, path, text) : read<Answer>(response);
}

/** Null if nobody answers. */
function fetchFrom(method: string, address: string, text: string): Promise<Response | null> {
  const headers = { accept: "application/json", ...(text ? { "content-type": "application/json" } : {}) };
  return fetch(address, { method, headers, ...(text ? { body: text } : {}) }).catch(() => null);
}

async function read<Answer>(response: Response | null): Promise<Answer> {
  if (response === null) throw new Refusal(away());
  const answer = await response.json().catch(away);
  if (!response.ok) throw new Refusal(answer as Fault);
  return answer as Answer;
}

async function askDevice<Answer>(method: string, path: string, text: string): Promise<Answer> {
  const { status, body } = await device.ask(method, path, text);
  if (status === 200) return JSON.parse(body) as Answer;
  const fault = JSON.parse(body) as Fault;
  throw new Refusal(fault.code === "away" ? away() : fault);
}

/** One's tables on this device, if it has any. */
export const mineOnDevice = (): Promise<TablesAnswer | null> =>
  device.isUsed ? askDevice<TablesAnswer>("GET", "/api/mine", "").catch(() => null) : Promise.resolve(null);

export const get = <Answer>(path: string) => ask<Answer>("GET", path);
export const post = <Answer>(path: string, body: unknown = {}) => ask<Answer>("POST", path, body);
export const put = <Answer>(path: string, body: unknown) => ask<Answer>("PUT", path, body);
export const patch = <Answer>(path: string, body: unknown) => ask<Answer>("PATCH", path, body);
