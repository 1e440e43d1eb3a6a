/**
 * What a place would cost, for the eye only: what is allowed is what the house offers. The arithmetic of LM-11 to LM-15,
 * LM-17 and LM-18.
 */
import { KINDS, perKind, SPIRE_LEVEL, sum, type Amounts, type Arrow, type Card, type Deck, type Kind } from "./edition";
import type { Placing } from "./moves";
import type { Standing } from "./view";

/** A card that helps to pay, where it stands. */
export interface Source {
  card: Card;
  column: number;
  gives: Amounts;
}
/** How the cost in one kind is met. */
export interface Share {
  kind: Kind;
  cost: number;
  centres: number;
  arrows: number;
  discarded: number;
  missing: number;
}
export interface Bill {
  shares: Share[];
  centres: Source[];
  arrows: Source[];
}
/** A card in a place, and what it costs there. */
export interface Priced {
  card: Card;
  column: number;
  bill: Bill;
}

/** LM-13: the neighbours that may point at a place: how far aside, how far below, and with which arrow. */
const NEIGHBOURS: readonly [aside: number, below: number, arrow: Arrow][] = [
  [-1, 0, "right"],
  [1, 0, "left"],
  [-1, 1, "up-right"],
  [0, 1, "up"],
  [1, 1, "up-left"],
];

export function sources(deck: Deck, cathedral: readonly Standing[]): Source[] {
  return cathedral.flatMap(([name, column]) => {
    const card = deck.get(name);
    return card ? [{ card, column, gives: card.centre }] : [];
  });
}

/** LM-12. */
export const permanent = (deck: Deck, cathedral: readonly Standing[]): Amounts =>
  sum(sources(deck, cathedral).map((source) => source.gives));

/** LM-13. */
export function pointing(deck: Deck, cathedral: readonly Standing[], level: number, column: number): Source[] {
  const standing = sources(deck, cathedral);
  return NEIGHBOURS.flatMap(([aside, below, arrow]) => {
    const found = standing.find((one) => one.column === column + aside && one.card.level === level - below);
    return found?.card.arrows.includes(arrow) ? [{ ...found, gives: found.card.top }] : [];
  });
}

/** LM-11: the columns where the next card would be of this level. Whether it may stand there, the house says. */
export function openColumns(deck: Deck, cathedral: readonly Standing[], level: number): number[] {
  const standing = sources(deck, cathedral);
  const at = (wanted: number) => standing.filter((one) => one.card.level === wanted).map((one) => one.column);
  if (level > 1) return at(level - 1).filter((column) => !at(level).includes(column));
  const row = at(1);
  return row.length === 0 ? [0] : [Math.min(...row) - 1, Math.max(...row) + 1];
}

export function billAt(deck: Deck, cathedral: readonly Standing[], card: Card, column: number, placing: Placing): Bill {
  const needed = ({ gives }: Source) => KINDS.some((kind) => card.cost[kind] > 0 && gives[kind] > 0);
  const centres = sources(deck, cathedral).filter(needed);
  // LM-18: a bonus card is paid with permanent resources only
  const arrows = placing === "bonus" ? [] : pointing(deck, cathedral, card.level, column).filter(needed);
  const [lasting, local] = [centres, arrows].map((some) => sum(some.map((source) => source.gives)));
  const shares = KINDS.map((kind) => {
    const cost = card.cost[kind];
    const fromCentres = Math.min(cost, lasting![kind]);
    const fromArrows = Math.min(cost - fromCentres, local![kind]);
    return {
      kind,
      cost,
      centres: fromCentres,
      arrows: fromArrows,
      discarded: 0,
      missing: cost - fromCentres - fromArrows,
    };
  });
  return { shares, centres, arrows };
}

/** LM-14: the same bill when so much is still missing; cards were discarded for the rest. */
export function paidDownTo(bill: Bill, missing: Amounts): Bill {
  const shares = bill.shares.map((share) => {
    const left = missing[share.kind];
    return { ...share, discarded: share.missing - left, missing: left };
  });
  return { ...bill, shares };
}

export const missingOf = (bill: Bill): Amounts => perKind((kind) => bill.shares[kind]?.missing ?? 0);

/** LM-14, LM-15: what is missing after a discard, which is worth twice its centre. */
export const afterDiscard = (missing: Amounts, card: Card): Amounts =>
  perKind((kind) => Math.max(0, missing[kind] - 2 * card.centre[kind]));

/** LM-21, the first count. */
export const levelThrees = (deck: Deck, cathedral: readonly Standing[]): number =>
  cathedral.filter(([name]) => deck.get(name)?.level === SPIRE_LEVEL - 1).length;
