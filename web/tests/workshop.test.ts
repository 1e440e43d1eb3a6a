/** What the workshop reads of a file it writes again as it was, and a change changes nothing else. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { rowsOf, written } from "../src/games/csv";
import * as stacks from "../src/games/fromages/stacks";
import * as plans from "../src/games/lumens/plans";
import * as lines from "../src/games/luminis/lines";

const edition = (game: string, file: string) =>
  readFileSync(`../src/lumitheque/games/${game}/editions/${file}`, "utf8");
const PALACE = edition("lumens", "reconstruction.txt");
const DECK = edition("luminis", "reconstruction.csv");
const PIPES = edition("fromages", "reconstruction.csv");
const withoutRemarks = (text: string) => text.split("\n").filter((line) => line && !line.startsWith("#"));

test("a palace stays as it is", () => {
  const again = plans.writePlans(plans.readPlans(PALACE));
  expect(withoutRemarks(again)).toEqual(withoutRemarks(PALACE));
  expect(plans.writePlans(plans.readPlans(again))).toBe(again);
});

test("paint stays where the brush was", () => {
  const before = plans.readPlans(PALACE);
  const after = plans.painted(before, 0, ["c9", "m1", "z99"], "A");
  expect(after.maps[0][0]).toBe("AAA.BBBBB..CC");
  expect(after.maps[0][8]).toBe("GG..HHHHH..IA");
  expect(after.maps[0].slice(1, 8)).toEqual(before.maps[0].slice(1, 8));
  expect(after.maps[1]).toBe(before.maps[1]);
  expect(plans.sizesOf(after, 0)).toEqual({ A: 6, B: 8, C: 4, D: 7, E: 9, F: 7, G: 4, H: 8, I: 3 });
});

test.each(["", "nonsense", "2 players\nAA", "2 players\n" + "Ax!é".repeat(90), "3-4 players\r\nA\r\n2 players"])(
  "a broken palace can be drawn on: %j",
  (text) => {
    const { maps } = plans.readPlans(text);
    for (const [side, { columns, rows, rooms }] of plans.SIDES.entries()) {
      expect(maps[side]).toHaveLength(rows);
      for (const row of maps[side]!) expect(row).toMatch(new RegExp(`^[${rooms}.]{${columns}}$`));
    }
  },
);

test("starts are where the rules put them", () => {
  const played = JSON.parse(readFileSync("tests/fixtures/lumens.json", "utf8")) as {
    seats: number;
    turns: { starts: string[] }[];
  }[];
  expect(played.length).toBeGreaterThan(0);
  for (const { seats, turns } of played)
    for (const { starts } of turns.slice(0, 1)) expect(starts.toSorted()).toEqual([...plans.STARTS[seats]!].toSorted());
});

test("a deck stays as it is", () => {
  expect(lines.writeLines(lines.readLines(DECK).map(({ values }) => values))).toBe(DECK.replaceAll("\r\n", "\n"));
});

test("a field is changed, and nothing else; what is no number is kept until it is mended", () => {
  const [first] = lines.readLines(DECK);
  const broken = lines.changed(first!.values, lines.amountAt(0, 1), "x,y");
  expect(lines.cardOf(broken).cost).toEqual([0, 0, 0]);
  const [again] = lines.readLines(lines.writeLines([broken]));
  expect(again!.values).toEqual(broken);
});

test("arrows are written in their order", () => {
  const blank = lines.blankLine([], 1);
  const both = lines.turned(lines.turned(blank, "right"), "left");
  expect(both[11]).toBe("left right");
  expect(lines.turned(both, "right")[11]).toBe("left");
});

test("cards are entered level by level", () => {
  const due = Array.from({ length: lines.STEPS }, (_, step) => lines.dueLevel(step));
  for (const level of lines.ALL_LEVELS) expect(due.filter((one) => one === level)).toHaveLength(lines.COUNTS[level]);
  expect(due).toEqual(due.toSorted());
  expect(lines.toCome(33)).toEqual({ level: 0, all: 68 });
  expect(lines.toCome(lines.STEPS - 1)).toEqual({ level: 0, all: 0 });
});

test("pipes are counted, and a count changes only its stack", () => {
  const rows = stacks.readRows(PIPES);
  expect(stacks.writeRows(rows)).toBe(PIPES.replaceAll("\r\n", "\n"));
  const sum = stacks.FORM_NAMES.flatMap((form) => stacks.KINDS.map((kind) => stacks.countOf(rows, form, kind)));
  expect(sum.reduce((one, other) => one + other)).toBe(stacks.CARDS);
  const more = stacks.stacked(rows, "cross", "3,no", 2);
  expect(more.filter((row) => !rows.includes(row)).map(([, ...rest]) => rest)).toEqual([
    ["cross", "3", "no"],
    ["cross", "3", "no"],
  ]);
  expect(new Set(more.map(([name]) => name)).size).toBe(stacks.CARDS + 2);
  expect(stacks.stacked(more, "cross", "3,no", 0)).toEqual(rows);
});

test("rows that are no cards are kept and counted", () => {
  const rows = stacks.readRows("id,form,cheese,clogged\nT01,bend,0,no\n\nT02,cross,0\nT03,cross,0,no");
  expect(stacks.unread(rows)).toBe(2);
  expect(written(stacks.COLUMNS, rows)).toContain("T01,bend,0,no\n");
  expect(rowsOf("id\na\n\nb", 1).map(({ line }) => line)).toEqual([2, 4]);
});
