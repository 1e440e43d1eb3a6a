/** What those who sit at a table are called. */
import { w } from "../words";
import type { Engine, GameTold, Names, SeatTold } from "./types";

/** The host's programs, who sit at tables like bots of a level. They have no strength: nobody has measured them. */
export const enginesOf = (game: GameTold): Engine[] => game.engines ?? [];

export function levelTitle(game: GameTold, level: string): string {
  return [...game.levels, ...enginesOf(game)].find((one) => one.name === level)?.title ?? level;
}

/** Names as they are shown: whoever can be taken for another at the table is marked. */
export function marked(names: Names | undefined, twins: string[] | undefined): Names {
  const shown = { ...names };
  for (const person of twins ?? [])
    if (shown[person] !== undefined) shown[person] = w().seats.twin({ name: shown[person] });
    else if (person.startsWith("seat:")) shown[person] = ""; // a seat's own name: the seat is marked
  return shown;
}

const personId = (place: SeatTold | undefined): string | null =>
  place?.sitter?.kind === "human" ? place.sitter.person : null;

/** Whether a program that somebody brought along sits there. */
export const isGuestBot = (place: SeatTold | undefined): boolean => personId(place)?.startsWith("bot-") ?? false;

/** Whoever the seat belongs to; nobody, if that is a bot. People who share a device have names by seat, or their places. */
export function personAt(sitters: SeatTold[], seat: number, people: Names): string {
  const person = personId(sitters[seat]);
  if (person === null) return "";
  const { name } = sitters[seat]!;
  if (name) return people[`seat:${seat}`] === undefined ? name : w().seats.twin({ name });
  const shares = sitters.filter((place) => personId(place) === person).length > 1;
  return shares ? w().seats.seat({ number: seat + 1 }) : (people[person] ?? "…");
}

const levelAt = (place: SeatTold | undefined): string | null =>
  place?.bot ?? (place?.sitter?.kind === "bot" ? place.sitter.level : null);
const NUMBERS = ["", "II", "III", "IV", "V", "VI"]; // of namesakes, as kings have them

/** Whoever plays there now. */
export function playerAt(sitters: SeatTold[], seat: number, people: Names, game: GameTold): string {
  const level = levelAt(sitters[seat]);
  if (level === null) return personAt(sitters, seat, people);
  const before = sitters.slice(0, seat).filter((place) => levelAt(place) === level).length;
  const name = levelTitle(game, level);
  return before > 0 ? w().seats.namesake({ name, number: NUMBERS[before] ?? String(before + 1) }) : name;
}

/** Names where nothing but the name stands: whoever sits at one of the seats is "You"; who has several needs their names. */
export function labelled(names: string[], own: number[]): string[] {
  return names.map((name, seat) => (own.length === 1 && own[0] === seat ? w().seats.you_label : name));
}

/** A name where there is no room for it: "Cam", "GO" for Grand Ours, "H56" for Hadar 56. */
export function shortName(name: string): string {
  const [first = "", second] = name.replace(/ \(.*$/u, "").split(/[\s-]+/u);
  if (!second) return first.slice(0, 3);
  return first.slice(0, 1) + (/^\d+$/u.test(second) ? second : second.slice(0, 1).toLocaleUpperCase());
}
