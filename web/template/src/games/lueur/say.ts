/** Lueur in words: cells, moves and positions, for the log and for whoever cannot see the board. */
import type { Sitting } from "../sitting";
import { readMove } from "./moves";
import { countOf } from "./sky";
import { words as spoken } from "./spoken";
import type { Lights, LueurView } from "./view";

export function sayMove(move: string, { game }: Pick<Sitting<LueurView>, "game">): string {
  const moves = (game.words.moves ?? {}) as Record<string, string>;
  const { cell, light } = readMove(move);
  return (moves.place ?? move).replace("{cell}", cell).replace("{light}", String(light));
}

/** « b3, votre lumière 5 ». */
export function sayCell(sitting: Pick<Sitting<LueurView>, "names" | "seat">, board: Lights, cell: string): string {
  const [words, lit] = [spoken(), board[cell]];
  if (!lit) return words.free({ cell });
  const [owner, light] = lit;
  return owner === sitting.seat
    ? words.own({ cell, light })
    : words.of({ cell, light, name: sitting.names[owner] ?? "" });
}

export function sayPosition(sitting: Sitting<LueurView>): string {
  const [words, { view, seat, names }] = [spoken(), sitting];
  const scores = names.map((name, other) => words.score({ name, count: countOf(view.board, other) }));
  const lit = Object.keys(view.board).map((cell) => sayCell(sitting, view.board, cell));
  const hand = seat === null ? [] : (view.hands[seat] ?? []);
  return [...scores, ...lit, ...(hand.length > 0 ? [words.holding({ lights: hand.join(", ") })] : [])].join(". ") + ".";
}
