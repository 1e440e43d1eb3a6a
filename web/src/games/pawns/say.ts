/** Moves and positions of Galax and Sirius in words, for the log and for whoever cannot see the board. */
import type { Ending } from "../../house/types";
import type { Sitting } from "../sitting";
import { arrived, readMove, type Move } from "./moves";
import {
  KINDS,
  columnOf,
  countKinds,
  countPieces,
  enemyOf,
  kindOf,
  rowOf,
  seatSide,
  sideOf,
  sideSeat,
} from "./position";
import type { Cells, PawnView, Side } from "./view";
import { type PawnWords, words as spoken } from "./spoken";

/** `before`, where it is known, tells whether a pawn was crowned. */
export function sayMove(text: string, _sitting?: unknown, before?: PawnView | null): string {
  const move = readMove(text);
  const piece = before && move?.is === "go" ? before.board[move.from] : undefined;
  const isCrowned = !!piece && move?.is === "go" && arrived(piece, move.to) !== piece;
  return isCrowned ? `${sayPlain(move, text)} ${spoken().crowned}` : sayPlain(move, text);
}

function sayPlain(move: Move | null, text: string): string {
  const words = spoken();
  switch (move?.is) {
    case "place":
      return words.place({ kind: words.kinds[move.kind], cell: move.cell });
    case "go":
      return move.takes ? words.takes({ from: move.from, to: move.to }) : words.step({ from: move.from, to: move.to });
    case "take":
      return words.take({ cell: move.cell });
    case "huff":
      return words.huffed({ cell: move.cell });
    case "stop":
      return words.stopped;
    case "pass":
      return words.passed;
    default:
      return text;
  }
}

/** A piece as one speaks of what one sees: "the moon". */
export function sayThe(board: Cells, cell: string): string {
  const piece = board[cell];
  return piece ? spoken().the[kindOf(piece)] : cell;
}

/** What would be taken: the moon; 2 suns, 1 star. */
export function sayPrey(board: Cells, cells: string[]): string {
  if (cells.length === 1) return sayThe(board, cells[0]!);
  const kinds = cells.map((cell) => kindOf(board[cell]!));
  const found = KINDS.filter((kind) => kinds.includes(kind));
  return found.map((kind) => spoken().counted[kind]({ count: kinds.filter((one) => one === kind).length })).join(", ");
}

/** What the position tells of the end. */
export function sayFinale(game: "galax" | "sirius", view: PawnView, { winners, reason }: Ending): string {
  const words = spoken().finale[game];
  const [winner] = winners;
  if (winners.length !== 1 || winner === undefined)
    return words.drawn({ count: countPieces(view.board, "w"), rest: countPieces(view.board, "b") });
  const side = seatSide(view, winner);
  const told = {
    side: spoken().sides[side],
    count: countPieces(view.board, side),
    rest: countPieces(view.board, enemyOf(side)),
  };
  if (reason === "last_piece") return words.last(told);
  return reason === "resigned" || reason === "time" ? words.given(told) : words.won(told);
}

export function sayPosition(sitting: Sitting<PawnView>): string {
  const { view, names, waiting, seat } = sitting;
  const words = spoken();
  const said = (["w", "b"] as Side[]).flatMap((side) => saySide(view, side, names[sideSeat(view, side)] ?? "", words));
  if (view.phase === "setup") said.unshift(words.hidden_setup);
  if (view.phase === "play")
    said.unshift(...waiting.map((one) => (one === seat ? words.own_turn : words.turn_of({ name: names[one] ?? "" }))));
  if (view.faults.length > 0) said.push(words.at_fault({ cells: view.faults.join(", ") }));
  return said.join(" ");
}

function saySide(view: PawnView, side: Side, name: string, words: PawnWords): string[] {
  const cells = Object.keys(view.board).filter((cell) => sideOf(view.board[cell]!) === side);
  if (cells.length === 0) return [];
  const counts = countKinds(view.board, side);
  const left = KINDS.filter((kind) => counts[kind] > 0).map((kind) => words.counted[kind]({ count: counts[kind] }));
  const stand = cells
    .toSorted((one, other) => rowOf(one) - rowOf(other) || columnOf(one) - columnOf(other))
    .map((cell) => `${cell} ${words.pieces[view.board[cell]!]}`);
  return [
    words.stand({ side: words.sides[side], name, counts: left.join(", ") }),
    words.stand_at({ side: words.sides[side], cells: stand.join(", ") }),
  ];
}
