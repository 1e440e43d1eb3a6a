/** What somebody else did, told move by move: a piece travels, then what it takes lifts off, one after the other. */
import { prefersReducedMotion } from "svelte/motion";
import type { Happened } from "../sitting";
import { after, readMove } from "./moves";
import { seatSide } from "./position";
import type { Cells, PawnView } from "./view";

/** How the board stands after one move more, and the moves told so far. */
export interface Stage {
  board: Cells;
  made: string[];
  lasts: number; // ms
}

const TRAVEL = 650; // ms for a piece on its way
const TAKING = 450; // ms for each piece that is taken
const MOST = 24; // stages; somebody who was away that long is shown the end at once

const same = (one: Cells, other: Cells): boolean => {
  const cells = Object.keys(one);
  return cells.length === Object.keys(other).length && cells.every((cell) => one[cell] === other[cell]);
};

/** From one picture to the next, stage by stage; none, if these plays do not lead there. */
export function stagesOf(before: Cells, plays: Happened[], view: PawnView): Stage[] {
  let board = before;
  const made: string[] = [];
  const stages: Stage[] = [];
  const reach = (next: Cells, lasts: number) => stages.push({ board: (board = next), made: [...made], lasts });
  for (const { seat, moves } of plays) {
    for (const text of moves ?? []) {
      const move = readMove(text);
      if (move?.is === "place") return [];
      made.push(text);
      if (move?.is === "go") reach(after(board, [text], seatSide(view, seat)), TRAVEL);
      else if (move?.is === "take" || move?.is === "huff") reach(after(board, [text], seatSide(view, seat)), TAKING);
    }
  }
  const taken = Object.keys(board).filter((cell) => !view.board[cell]); // where the house takes by itself
  for (const cell of taken) reach(after(board, [`x${cell}`], "w"), TAKING);
  return same(board, view.board) ? stages : [];
}

export class Walk {
  stage = $state.raw<Stage | null>(null); // what is shown instead of the position, until all is told
  #left: Stage[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;
  #seen: { board: Cells; number: number } | null = null;

  /** A new position. What others did since the one before is told; what was done here is there already. */
  see(view: PawnView, plays: Happened[], seat: number | null): void {
    const number = Math.max(-1, ...plays.map((play) => play.number));
    const was = this.#seen;
    this.#seen = { board: view.board, number };
    if (!was || was.number >= number) {
      if (was && !same(was.board, view.board)) this.skip();
      return;
    }
    const fresh = plays.filter((play) => play.number > was.number);
    const stages = fresh.some((play) => play.seat === seat) ? [] : stagesOf(was.board, fresh, view);
    if (stages.length === 0) return this.skip();
    if (prefersReducedMotion.current) return;
    const queue = [...this.#left, ...stages];
    if (queue.length > MOST) return this.skip();
    this.#left = queue;
    if (!this.stage) this.#next();
  }

  skip(): void {
    clearTimeout(this.#timer);
    this.#left = [];
    this.stage = null;
  }

  #next(): void {
    this.stage = this.#left.shift() ?? null;
    if (this.stage) this.#timer = setTimeout(() => this.#next(), this.stage.lasts);
  }
}
