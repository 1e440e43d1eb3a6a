/** A view as it will be once moves that are on their way have arrived: what can be known of it, for the eye only. */
import { readMove, type Move } from "./moves";
import type { LuminisView } from "./view";

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

function foreseeOne(view: LuminisView, seat: number, move: Move | null): LuminisView {
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

export function foresee(view: LuminisView, seat: number | null, moves: readonly string[]): LuminisView {
  if (seat === null) return view;
  return moves.reduce((seen, move) => foreseeOne(seen, seat, readMove(move)), view);
}
