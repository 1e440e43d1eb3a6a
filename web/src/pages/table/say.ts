/** A table in words: what happened, what can be done, how things stand. */
import type { GamePart, Happened } from "../../games/sitting";
import { isByLinks } from "../../house/device";
import type { TableSitting } from "../../house/table.svelte";
import type { EntryTold, Fault } from "../../house/types";
import { sayLastDay } from "../../parts/moments";
import { w } from "../../words";

const MOST_TOLD = 6;
const MOST_SPOKEN = 12;

/** The moves of a play as sentences; null: they are secret. */
function sayMoves(
  part: GamePart,
  sitting: TableSitting,
  moves: string[] | null | undefined,
  entry: number,
): string | null {
  if (!moves) return null;
  if (moves.length > MOST_TOLD) return w().log.many({ count: moves.length }); // a whole set-up
  return moves.map((move, at) => part.sayMove(move, sitting, at === 0 ? sitting.before(entry) : null)).join(" ");
}

/** A play and whose it was, to be heard. */
export function sayPlay(part: GamePart, sitting: TableSitting, { number, seat, moves }: Happened): string {
  const said = sayMoves(part, sitting, moves, number);
  return `${sitting.names[seat]}${said === null ? ` ${w().log.secret}` : `${w().log.says}${said}`}`;
}

/** Plays as turns: what one seat did in a row is told together. */
export function sayTurns(part: GamePart, sitting: TableSitting, plays: Happened[]) {
  const turns: { number: number; seat: number; said: string }[] = [];
  for (const { number, seat, moves } of plays) {
    const said = sayMoves(part, sitting, moves, number) ?? w().log.secret;
    const turn = turns.at(-1);
    if (turn?.seat === seat) turn.said += ` ${said}`;
    else turns.push({ number, seat, said });
  }
  return turns;
}

/** An entry of the log in one line; null for what is said elsewhere. */
export function sayEntry(part: GamePart, sitting: TableSitting, entry: EntryTold): string | null {
  const { event } = entry;
  const words = w().log;
  const name = (seat: number) => sitting.names[seat] || w().seats.seat({ number: seat + 1 });
  const called = (person: string) => sitting.people[person] ?? "…";
  switch (event.event) {
    case "opened":
    case "started":
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
      return words[event.event]({ name: name(event.seat) });
    case "left":
      return words.left({ place: w().seats.seat({ number: event.seat + 1 }) });
    case "played":
      return [sayMoves(part, sitting, event.moves, entry.seq) ?? words.secret, event.hurried ? words.hurried : ""]
        .join(" ")
        .trim();
    case "take_back_answered":
    case "draw_answered":
      return words.answered({ name: name(event.seat), agrees: event.agrees });
    case "time_given":
      return typeof event.seat !== "number" ? words.time_given : words.time_given_to({ name: name(event.seat) });
    case "clock_stopped":
      return words.clock_stopped({
        name: sitting.personOf(event.seat),
        stopped: event.until > entry.at,
        day: sayLastDay(event.until),
      });
    case "handed_to_bot":
      return words.handed_to_bot({
        name: sitting.personOf(event.seat),
        bot: sitting.levelTitle(event.level),
        by: event.asked_by,
        who: called(entry.by?.person ?? ""),
      });
    case "taken_over":
      return words.taken_over({ name: called(event.sitter.person) });
    case "handed_back":
      return words.handed_back({ name: sitting.personOf(event.seat) });
    case "bot_replaced":
      return words.bot_replaced({ before: sitting.levelTitle(event.before), bot: sitting.levelTitle(event.level) });
    case "locked":
      return w().moderation.log.locked({ on: event.on });
    case "slowed":
      return w().moderation.log.slowed({ seconds: event.seconds });
    case "muted":
      return event.person === null
        ? w().moderation.log.quiet({ on: event.on })
        : w().moderation.log.muted({ name: called(event.person), on: event.on });
    case "removed":
      return w().moderation.log.removed({ name: called(event.person), on: event.on });
    default:
      return null;
  }
}

/** Whose turn it is, or that it is over. */
export function sayTurn(sitting: TableSitting): string {
  const { state, waiting } = sitting;
  if (state.status === "over" || state.status === "closed") return w().turn.over;
  if (sitting.myTurn) return w().turn.yours;
  if (waiting.length > 1) return w().turn.several;
  const name = sitting.names[waiting[0] ?? 0] ?? "";
  if (isByLinks(sitting.id)) return w().turn.by_links({ name });
  return sitting.ownSeats.length === 0 ? w().turn.watching({ name }) : w().turn.of({ name });
}

/** Why something was not done; out of turn it says whose turn it is. */
export function sayFault(sitting: TableSitting, fault: Fault): string {
  const [first, more] = sitting.waiting;
  if (fault.code !== "not_your_turn" || first === undefined || more !== undefined) return fault.sentence;
  return w().turn.wait_for({ name: sitting.names[first] ?? "" });
}

// --- what is answered to a key, in the live region --------------------------------------------------------------------

/** "What can I do?" */
export function sayOffers(part: GamePart, sitting: TableSitting): string {
  if (sitting.legal.length === 0) return w().keys.cannot;
  const moves = sitting.legal.slice(0, MOST_SPOKEN).map((move) => (part.sayOffer ?? part.sayMove)(move, sitting));
  const among = sitting.legal.length > MOST_SPOKEN ? `. ${w().keys.among}` : "";
  const phase = (sitting.game.words.phases as Record<string, string> | undefined)?.[sitting.view.phase] ?? "";
  return `${sitting.prompt ?? phase} ${w().keys.can({ count: sitting.legal.length })}${among}${w().log.says}${moves.join(" ")}`;
}

/** "What changed?" */
export function sayRecent(part: GamePart, sitting: TableSitting): string {
  if (sitting.recent.length === 0) return w().log.nothing_since;
  return sitting.recent.map((play) => sayPlay(part, sitting, play)).join(" ");
}

/** "How do things stand?" */
export const sayStanding = (part: GamePart, sitting: TableSitting): string => part.sayPosition(sitting);
