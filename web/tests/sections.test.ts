import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { forPlayers, pieces, search, sections } from "../src/parts/sections";

const GAMES = ["fromages", "galax", "lumens", "luminis", "sirius"];
const page = (game: string, language: string, name = "rules.md") =>
  readFileSync(`../src/lumitheque/games/${game}/words/${language}/${name}`, "utf8");
const both = GAMES.flatMap((game) => ["fr", "en"].map((language) => [game, language] as const));

test.each(both)("the rules of %s in %s have pictures, and no names that only programs need", (game, language) => {
  const all = sections(page(game, language));
  const figures = all.flatMap(({ text }) => pieces(text)).filter((piece) => typeof piece !== "string");
  expect(figures.length).toBeGreaterThanOrEqual(3);
  expect(all.filter(({ heading }) => heading).length).toBeGreaterThanOrEqual(5);
  expect(all.map(({ text }) => text).join("")).not.toMatch(/\(`\w+`\)/);
});

test("a picture stands instead of the drawing of letters that follows it", () => {
  const text = "Before.\n\n<!-- figure first/2 | A sun -->\n\n```\n a b\n```\n\nAfter.";
  expect(pieces(text)).toEqual(["Before.\n\n", { lesson: "first", step: 2, caption: "A sun" }, "\nAfter."]);
});

test("rules are found by id and by words, accents aside", () => {
  const all = sections(page("sirius", "fr"));
  expect(search(all, "si-07")[0]?.rule).toBe("SI-07");
  expect(search(all, "devoir prendre etoile").length).toBeGreaterThan(0);
  expect(search(all, "xyzzy")).toEqual([]);
  expect(search(all, " ")).toEqual([]);
});

test.each(GAMES)("%s: whoever plays reads nothing about typing", (game) => {
  const whole = page(game, "fr");
  const played = forPlayers(whole);
  expect(played).not.toContain("Écrire ses coups");
  expect(sections(whole).filter(({ rule }) => rule && !played.includes(`id="${rule}"`))).toHaveLength(1);
  const [typed] = sections(whole).flatMap(({ rule }) => (rule?.endsWith("-00") ? [rule] : []));
  expect(forPlayers(whole, typed)).toBe(whole);
  const aid = page(game, "fr", "aid.md");
  expect(forPlayers(aid).trimEnd().split("\n\n").at(-1)).not.toContain("`");
});
