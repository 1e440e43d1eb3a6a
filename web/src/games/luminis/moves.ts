/**
 * The texts of moves, taken apart and put together, and what they would make of a view. Piles and players count from 1 in
 * texts, from 0 in views.
 */
import type { Marked } from "../sitting";
import type { LuminisView } from "./view";

export type Placing = "build" | "bonus" | "spire";
export type Move =
  | { verb: "pile" | "draw"; pile: number }
  | { verb: Placing; card: string; column: number }
  | { verb: "discard" | "drop"; card: string; pile: number }
  | { verb: "name" | "steal"; seat: number }
  | { verb: "pass" };

export const onPile = (verb: "pile" | "draw", pile: number): string => `${verb} ${pile + 1}`;
export const inColumn = (verb: Placing, card: string, column: number): string => `${verb} ${card}@${column}`;
export const ontoPile = (verb: "discard" | "drop", card: string, pile: number): string => `${verb} ${card}>${pile + 1}`;
export const atPlayer = (verb: "name" | "steal", seat: number): string => `${verb} P${seat + 1}`;

/** Where a play happened: its cards, its piles, and the cathedral that grew. */
export function marks(texts: string[], seat: number): Marked {
  const shown = texts.flatMap((text) => {
    const move = readMove(text);
    if (!move) return [];
    if ("column" in move) return [move.card, `P${seat + 1}`];
    if ("pile" in move) return [`pile ${move.pile + 1}`];
    return "seat" in move ? [`P${move.seat + 1}`] : [];
  });
  return { shown: [...new Set(shown)] };
}

/** A window that is set rings; cards that change hands rustle. */
export const voice = (texts: string[] | null): "glass" | "card" =>
  (texts ?? []).some((text) => /^(build|bonus|spire) /.test(text)) ? "glass" : "card";

export function readMove(text: string): Move | null {
  const [, verb, rest = ""] = /^(\w+)(?: (.+))?$/.exec(text) ?? [];
  switch (verb) {
    case "pile":
    case "draw":
      return { verb, pile: Number(rest) - 1 };
    case "build":
    case "bonus":
    case "spire": {
      const [card = "", column] = rest.split("@");
      return { verb, card, column: Number(column) };
    }
    case "discard":
    case "drop": {
      const [card = "", pile] = rest.split(">");
      return { verb, card, pile: Number(pile) - 1 };
    }
    case "name":
    case "steal":
      return { verb, seat: Number(rest.slice(1)) - 1 };
    case "pass":
      return { verb };
    default:
      return null;
  }
}

// --- after a move ---------------------------------------------------------------------------------------------------

const without = (cards: string[], card: string): string[] => cards.filter((one) => one !== card);
const replaced = <Item>(all: Item[], at: number, change: (item: Item) => Item): Item[] =>
  all.map((item, index) => (index === at ? change(item) : item));

function draw(view: LuminisView, seat: number, pile: number): LuminisView {
  const card = view.piles[pile]?.at(-1);
  if (!card) return view;
  return {
    ...view,
    piles: replaced(view.piles, pile, (cards) => cards.slice(0, -1)),
    hands: replaced(view.hands, seat, (cards) => [...cards, card]),
  };
}

function place(view: LuminisView, seat: number, card: string, column: number): LuminisView {
  return {
    ...view,
    hands: replaced(view.hands, seat, (cards) => without(cards, card)),
    spires: without(view.spires, card),
    bonus: without(view.bonus, card),
    cathedrals: replaced(view.cathedrals, seat, (cards) => [...cards, [card, column] as const]),
  };
}

function putAway(view: LuminisView, seat: number, card: string, pile: number): LuminisView {
  return {
    ...view,
    hands: replaced(view.hands, seat, (cards) => without(cards, card)),
    piles: replaced(view.piles, pile, (cards) => [...cards, card]),
  };
}

function afterOne(view: LuminisView, seat: number, move: Move | null): LuminisView {
  switch (move?.verb) {
    case "draw":
      return draw(view, seat, move.pile);
    case "build":
    case "bonus":
    case "spire":
      return place(view, seat, move.card, move.column);
    case "discard":
    case "drop":
      return putAway(view, seat, move.card, move.pile);
    default:
      return view;
  }
}

/** A view as it will be once moves that are on their way have arrived: what can be known of it, for the eye only. */
export function viewAfter(view: LuminisView, seat: number | null, moves: readonly string[]): LuminisView {
  if (seat === null) return view;
  return moves.reduce((seen, move) => afterOne(seen, seat, readMove(move)), view);
}
