/**
 * A whole game in a link: its record as JSON, packed. In a house it is the fragment
 * of `/study`, so that no server is told; on a site the address is in the fragment anyway, and this is its query, since
 * a second "#" is where programs that mark links often end them.
 */
import { pack, TooOld, unpack } from "./packing";
import { isSite, linkTo } from "./place";
import type { RecordBrought } from "./types";

export const LONGEST_LINK = 32_000; // characters; games are 700 to 6,000, and some programs cut longer links
const LONGEST_TEXT = 200_000; // of a record: a house takes no more
const MOST_SEATS = 32;
const GAME = /^[\w-]{1,40}$/;

export type Trouble = "bad_link" | "long_link" | "old_browser";

/** A link that cannot be read, or a game that does not fit into one. */
export class LinkTrouble extends Error {
  constructor(readonly trouble: Trouble) {
    super(trouble);
  }
}

/** The record as text for a link. */
export async function packRecord(record: object): Promise<string> {
  const text = JSON.stringify(record);
  const packed = text.length > LONGEST_TEXT ? null : await pack(text);
  if (packed === null || packed.length > LONGEST_LINK) throw new LinkTrouble("long_link");
  return packed;
}

/** The record that a link tells; whether its moves are right is for the house to say. */
export async function unpackRecord(packed: string): Promise<RecordBrought> {
  if (packed.length > LONGEST_LINK) throw new LinkTrouble("long_link");
  try {
    return checked(JSON.parse(await unpack(packed)));
  } catch (error) {
    throw new LinkTrouble(error instanceof TooOld ? "old_browser" : "bad_link");
  }
}

/** The address that shows a record. */
export const recordLink = (packed: string): string =>
  location.origin + linkTo(isSite ? `/study?record=${packed}` : `/study#record=${packed}`);

/** The packed record in an address of the house; null if there is none. Either way of writing it is read everywhere. */
export function packedIn(address: URL): string | null {
  return new URLSearchParams(address.hash.slice(1)).get("record") ?? address.searchParams.get("record");
}

/** What the page itself counts on before the house looks at a record. */
function checked(told: unknown): RecordBrought {
  const { game, seats, moves, chance } = (told ?? {}) as Record<string, unknown>;
  const fits =
    typeof game === "string" &&
    GAME.test(game) &&
    Number.isInteger(seats) &&
    (seats as number) >= 1 &&
    (seats as number) <= MOST_SEATS &&
    isListOfPairs(moves) &&
    isListOfPairs(chance);
  if (!fits) throw new LinkTrouble("bad_link");
  return told as RecordBrought;
}

const isListOfPairs = (list: unknown): boolean =>
  list === undefined || (Array.isArray(list) && list.every((one) => Array.isArray(one) && one.length === 2));
