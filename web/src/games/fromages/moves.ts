/** The texts of moves, and what they would make of the networks. */
import type { Marked } from "../sitting";
import { canTurn, type Card, type Deck } from "./edition";
import { looseCard, type Network, type FromagesView } from "./view";

export type Way = "up" | "down"; // how a card is held

export interface Move {
  kind: "draw" | "plumber" | "flush" | "put" | "clog" | "toss" | "flip" | "noflip" | "pass";
  cell: string | null;
  victim: number | null; // the seat of "P2"
  way: Way | null;
  source: "pile" | "discard" | null;
  depth: number | null; // plumber: how many cards lie on the one that is taken
}

const TEXT =
  /^(draw|plumber|flush|put|clog|toss|flip|noflip|pass)(?: (pile|discard))?(?: P([1-6]))?(?: ([a-d][1-3]))?(?: (up|down))?(?: ([1-5]))?$/;

export function readMove(text: string): Move | null {
  const found = TEXT.exec(text);
  if (!found) return null;
  return {
    kind: found[1] as Move["kind"],
    source: (found[2] as Move["source"]) ?? null,
    victim: found[3] ? Number(found[3]) - 1 : null,
    cell: found[4] ?? null,
    way: (found[5] as Way) ?? null,
    depth: found[6] ? Number(found[6]) - 1 : null,
  };
}

/** Where a play happened: cells of a network, the piles, the tile. */
export function marks(texts: string[], seat: number): Marked {
  const shown = texts.flatMap((text) => {
    const move = readMove(text);
    if (!move) return [];
    const places: string[] = move.source ? [move.source] : [];
    if (move.kind === "toss") places.push("discard");
    if (move.kind === "plumber" || move.kind === "flush") places.push("tile");
    if (move.cell) places.push(`P${(move.victim ?? seat) + 1} ${move.cell}`);
    return places;
  });
  return { shown: [...new Set(shown)] };
}

/** Whose network a move touches. */
export const ownerOf = (move: Move, seat: number | null): number | null => (move.cell ? (move.victim ?? seat) : null);

/** What a player evidently means by touching a cell; `way` is how the card in hand is held. */
export function meant(view: FromagesView, seat: number, deck: Deck, owner: number, cell: string, way: Way): string {
  if (owner !== seat) return `clog P${owner + 1} ${cell}`;
  const pipe = view.networks[owner]?.[cell];
  if (view.phase === "flip") return `flip ${cell}`;
  if (view.phase === "turn" && pipe?.cover) return `flush ${cell}`;
  if (view.phase === "turn" && pipe && !pipe.up) return `flip ${cell}`;
  return `put ${cell} ${wayOf(deck.get(looseCard(view) ?? ""), way)}`;
}

/** FR-02: a card that looks the same both ways is put upright. */
export const wayOf = (card: Card | undefined, way: Way): Way => (card && !canTurn(card) ? "up" : way);

/** The networks as they would be after a move; what a move would show that is hidden stays hidden. */
export function networksAfter(view: FromagesView, seat: number | null, text: string | null): Network[] {
  const move = text ? readMove(text) : null;
  const owner = move && ownerOf(move, seat);
  const cell = move?.cell;
  const pipe = owner === null || !cell ? undefined : view.networks[owner]?.[cell];
  const card = looseCard(view);
  if (!move || !pipe || !cell) return view.networks;
  const changed =
    move.kind === "put" && card
      ? { card, up: true, turned: move.way === "down", cover: null }
      : move.kind === "clog"
        ? { ...pipe, cover: card }
        : move.kind === "flush"
          ? { ...pipe, cover: null }
          : pipe;
  return view.networks.map((network, at) => (at === owner ? { ...network, [cell]: changed } : network));
}
