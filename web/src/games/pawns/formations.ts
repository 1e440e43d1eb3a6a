/** Ready-made arrangements of the thirty pawns, and what can be done to one. A draft has an empty place as null. */
import { ALL_PAWNS, EACH, PAWNS, WIDE } from "./position";
import type { Pawn } from "./view";

export type Draft = (Pawn | null)[]; // front row first, each row from its owner's left

export interface Formation {
  name: string;
  rows: string; // thirty letters
}

/** Where neighbours differ they guard one another: the first two hold best; blocks are for the daring. */
export const FORMATIONS = {
  slants: "SMTSMTSMTS MTSMTSMTSM TSMTSMTSMT",
  chevrons: "SMTSMMSTMS MTSMTTMSTM TSMTSSTMST",
  chequers: "STSTSTSTST TMTMTMTMTM MSMSMSMSMS",
  eclipse: "TTTMMMMTTT TTMSSSSMTT SSSMMMMSSS",
  milky_way: "TTTTMMMSSS SSSTTTTMMM MMMMSSSSTT",
  phalanx: "SSSMMMMTTT SSSSMMMTTT SSSMMMTTTT",
  bands: "SSSSSSSSSS MMMMMMMMMM TTTTTTTTTT",
} as const;

export type FormationName = keyof typeof FORMATIONS;
export const FORMATION_NAMES = Object.keys(FORMATIONS) as FormationName[];

export const draftOf = (rows: string): Draft => [...rows.replaceAll(" ", "")] as Pawn[];
export const rowsOf = (draft: Draft): string => draft.map((kind) => kind ?? ".").join("");
export const isWhole = (draft: Draft): boolean => draft.every((kind) => kind !== null);

/** How many pawns of each kind are not placed yet. */
export function reserveOf(draft: Draft): Record<Pawn, number> {
  const left = { S: EACH, M: EACH, T: EACH };
  for (const kind of draft) if (kind) left[kind]--;
  return left;
}

/** Every empty place gets a pawn of the reserve, by lot. */
export function completed(draft: Draft, random: () => number = Math.random): Draft {
  const left = reserveOf(draft);
  const pawns = PAWNS.flatMap((kind) => Array<Pawn>(Math.max(0, left[kind])).fill(kind));
  return draft.map((kind) => kind ?? pawns.splice(Math.floor(random() * pawns.length), 1)[0] ?? null);
}

export const shuffled = (random?: () => number): Draft => completed(Array<null>(ALL_PAWNS).fill(null), random);

/** Left becomes right. */
export const mirrored = (draft: Draft): Draft =>
  draft.map((_, place) => draft[place - (place % WIDE) + WIDE - 1 - (place % WIDE)] ?? null);

/** Every sun becomes a moon, every moon a star, every star a sun. */
export function turned(draft: Draft): Draft {
  const next: Record<Pawn, Pawn> = { S: "M", M: "T", T: "S" };
  return draft.map((kind) => kind && next[kind]);
}

export function swapped(draft: Draft, one: number, other: number): Draft {
  return draft.map((kind, place) => (place === one ? draft[other]! : place === other ? draft[one]! : kind));
}

export const put = (draft: Draft, place: number, kind: Pawn | null): Draft =>
  draft.map((had, at) => (at === place ? kind : had));

/** GX-02, SI-01: a pawn that the house has already been given stays; the others make room for its kind. */
export function around(draft: Draft, fixed: Map<number, Pawn>): Draft {
  const bent = draft.map((kind, place) => fixed.get(place) ?? kind);
  const left = reserveOf(bent);
  return completed(
    bent.map((kind, place) => (kind && left[kind] < 0 && !fixed.has(place) ? (left[kind]++, null) : kind)),
  );
}
