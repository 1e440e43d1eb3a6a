/** What happened at a table, in words. */
import type { GamePart, Happened } from "../../games/sitting";
import type { TableSitting } from "../../house/table.svelte";
import type { Ending, EntryTold } from "../../house/told";
import { language } from "../../words/language.svelte";
import { w } from "../../words";

const MOST_TOLD = 6;

/** The moves of a play as sentences; null: they are secret. */
function sayMoves(part: GamePart, sitting: TableSitting, moves: string[] | null | undefined): string | null {
  if (!moves) return null;
  if (moves.length > MOST_TOLD) return w().log.many(moves.length); // a whole set-up
  return moves.map((move) => part.sayMove(move, sitting, language.now)).join(" ");
}

/** A play and whose it was, to be heard. */
export function sayPlay(part: GamePart, sitting: TableSitting, { seat, moves }: Happened): string {
  const said = sayMoves(part, sitting, moves);
  return `${sitting.names[seat]}${said === null ? ` ${w().log.secret}` : `${w().log.says}${said}`}`;
}

/** An entry of the log in one line; null for what is said elsewhere. */
export function sayEntry(part: GamePart, sitting: TableSitting, entry: EntryTold): string | null {
  const { event } = entry;
  const words = w().log;
  const name = (seat: number) => sitting.names[seat] || w().seats.seat(seat + 1);
  const called = (person: string) => sitting.people[person] ?? "…";
  switch (event.event) {
    case "opened":
    case "started":
    case "time_given":
    case "rematched":
    case "closed":
    case "put_away":
    case "restored":
      return words[event.event];
    case "sat":
    case "take_back_asked":
    case "taken_back":
    case "draw_offered":
    case "resigned":
    case "timed_out":
    case "rematch_wanted":
      return words[event.event](name(event.seat));
    case "left":
      return words.left(w().seats.seat(event.seat + 1));
    case "played":
      return sayMoves(part, sitting, event.moves) ?? words.secret;
    case "take_back_answered":
    case "draw_answered":
      return words.answered(name(event.seat), event.agrees);
    case "handed_to_bot":
      return words.handed_to_bot(sitting.personOf(event.seat), sitting.levelTitle(event.level));
    case "handed_back":
      return words.handed_back(sitting.personOf(event.seat));
    case "bot_replaced":
      return words.bot_replaced(sitting.levelTitle(event.before), sitting.levelTitle(event.level));
    case "locked":
      return w().moderation.log.locked(event.on);
    case "slowed":
      return w().moderation.log.slowed(event.seconds);
    case "muted":
      return event.person === null ? w().moderation.log.quiet(event.on) : w().moderation.log.muted(called(event.person), event.on);
    case "removed":
      return w().moderation.log.removed(called(event.person), event.on);
    default:
      return null;
  }
}
