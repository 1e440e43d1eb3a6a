/** What the legal moves offer to a hand: where a piece may go and what it would take there. */
import { readMove } from "./moves";

export interface Goal {
  moves: string[]; // what going there plays
  takes: string[]; // the cells it would empty of enemies
}

export interface Offers {
  goals: Map<string, Map<string, Goal>>; // by the cell a piece stands on, by the cell it goes to
  takes: Map<string, string>; // takings by the piece that has stepped, by cell
  huffs: Map<string, string>; // by cell
  stop: boolean;
  pass: boolean;
}

/** `goal` knows what its game makes of going from one cell to another. */
export function offersOf(
  legal: string[],
  goal: (move: string, from: string, to: string, takes: boolean) => Goal,
): Offers {
  const offers: Offers = { goals: new Map(), takes: new Map(), huffs: new Map(), stop: false, pass: false };
  for (const text of legal) {
    const move = readMove(text);
    if (move?.is === "go") {
      const goals = offers.goals.get(move.from) ?? new Map<string, Goal>();
      offers.goals.set(move.from, goals.set(move.to, goal(text, move.from, move.to, move.takes)));
    } else if (move?.is === "take") offers.takes.set(move.cell, text);
    else if (move?.is === "huff") offers.huffs.set(move.cell, text);
    else if (move?.is === "stop" || move?.is === "pass") offers[move.is] = true;
  }
  return offers;
}

/** Everything that a piece could take this turn, wherever it goes. */
export function withinReach(goals: Map<string, Goal> | undefined): Set<string> {
  return new Set([...(goals?.values() ?? [])].flatMap((goal) => goal.takes));
}

/** The cells of the pieces that can take as they go. */
export function takers(offers: Offers): string[] {
  return [...offers.goals].filter(([, goals]) => withinReach(goals).size > 0).map(([from]) => from);
}
