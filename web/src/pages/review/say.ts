/** A review in the page's own words. */
import type { GamePart } from "../../games/sitting";
import type { LookingBack } from "../../house/review.svelte";
import { w } from "../../words";
import { r } from "../../words/review";

/** A move that was or could be made at a decision, as the game says it. */
export function sayMove(back: LookingBack, part: GamePart, at: number, move: string): string {
  const view = back.frameAt(back.own.steps[at]?.number ?? 0)?.view ?? null;
  const seat = back.own.steps[at]?.seat ?? back.seat;
  const { sitting } = back;
  const facts = {
    game: sitting.game,
    edition: sitting.edition,
    names: sitting.names,
    seats: sitting.seats,
    options: sitting.options,
    seat,
  };
  return part.sayMove(move, facts, view);
}

/** What was done at a decision, as far as the seat knows it. */
export function sayStep(back: LookingBack, part: GamePart, at: number): string {
  const step = back.own.steps[at];
  if (!step) return r().moment.end;
  if (step.move === "") return back.ending ? (sayEnding(back) ?? r().moment.end) : r().moment.end;
  return step.move === null ? r().moment.secret : sayMove(back, part, at, step.move);
}

const sayEnding = (back: LookingBack): string | undefined =>
  (back.sitting.game.words.endings as Record<string, string> | undefined)?.[back.ending!.reason];

/** Who won, in a sentence. */
export function sayWinners(back: LookingBack): string {
  const winners = back.ending?.winners ?? [];
  const { own } = back.source;
  const { seats, game } = back.sitting;
  if (winners.length % seats === 0) return game.game.drawable ? w().over.drawn : w().over.nobody;
  if (winners.length === 1 && own.length === 1 && winners[0] === own[0]) return w().over.won;
  const known = winners.map((seat) => back.names[seat] ?? "");
  const names = [known.slice(0, -1).join(", "), ...known.slice(-1)].filter(Boolean).join(w().over.and);
  return winners.length === 1 ? w().over.won_by({ names }) : w().over.shared({ names });
}

/** The turning point that changed most; none if the game had none. */
export function mostTurning(back: LookingBack): number | undefined {
  const change = (at: number) => Math.abs(back.chance(back.own, at + 1) - back.chance(back.own, at));
  return back.own.turning_points.toSorted((one, other) => change(other) - change(one))[0];
}

/** The same in a sentence, or nothing. */
export function sayTurning(back: LookingBack, part: GamePart): string {
  const at = mostTurning(back);
  if (at === undefined) return "";
  const name = back.names[back.own.steps[at]!.seat] ?? "";
  return r().share.turning({ number: at + 1, name, move: sayStep(back, part, at) });
}
