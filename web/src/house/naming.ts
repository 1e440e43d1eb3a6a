/** What those who sit at a table are called. */
import { w } from "../words";
import { language } from "../words/language.svelte";
import type { GameTold, Names, SeatTold } from "./told";

export function levelTitle(game: GameTold, level: string): string {
  return game.levels.find((one) => one.name === level)?.[language.now].title ?? level;
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
