/** The deck and the view: cards of pipes, the networks they lie in. */
import type { Ending } from "../../house/told";

export const TOP = 1;
export const RIGHT = 2;
export const BOTTOM = 4;
export const LEFT = 8;

/** FR-02: open sides of the upright card. */
const FORMS: Record<string, number> = {
  elbow_tr: TOP | RIGHT,
  elbow_tl: TOP | LEFT,
  straight_v: TOP | BOTTOM,
  straight_h: LEFT | RIGHT,
  tee_h: LEFT | RIGHT | TOP,
  tee_v: TOP | BOTTOM | RIGHT,
  cross: TOP | RIGHT | BOTTOM | LEFT,
};
export const HIDDEN = "?"; // a card that is there, but not for these eyes

export interface Card {
  name: string;
  form: string;
  sides: number;
  cheese: number;
  clogged: boolean;
}
export type Deck = Map<string, Card>;

/** A card of a network; `turned` is null while it is hidden. */
export interface Pipe {
  card: string;
  up: boolean;
  turned: boolean | null;
  cover: string | null; // the clogged pipe that lies on it
}
export type Network = Record<string, Pipe>;
export type Way = "up" | "down";

export interface View {
  phase: "turn" | "held" | "replaced" | "flip" | "over";
  turn: number | null;
  dealer: number;
  round: number;
  rats: string[];
  networks: Network[];
  pile: string[];
  discard: string[];
  gone: string[];
  held: { card: string; from: "pile" | "discard" | "plumber" } | null;
  replaced: string | null;
  may_decline: boolean;
  tile: "plumber" | "toilet" | null;
  cheese: number | null;
  scores: number[][];
  history: Record<string, string>[][];
  ending: Ending | null;
}

/** The deck from the text of its file. FR-24: for the little ones a pipe is a pipe, without cheese and never clogged. */
export function readDeck(text: string | null, little: boolean): Deck {
  const deck: Deck = new Map();
  for (const line of (text ?? "").split(/\r?\n/).slice(1)) {
    const [name, form = "", cheese, clogged] = fields(line);
    if (!name) continue;
    const card = { name, form, sides: FORMS[form] ?? 0, cheese: Number(cheese), clogged: clogged === "yes" };
    deck.set(name, little ? { ...card, cheese: 0, clogged: false } : card);
  }
  return deck;
}

/** The fields of a line; those that hold a comma stand in quotes. */
function fields(line: string): string[] {
  return [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map((field) => field[1]?.replaceAll('""', '"') ?? field[2] ?? "");
}

/** The open sides of a card turned by 180°. */
export const halfTurn = (sides: number): number => ((sides << 2) | (sides >> 2)) & 15;

/** FR-02: whether a card looks different turned by 180°. */
export const canTurn = (card: Card): boolean => halfTurn(card.sides) !== card.sides;

/** The open sides of a card that is shown, one way up or the other. */
export const sidesOf = (card: Card, turned: boolean | null): number => (turned ? halfTurn(card.sides) : card.sides);

/** The card to be played: the one in hand, or the clogged pipe that has just left a network. */
export const looseCard = (view: View): string | null => view.held?.card ?? view.replaced;
