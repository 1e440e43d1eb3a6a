/** The texts of moves, taken apart and put together. Piles and players count from 1 in texts, from 0 in views. */

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
