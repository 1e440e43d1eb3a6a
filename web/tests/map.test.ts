/** One role has one name: the map in docs/web.md against the folders. */
import { readdirSync, readFileSync } from "node:fs";
import { basename, dirname } from "node:path";
import { expect, test } from "vitest";

const SOURCE = "src";
const MAP = readFileSync("../docs/web.md", "utf8").split("## While working")[0]!;
const FILES = readdirSync(SOURCE, { recursive: true, encoding: "utf8" }).filter((name) => /\.(ts|svelte)$/.test(name));

/** What only the file of a role may export. */
const ROLES: [file: string, exported: RegExp][] = [
  ["view.ts", /export (interface|type) \w+View\b/],
  ["moves.ts", /export (const|function) readMove\b/],
  ["say.ts", /export (const|function) say[A-Z]/],
  ["gesture.svelte.ts", /export class Gesture\b/],
];
const ON_EVERY_BOARD = ["Board.svelte", "Hand.svelte"];

test.each(ROLES)("games have one %s for one role", (role, exported) => {
  const found = FILES.filter(
    (name) => name.startsWith("games/") && exported.test(readFileSync(`${SOURCE}/${name}`, "utf8")),
  );
  expect(found).not.toEqual([]);
  expect(found.filter((name) => basename(name) !== role)).toEqual([]);
});

test("no two components have the same name, but for those of every board", () => {
  const names = FILES.map((name) => basename(name)).filter((name) => name.endsWith(".svelte"));
  const twice = new Set(names.filter((name, at) => names.indexOf(name) !== at));
  expect([...twice].filter((name) => !ON_EVERY_BOARD.includes(name))).toEqual([]);
});

test("the map names every folder, and every module that is not a board's or a page's own", () => {
  const boards = new Set(FILES.filter((name) => /^games\/\w+\/index\.ts$/.test(name)).map((name) => dirname(name)));
  const folders = new Set(FILES.map((name) => dirname(name)).filter((name) => name !== "." && !/\bwords\b/.test(name)));
  const modules = FILES.filter((name) => /^((house|parts|games)\/)?[\w.]+\.ts$/.test(name)).map((name) =>
    basename(name),
  );
  expect([...folders].filter((name) => !boards.has(name) && !MAP.includes(`${basename(name)}/`))).toEqual([]);
  expect(modules.filter((name) => !MAP.includes(name))).toEqual([]);
});

test("the map names nothing that is not there", () => {
  const named = [...MAP.matchAll(/[\w.]+\.(?:ts|svelte)\b/g)].map(([name]) => name);
  const there = new Set([...FILES, ...readdirSync("tests")].map((name) => basename(name)));
  expect(named.filter((name) => !there.has(name))).toEqual([]);
});
