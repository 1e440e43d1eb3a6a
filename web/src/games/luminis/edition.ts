/** The deck of Luminis as its edition file writes it, one card a line. */
import { fields } from "../csv";

/** Squares, circles, triangles. */
export type Amounts = readonly [number, number, number];
export const KINDS = [0, 1, 2] as const;
export type Kind = (typeof KINDS)[number];
export const NOTHING: Amounts = [0, 0, 0];

const ARROWS = ["left", "up-left", "up", "up-right", "right"] as const;
export type Arrow = (typeof ARROWS)[number];
export const LEVELS = ["", "I", "II", "III", "IV"] as const;
export const SPIRE_LEVEL = 4;

/** LM-02. */
export interface Card {
  name: string;
  level: number;
  cost: Amounts;
  centre: Amounts;
  top: Amounts;
  arrows: Arrow[];
  theft: boolean;
}
export type Deck = ReadonlyMap<string, Card>;

function readCard(line: string): Card {
  const [name = "", level = "", ...rest] = fields(line);
  const amounts = (from: number) => KINDS.map((kind) => Number(rest[from + kind])) as unknown as Amounts;
  const [arrows = "", theft] = rest.slice(9);
  return {
    name,
    level: (LEVELS as readonly string[]).indexOf(level),
    cost: amounts(0),
    centre: amounts(3),
    top: amounts(6),
    arrows: arrows.split(" ").filter(Boolean) as Arrow[],
    theft: theft === "yes",
  };
}

let last: { text: string; deck: Deck } | null = null; // every line of the log asks for the same one

/** The house has read the file before and let it in. */
export function readDeck(text: string): Deck {
  if (last?.text !== text) last = { text, deck: readAnew(text) };
  return last.deck;
}

function readAnew(text: string): Deck {
  const lines = text
    .replace(/^\ufeff/, "")
    .split(/\r?\n/)
    .slice(1)
    .filter(Boolean);
  return new Map(lines.map(readCard).map((card) => [card.name, card]));
}

export const total = (amounts: Amounts): number => amounts[0] + amounts[1] + amounts[2];

export const sum = (all: readonly Amounts[]): Amounts =>
  all.reduce<Amounts>((a, b) => [a[0] + b[0], a[1] + b[1], a[2] + b[2]], NOTHING);

export const perKind = (amount: (kind: Kind) => number): Amounts => [amount(0), amount(1), amount(2)];
