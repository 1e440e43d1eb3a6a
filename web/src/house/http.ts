/** Asking the house over HTTP. Every answer is either what was asked for, or a Refusal with a sentence for people. */
import { w } from "../words";
import { language } from "../words/language.svelte";
import type { Fault } from "./types";

export class Refusal extends Error {
  constructor(readonly fault: Fault) {
    super(fault.sentence);
  }
}

/** Nobody answers; the page says so itself, if it has learnt to speak. */
const away = (): Fault => ({ code: "away", sentence: language.isKnown ? w().no_answer : "…", rule: null });

export async function ask<Answer>(method: string, path: string, body?: unknown): Promise<Answer> {
  const request: RequestInit = { method, headers: { accept: "application/json" } };
  if (body !== undefined) {
    request.body = JSON.stringify(body);
    request.headers = { ...request.headers, "content-type": "application/json" };
  }
  let response: Response;
  try {
    response = await fetch(path, request);
  } catch {
    throw new Refusal(away());
  }
  const answer = await response.json().catch(away);
  if (!response.ok) throw new Refusal(answer as Fault);
  return answer as Answer;
}

export const get = <Answer>(path: string) => ask<Answer>("GET", path);
export const post = <Answer>(path: string, body: unknown = {}) => ask<Answer>("POST", path, body);
export const patch = <Answer>(path: string, body: unknown) => ask<Answer>("PATCH", path, body);
