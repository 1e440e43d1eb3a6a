/** Moves of Galax and Sirius, read from their texts, and what they do to the picture of the board. */
import { isFarRow, kindOf, sideOf } from "./position";
import type { Cells, Pawn, Piece, Side } from "./view";

export type Move =
  | { is: "place"; cell: string; kind: Pawn }
  | { is: "go"; from: string; to: string; takes: boolean }
  | { is: "take"; cell: string }
  | { is: "huff"; cell: string }
  | { is: "stop" }
  | { is: "pass" };

const CELL = "[a-j](?:10|[1-9])";
const PLACE = new RegExp(`^(${CELL})=([SMT])$`);
const GO = new RegExp(`^(${CELL})([-x])(${CELL})$`);
const ONE = new RegExp(`^(x|huff )(${CELL})$`);

export function readMove(text: string): Move | null {
  if (text === "stop" || text === "pass") return { is: text };
  const place = PLACE.exec(text);
  if (place) return { is: "place", cell: place[1]!, kind: place[2] as Pawn };
  const go = GO.exec(text);
  if (go) return { is: "go", from: go[1]!, to: go[3]!, takes: go[2] === "x" };
  const one = ONE.exec(text);
  return one ? { is: one[1] === "x" ? "take" : "huff", cell: one[2]! } : null;
}

export const readMoves = (texts: string[]): Move[] => texts.map(readMove).filter((move) => move !== null);

/** The board once moves of a side are made: what is on its way is shown before the house has confirmed it. */
export function after(board: Cells, texts: string[], side: Side): Cells {
  const next = { ...board };
  for (const move of readMoves(texts)) {
    if (move.is === "place") next[move.cell] = `${side}${move.kind}`;
    else if (move.is === "take" || move.is === "huff") delete next[move.cell];
    else if (move.is === "go" && next[move.from]) {
      next[move.to] = arrived(next[move.from]!, move.to);
      delete next[move.from];
    }
  }
  return next;
}

/** GX-06, SI-06: a pawn that comes to the far row is turned over. */
export function arrived(piece: Piece, to: string): Piece {
  return kindOf(piece) !== "C" && isFarRow(sideOf(piece), to) ? `${sideOf(piece)}C` : piece;
}

/** The cell where a pawn became a champion between two pictures, by these moves. */
export function crownedBy(before: Cells, now: Cells, moves: Move[]): string | null {
  const is = (piece: Piece | undefined, champion: boolean) => !!piece && (kindOf(piece) === "C") === champion;
  const crowning = moves.findLast((move) => move.is === "go" && is(before[move.from], false) && is(now[move.to], true));
  return crowning?.is === "go" ? crowning.to : null;
}

/** Wood on wood, or a piece that is knocked off. */
export const voice = (texts: string[] | null): "wood" | "take" =>
  readMoves(texts ?? []).some((move) => move.is === "take" || move.is === "huff" || (move.is === "go" && move.takes))
    ? "take"
    : "wood";

export const touchedBy = (texts: string[]): string[] => touched(readMoves(texts));

/** The cells that moves touched, each once. */
export function touched(moves: Move[]): string[] {
  const cells = moves.flatMap((move) => {
    if (move.is === "go") return [move.from, move.to];
    return move.is === "take" || move.is === "huff" ? [move.cell] : [];
  });
  return [...new Set(cells)];
}
