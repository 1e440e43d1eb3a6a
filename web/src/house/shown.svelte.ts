/** A game that is shown, not played at a table: a frame of a replay, a step of a lesson, a game from the real box. */
import type { Deed, Happened, Sitting } from "../games/sitting";
import { labelled } from "./names";
import type { Ending, Fault, Frame, GameTold, Value } from "./types";

interface Facts {
  game: GameTold;
  seats: number;
  options: Record<string, Value>;
  edition: string | null;
  names: string[];
  own?: number[]; // the seats of whoever looks
}

export class ShownSitting implements Sitting {
  readonly game: GameTold;
  readonly seats: number;
  readonly options: Record<string, Value>;
  readonly edition: string | null;

  names: string[];
  own: number[];
  seat = $state<number | null>(null);
  below: number | null = null; // else that of `seat`
  view = $state.raw<any>(null);
  legal = $state.raw<string[]>([]);
  waiting = $state.raw<number[]>([]);
  last = $state.raw<Happened | null>(null);
  recent = $state.raw<Happened[]>([]);
  ending = $state.raw<Ending | null>(null);
  pointed = $state.raw<string[]>([]);
  shown = $state.raw<string[]>([]);
  pending = $state.raw<string[]>([]);
  fault = $state.raw<Fault | null>(null);
  spoken = $state("");

  prompt = $state<string | null>(null);
  back = $state.raw<(() => void) | null>(null);
  deeds = $state.raw<Deed[]>([]);
  telling = $state(false);
  readonly unhurried = false; // whoever looks goes on when they like

  /** What becomes of a move that was made here, and of one that was not offered. Nothing, if nobody says. */
  onplay: (moves: string[]) => void = () => {};
  onwhy: (moves: string[]) => void = () => {};

  constructor(facts: Facts) {
    this.game = facts.game;
    this.seats = facts.seats;
    this.options = facts.options;
    this.edition = facts.edition;
    this.names = $state.raw(facts.names);
    this.own = $state.raw(facts.own ?? []);
  }

  get labels(): string[] {
    return labelled(this.names, this.own);
  }

  show(frame: Frame, before: Frame[] = []): void {
    this.prompt = null;
    this.back = null;
    this.deeds = [];
    this.view = frame.view;
    this.waiting = frame.waiting;
    this.ending = frame.ending as Ending | null;
    this.last = happened(frame);
    this.recent = before.map(happened).filter((play) => play !== null);
  }

  play(...moves: string[]): void {
    this.onplay(moves);
  }

  why(...moves: string[]): void {
    this.onwhy(moves);
  }

  refuse(sentence: string): void {
    this.fault = { code: "refused", sentence, rule: null };
  }

  say(text: string): void {
    this.spoken = text;
  }
}

export function happened(frame: Frame): Happened | null {
  return frame.seat === null ? null : { number: frame.number, seat: frame.seat, moves: frame.moves };
}

/** The file of an edition that a table or record names. */
export function editionText(game: GameTold, note?: { name: string; text?: string | null } | null): string | null {
  const found = note ? game.editions.find((edition) => edition.name === note.name) : game.editions[0];
  return note?.text ?? found?.text ?? null;
}
