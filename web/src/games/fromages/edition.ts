/** The deck as its edition file writes it: cards of pipes, one a line. */
import { fields } from "../csv";

export const TOP = 1;
export const RIGHT = 2;
export const BOTTOM = 4;
export const LEFT = 8;

/** FR-02: open sides of the upright card. */
export const FORMS: Record<string, number> = {
  elbow_tr: TOP | RIGHT,
  elbow_tl: TOP | LEFT,
  straight_v: TOP | BOTTOM,
  straight_h: LEFT | RIGHT,
  tee_h: LEFT | RIGHT | TOP,
  tee_v: TOP | BOTTOM | RIGHT,
  cross: TOP | RIGHT | BOTTOM | LEFT,
};

export interface Card {
  name: string;
  form: string;
  sides: number;
  cheese: number;
  clogged: boolean;
}
export type Deck = Map<string, Card>;

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

/** The open sides of a card turned by 180°. */
export const halfTurn = (sides: number): number => ((sides << 2) | (sides >> 2)) & 15;

/** FR-02: whether a card looks different turned by 180°. */
export const canTurn = (card: Card): boolean => halfTurn(card.sides) !== card.sides;

/** The open sides of a card that is shown, one way up or the other. */
export const sidesOf = (card: Card, turned: boolean | null): number => (turned ? halfTurn(card.sides) : card.sides);
