/** What those who sit at a table are called. */
import { language } from "../words/language.svelte";
import type { GameTold, Names, SeatTold } from "./told";

export function levelTitle(game: GameTold, level: string): string {
  return game.levels.find((one) => one.name === level)?.[language.now].title ?? level;
}

/** Whoever the seat belongs to; nobody, if that is a bot. */
export function personAt(place: SeatTold | undefined, people: Names): string {
  return place?.sitter?.kind === "human" ? (people[place.sitter.person] ?? "…") : "";
}

/** Whoever plays there now. */
export function playerAt(place: SeatTold | undefined, people: Names, game: GameTold): string {
  if (place?.bot) return levelTitle(game, place.bot);
  return place?.sitter?.kind === "bot" ? levelTitle(game, place.sitter.level) : personAt(place, people);
}
