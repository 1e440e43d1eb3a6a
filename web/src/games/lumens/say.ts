/** Lumens in words: cells, moves and positions, for the log and for whoever cannot see the board. */
import type { Sitting } from "../sitting";
import { leadersOf, stockOf, strengths } from "./light";
import { readMove } from "./moves";
import type { Lamps, LumensView } from "./view";
import { type Palace, readPalace } from "./edition";
import { words as spoken } from "./spoken";

type Told = Pick<Sitting<LumensView>, "game" | "edition" | "names" | "seats" | "seat">;

function gameWords(told: Told, part: "pieces" | "moves"): Record<string, string> {
  return (told.game.words[part] ?? {}) as Record<string, string>;
}

function colourOf(told: Told, seat: number): string {
  return gameWords(told, "pieces")[`seat${seat}`] ?? String(seat + 1);
}

export function sayMove(move: string, told: Told): string {
  const moves = gameWords(told, "moves");
  const placing = readMove(move);
  if (!placing) return moves[move] ?? move;
  const sentence = moves[placing.cell === null ? "start" : "place"] ?? move;
  return sentence.replace("{cell}", placing.cell ?? "").replace("{face}", String(placing.face));
}

/** A room or a passage: where a cell lies. */
export function sayPlace(palace: Palace, cell: string): string {
  const [words, letter] = [spoken(), palace.room[cell]];
  if (!letter) return words.passage;
  return letter === palace.centre ? words.centre_room({ letter }) : words.room({ letter });
}

/** « d4, salle E, votre lampe 5 sur un 2 rouge ». */
export function sayCell(palace: Palace, told: Told, view: LumensView, lamps: Lamps, cell: string): string {
  const words = spoken();
  const parts = [cell, sayPlace(palace, cell)];
  const starter = view.starts.indexOf(cell);
  if (starter >= 0)
    parts.push(starter === told.seat ? words.own_start : words.start_of({ colour: colourOf(told, starter) }));
  const [under, top] = lamps[cell]?.length === 2 ? lamps[cell]! : [undefined, lamps[cell]?.[0]];
  if (top)
    parts.push(
      top[0] === told.seat
        ? words.own_lamp({ face: top[2] })
        : words.lamp_of({ colour: colourOf(told, top[0]), face: top[2] }),
    );
  if (under) {
    const beneath =
      under[0] === told.seat
        ? words.over_own({ face: under[2] })
        : words.over_lamp({ colour: colourOf(told, under[0]), face: under[2] });
    parts.push(`${parts.pop()} ${beneath}`);
  }
  return parts.join(", ");
}

/** « A, B et C ». */
export const list = (items: string[]): string =>
  items.length < 2 ? items.join("") : `${items.slice(0, -1).join(", ")} ${spoken().and} ${items.at(-1)}`;

/** « jaune 12, vert 4 »: the strengths in a room, those without any left out. */
export function saySums(told: Told, sums: number[]): string {
  const some = sums.map((sum, seat) => ({ sum, seat })).filter(({ sum }) => sum > 0);
  some.sort((one, other) => other.sum - one.sum);
  return some.map(({ sum, seat }) => `${colourOf(told, seat)} ${sum}`).join(", ");
}

/** « Salle B : 4 pour Vega et 2 pour Rigel. » */
export function sayGains(told: Told, letter: string, points: number[]): string {
  const words = spoken();
  const gains = points.flatMap((gain, seat) =>
    gain > 0 ? [words.gain({ name: told.names[seat] ?? "", points: gain })] : [],
  );
  return words.told({ letter, gains: list(gains) || words.no_gain });
}

export function sayPosition(sitting: Sitting<LumensView>): string {
  const [words, view] = [spoken(), sitting.view];
  const palace = readPalace(sitting.edition ?? "", sitting.seats);
  const sums = Object.entries(strengths(palace, view.board, sitting.seats));
  const dark = sums.filter(([, strength]) => leadersOf(strength).length === 0).map(([letter]) => letter);
  const kind = sitting.seat === null ? null : view.hands[sitting.seat];
  return [
    view.phase === "start" && words.position_start,
    view.turn !== null &&
      (view.turn === sitting.seat
        ? words.position_own_turn
        : words.position_turn({ name: sitting.names[view.turn] ?? "" })),
    kind && words.position_hand({ kind }),
    ...sums.map(
      ([letter, strength]) =>
        !dark.includes(letter) && words.position_room({ letter, sums: saySums(sitting, strength) }),
    ),
    dark.length > 0 && words.position_dark({ rooms: list(dark) }),
    ...sitting.names.map((name, seat) => `${words.left_of({ name, count: stockOf(view, seat) })}.`),
  ]
    .filter((sentence) => typeof sentence === "string")
    .join(" ");
}
