/** What those who sit at a table are called. */
import { w } from "../words";
import { language } from "../words/language.svelte";
import type { GameTold, Names, SeatTold } from "./told";

export function levelTitle(game: GameTold, level: string): string {
  return game.levels.find((one) => one.name === level)?.[language.now].title ?? level;
}

/** Names as they are shown: whoever can be taken for another at the table is marked. */
export function marked(names: Names | undefined, twins: string[] | undefined): Names {
  const shown = { ...names };
  for (const person of twins ?? []) if (shown[person] !== undefined) shown[person] = w().seats.twin(shown[person]);
  return shown;
}

const personId = (place: SeatTold | undefined): string | null => (place?.sitter?.kind === "human" ? place.sitter.person : null);

/** Whoever the seat belongs to; nobody, if that is a bot. People who share a device are told apart by their places. */
export function personAt(sitters: SeatTold[], seat: number, people: Names): string {
  const person = personId(sitters[seat]);
  if (person === null) return "";
  const shares = sitters.filter((place) => personId(place) === person).length > 1;
  return shares ? w().seats.seat(seat + 1) : (people[person] ?? "…");
}

/** Whoever plays there now. */
export function playerAt(sitters: SeatTold[], seat: number, people: Names, game: GameTold): string {
  const { bot, sitter } = sitters[seat] ?? {};
  if (bot) return levelTitle(game, bot);
  return sitter?.kind === "bot" ? levelTitle(game, sitter.level) : personAt(sitters, seat, people);
}
