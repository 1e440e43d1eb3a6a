/** Moves and positions of Galax and Sirius in words, for the log and for whoever cannot see the board. */
import type { Sitting } from "../sitting";
import { readMove } from "./moves";
import { KINDS, columnOf, countKinds, rowOf, sideOf, sideSeat, type PawnView, type Side } from "./position";
import { WORDS, type PawnWords } from "./words";

export function sayMove(text: string, _: unknown, language: "fr" | "en"): string {
  const words = WORDS[language];
  const move = readMove(text);
  switch (move?.is) {
    case "place":
      return words.place(words.kinds[move.kind], move.cell);
    case "go":
      return move.takes ? words.takes(move.from, move.to) : words.step(move.from, move.to);
    case "take":
      return words.take(move.cell);
    case "huff":
      return words.huffed(move.cell);
    case "stop":
      return words.stopped;
    case "pass":
      return words.passed;
    default:
      return text;
  }
}

export function sayPosition(sitting: Sitting<PawnView>, language: "fr" | "en"): string {
  const { view, names, waiting, seat } = sitting;
  const words = WORDS[language];
  const said = (["w", "b"] as Side[]).flatMap((side) => saySide(view, side, names[sideSeat(view, side)] ?? "", words));
  if (view.phase === "setup") said.unshift(words.hidden_setup);
  if (view.phase === "play") said.unshift(...waiting.map((one) => (one === seat ? words.own_turn : words.turn_of(names[one] ?? ""))));
  if (view.faults.length > 0) said.push(words.at_fault(view.faults.join(", ")));
  return said.join(" ");
}

function saySide(view: PawnView, side: Side, name: string, words: PawnWords): string[] {
  const cells = Object.keys(view.board).filter((cell) => sideOf(view.board[cell]!) === side);
  if (cells.length === 0) return [];
  const counts = countKinds(view.board, side);
  const left = KINDS.filter((kind) => counts[kind] > 0).map((kind) => words.counted(kind, counts[kind]));
  const stand = cells
    .sort((one, other) => rowOf(one) - rowOf(other) || columnOf(one) - columnOf(other))
    .map((cell) => `${cell} ${words.pieces[view.board[cell]!]}`);
  return [words.stand(words.sides[side], name, left.join(", ")), words.stand_at(words.sides[side], stand.join(", "))];
}
