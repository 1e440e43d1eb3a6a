/** Lumens in words: cells, moves and positions, for the log and for whoever cannot see the board. */
import type { Language } from "../../words/language.svelte";
import type { Sitting } from "../sitting";
import { leadersOf, type Lamps, type LumensView, readMove, stockOf, strengths } from "./light";
import { type Palace, readPalace } from "./palace";
import { WORDS } from "./words";

type Told = Pick<Sitting<LumensView>, "game" | "edition" | "names" | "seats" | "seat">;

function gameWords(told: Told, language: Language, part: "pieces" | "moves"): Record<string, string> {
  return (told.game.words[language]?.[part] ?? {}) as Record<string, string>;
}

function colourOf(told: Told, seat: number, language: Language): string {
  return gameWords(told, language, "pieces")[`seat${seat}`] ?? String(seat + 1);
}

export function sayMove(move: string, told: Told, language: Language): string {
  const moves = gameWords(told, language, "moves");
  const placing = readMove(move);
  if (!placing) return moves[move] ?? move;
  const sentence = moves[placing.cell === null ? "start" : "place"] ?? move;
  return sentence.replace("{cell}", placing.cell ?? "").replace("{face}", String(placing.face));
}

/** A room or a passage: where a cell lies. */
export function sayPlace(palace: Palace, cell: string, language: Language): string {
  const [words, letter] = [WORDS[language], palace.room[cell]];
  if (!letter) return words.passage;
  return letter === palace.centre ? words.centre_room(letter) : words.room(letter);
}

/** « d4, salle E, votre lampe 5 sur un 2 rouge ». */
export function sayCell(palace: Palace, told: Told, view: LumensView, lamps: Lamps, cell: string, language: Language): string {
  const words = WORDS[language];
  const parts = [cell, sayPlace(palace, cell, language)];
  const starter = view.starts.indexOf(cell);
  if (starter >= 0) parts.push(starter === told.seat ? words.own_start : words.start_of(colourOf(told, starter, language)));
  const [under, top] = lamps[cell]?.length === 2 ? lamps[cell]! : [undefined, lamps[cell]?.[0]];
  if (top) parts.push(top[0] === told.seat ? words.own_lamp(top[2]) : words.lamp_of(colourOf(told, top[0], language), top[2]));
  if (under) {
    const beneath = under[0] === told.seat ? words.over_own(under[2]) : words.over_lamp(colourOf(told, under[0], language), under[2]);
    parts.push(`${parts.pop()} ${beneath}`);
  }
  return parts.join(", ");
}

/** « jaune 12, vert 4 »: the strengths in a room, those without any left out. */
export function saySums(told: Told, sums: number[], language: Language): string {
  const some = sums.map((sum, seat) => ({ sum, seat })).filter(({ sum }) => sum > 0);
  some.sort((one, other) => other.sum - one.sum);
  return some.map(({ sum, seat }) => `${colourOf(told, seat, language)} ${sum}`).join(", ");
}

/** « Salle B : 4 pour Vega et 2 pour Rigel. » */
export function sayGains(told: Told, letter: string, points: number[], language: Language): string {
  const words = WORDS[language];
  const gains = points.flatMap((gain, seat) => (gain > 0 ? [words.gain(told.names[seat] ?? "", gain)] : []));
  return words.told(letter, words.list(gains) || words.no_gain);
}

export function sayPosition(sitting: Sitting<LumensView>, language: Language): string {
  const [words, view] = [WORDS[language], sitting.view];
  const palace = readPalace(sitting.edition ?? "", sitting.seats);
  const sums = Object.entries(strengths(palace, view.board, sitting.seats));
  const dark = sums.filter(([, strength]) => leadersOf(strength).length === 0).map(([letter]) => letter);
  const kind = sitting.seat === null ? null : view.hands[sitting.seat];
  return [
    view.phase === "start" && words.position_start,
    view.turn !== null && (view.turn === sitting.seat ? words.position_own_turn : words.position_turn(sitting.names[view.turn] ?? "")),
    kind && words.position_hand(kind),
    ...sums.map(([letter, strength]) => !dark.includes(letter) && words.position_room(letter, saySums(sitting, strength, language))),
    dark.length > 0 && words.position_dark(words.list(dark)),
    ...sitting.names.map((name, seat) => `${words.left_of(name, stockOf(view, seat))}.`),
  ]
    .filter((sentence) => typeof sentence === "string")
    .join(" ");
}
