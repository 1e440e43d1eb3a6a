/** A game by links: the link that is sent, the link that was opened, and the table of this device that it is played at. */
import { get, post } from "./http";
import { pack, unpack, Unreadable } from "./packing";
import { isSite, linkTo, root } from "./place";
import type { Value } from "./types";

/** What a link tells; see reception/links.py. */
export interface LinkGame {
  game: string;
  rules: number;
  options: Record<string, Value>;
  names: string[]; // by seat; empty if not known yet
  seat: number; // whom it is for
  plays: string[][];
  says?: "offers_draw" | "agrees" | "resigns" | null;
}
export type How = "new" | "further" | "same" | "older" | "parted" | "ahead";
export interface LinkTaken {
  how: How;
  table: string;
  known: number;
  shared: number;
}
export interface Opened {
  table: string;
  link: LinkGame;
}

/** The link was made by a newer page than this one. */
export class Newer extends Error {}

const FORMAT = 1; // of what is packed
const BY_LINKS = "d-link-";
const TOKEN = /^[0-9a-f]{32}$/;
const CHANNEL = "lumitheque-links"; // tells other pages of this device that a game went on

const token = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");

/** The address that leads to a game: all of it is in the fragment, which is sent to no server. */
export async function addressOf({ table, link }: Opened): Promise<string> {
  const packed = await pack(JSON.stringify([FORMAT, table.slice(BY_LINKS.length), link]));
  return root.origin + (isSite ? linkTo(`/link/${packed}`) : `/link#${packed}`);
}

/** What a link tells. Unreadable, TooOld or Newer if it cannot be read; whether it is true only the rules can say. */
export async function read(packed: string): Promise<Opened> {
  const [format, key, link] = parsed(await unpack(packed));
  if (typeof format === "number" && format > FORMAT) throw new Newer();
  if (format !== FORMAT || typeof key !== "string" || !TOKEN.test(key) || !isLink(link))
    throw new Unreadable("not a game");
  return { table: `${BY_LINKS}${key}`, link };
}

function parsed(text: string): unknown[] {
  try {
    const told: unknown = JSON.parse(text);
    return Array.isArray(told) ? told : [];
  } catch {
    return [];
  }
}

/** As far as the page itself looks at it. */
function isLink(link: unknown): link is LinkGame {
  const { game, names, seat, plays } = (link ?? {}) as Partial<LinkGame>;
  return typeof game === "string" && Array.isArray(names) && typeof seat === "number" && Array.isArray(plays);
}

/** A new game, which whoever opens it here plays from seat `link.seat`. */
export const begin = (link: LinkGame, name: string): Promise<LinkTaken> =>
  take({ table: `${BY_LINKS}${token()}`, link }, name);

/** Go on as a link tells. `instead`: although this device knows the game differently. */
export async function take({ table, link }: Opened, name: string | null, instead = false): Promise<LinkTaken> {
  const taken = await post<LinkTaken>(`/api/tables/${table}/link`, { link, name, instead });
  if (taken.how === "new" || taken.how === "further") tellOthers(table);
  return taken;
}

/** What is to be sent from this device, and the name of whoever it is for. */
export async function sending(table: string): Promise<{ address: string; name: string; link: LinkGame }> {
  const { link, name } = await get<{ link: LinkGame; name: string }>(`/api/tables/${table}/link`);
  return { address: await addressOf({ table, link }), name, link };
}

/** The same again; whoever had the other seat begins. */
export async function again(table: string): Promise<LinkTaken> {
  const { link } = await sending(table);
  const [one = "", other = ""] = link.names;
  const own = 1 - link.seat;
  return begin({ ...link, names: [other, one], seat: 1 - own, plays: [], says: null }, link.names[own] ?? "");
}

// --- news of a game ------------------------------------------------------------------------------------------------------

let news: { table: string; how: How } | null = null;

/** Remembered until the table is shown. */
export function bringNews(table: string, how: How): void {
  news = { table, how };
}

export function takeNews(table: string): How | null {
  const found = news?.table === table ? news.how : null;
  news = null;
  return found;
}

const channel = globalThis.BroadcastChannel ? new BroadcastChannel(CHANNEL) : null;

export const tellOthers = (table: string): void => channel?.postMessage(table);

/** Another page of this device went on with this game. */
export function hearOthers(table: string, heard: () => void): () => void {
  const listen = ({ data }: MessageEvent<string>) => data === table && heard();
  channel?.addEventListener("message", listen);
  return () => channel?.removeEventListener("message", listen);
}
