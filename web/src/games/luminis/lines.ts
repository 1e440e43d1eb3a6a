/** The deck as lines of its file, to be changed: whatever stands in a field stays there until somebody mends it. */
import { rowsOf, written } from "../csv";
import { KINDS, LEVELS, perKind, type Arrow, type Card } from "./edition";

export const ZONES = ["cost", "centre", "top"] as const;
export const KIND_NAMES = ["square", "circle", "triangle"] as const;
export const COLUMNS = [
  "id",
  "level",
  ...ZONES.flatMap((zone) => KIND_NAMES.map((kind) => `${zone}_${kind}`)),
  "arrows",
  "theft",
];
export const ARROWS: readonly Arrow[] = ["left", "up-left", "up", "up-right", "right"];
/** LM-01: how many cards of each level, as LEVELS has them. */
export const COUNTS = [0, 34, 40, 22, 6] as const;
export const ALL_LEVELS = [1, 2, 3, 4] as const;

export type Line = string[]; // its fields, by COLUMNS
const [ID, LEVEL, ARROWS_AT, THEFT] = [0, 1, 11, 12];
export const columnAt = (name: string): number => COLUMNS.indexOf(name);
export const amountAt = (zone: number, kind: number): number => 2 + zone * KINDS.length + kind;

export const readLines = (text: string): { line: number; values: Line }[] => rowsOf(text, COLUMNS.length);
export const writeLines = (lines: readonly Line[]): string => written(COLUMNS, lines);
export const EMPTY = writeLines([]);

/** The card as it is drawn; what is no number is nothing. */
export function cardOf(line: Line): Card {
  const amount = (zone: number) =>
    perKind((kind) => (/^\d{1,2}$/.test(line[amountAt(zone, kind)]!) ? Number(line[amountAt(zone, kind)]) : 0));
  return {
    name: line[ID]!,
    level: Math.max(1, (LEVELS as readonly string[]).indexOf(line[LEVEL]!)),
    cost: amount(0),
    centre: amount(1),
    top: amount(2),
    arrows: ARROWS.filter((arrow) => line[ARROWS_AT]!.split(" ").includes(arrow)),
    theft: line[THEFT] === "yes",
  };
}

export const isOfLevel = (line: Line, level: number): boolean => line[LEVEL] === LEVELS[level];

/** The same line with something else in one field. */
export const changed = (line: Line, at: number, value: string): Line => line.with(at, value);

/** The same line with an arrow more or less. */
export function turned(line: Line, arrow: Arrow): Line {
  const there = line[ARROWS_AT]!.split(" ");
  const wanted = ARROWS.filter((one) => there.includes(one) !== (one === arrow));
  return changed(line, ARROWS_AT, wanted.join(" "));
}

/** A name that no card has yet: II-07. */
export function freeName(lines: readonly Line[], level: number): string {
  const taken = new Set(lines.map((line) => line[ID]));
  const names = Array.from(
    { length: lines.length + 1 },
    (_, at) => `${LEVELS[level]}-${String(at + 1).padStart(2, "0")}`,
  );
  return names.find((name) => !taken.has(name))!;
}

/** A card with nothing on it. */
export const blankLine = (lines: readonly Line[], level: number): Line => [
  freeName(lines, level),
  LEVELS[level]!,
  ...Array<string>(ZONES.length * KINDS.length).fill("0"),
  "",
  "no",
];

/** LM-01: of which level the next card is, when they are entered level by level. */
export function dueLevel(step: number): number {
  let before = 0;
  return ALL_LEVELS.find((level) => step < (before += COUNTS[level])) ?? 4;
}
/** How many of its level, and of all, come after this one. */
export function toCome(step: number): { level: number; all: number } {
  const upTo = ALL_LEVELS.filter((level) => level <= dueLevel(step)).reduce((sum, level) => sum + COUNTS[level], 0);
  return { level: upTo - step - 1, all: STEPS - step - 1 };
}
export const STEPS = COUNTS.reduce((sum: number, count) => sum + count, 0);
