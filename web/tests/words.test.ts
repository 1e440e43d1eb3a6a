/** Everything the page says, in every language: nothing is missing, and it is well set. */
import { describe, expect, test } from "vitest";
import { type Part, type Parts, readMessage } from "../src/words/message";
import { CODES, FILES } from "./folders";

/** Names, counts, yes and no: what the page tells of. A message is tried with all of them. */
const SAMPLES: Part[] = [2, 1, 0, "Ada", true, false];

/** The messages of a file by their places. */
function messages(words: unknown, path = ""): [string, string][] {
  if (typeof words === "string") return [[path, words]];
  return Object.entries(words as object).flatMap(([key, value]) => messages(value, `${path}.${key}`));
}

const read = (name: string, isBoard: boolean, language: string): [string, string][] =>
  messages(FILES.find((file) => file.name === name && file.isBoard === isBoard && file.language === language)!.words);

/** What a message says, with every sample for its parts, and which parts it asks for. */
function tried(message: string, language: string): { texts: string[]; parts: string[] } {
  const told = readMessage(message, language);
  if (typeof told === "string") return { texts: [told], parts: [] };
  const parts = new Set<string>();
  const all = (sample: Part) => new Proxy({}, { get: (_, name: string) => (parts.add(name), sample) }) as Parts;
  const texts = SAMPLES.map((sample) => told(all(sample)));
  return { texts, parts: [...parts].toSorted() };
}
const said = (message: string, language: string): string[] => tried(message, language).texts;

const KEY = /^([?!.:;/]|.*\.keys\..*\.0)$/; // the name of a key on the keyboard is what is printed on it

function misprints(told: [string, string][], language: string, wrong: RegExp): string[] {
  const heard = told
    .filter(([path, text]) => !KEY.test(path) && !KEY.test(text))
    .flatMap(([path, text]) => said(text, language).map((one) => [path, one]));
  return heard.filter(([, text]) => wrong.test(text!)).map(([path, text]) => `${path}: ${text}`);
}

const FRENCH = FILES.filter(({ language }) => language === "fr");

test("all words are found", () => {
  expect(CODES.toSorted()).toEqual(["en", "fr"]);
  expect(FILES.length).toBe(2 * FRENCH.length);
  expect(FRENCH.length).toBeGreaterThan(9);
});

describe.each(FRENCH)("$name", ({ name, isBoard }) => {
  test("says the same things in both languages", () => {
    const [french, english] = [read(name, isBoard, "fr"), read(name, isBoard, "en")];
    expect(english.map(([path]) => path)).toEqual(french.map(([path]) => path));
    const parts = (told: [string, string][], language: string) =>
      told.map(([path, text]) => [path, tried(text, language).parts]);
    expect(parts(english, "en")).toEqual(parts(french, "fr"));
  });

  test("leaves nothing empty, and fills everything in", () => {
    for (const language of ["fr", "en"]) {
      const texts = read(name, isBoard, language).flatMap(([, text]) => said(text, language));
      expect(texts.filter((text) => text.trim() === "" || /undefined|[{}#]/.test(text))).toEqual([]);
    }
  });

  test("is set as French is: ’ and « », and no line ends before ; : ! ? »", () => {
    const told = read(name, isBoard, "fr");
    expect(misprints(told, "fr", /'|["“”]/)).toEqual([]);
    expect(misprints(told, "fr", /[^\u00a0\u202f!?][;!?»]|[^\u00a0\u202f]:(?=\s|$)|«[^\u00a0\u202f]/u)).toEqual([]);
  });

  test("is set as English is: ’ and “ ”, and no space before ; : ! ?", () => {
    const told = read(name, isBoard, "en");
    expect(misprints(told, "en", /'|["«»]/)).toEqual([]);
    expect(misprints(told, "en", /\s[;:!?]/)).toEqual([]);
  });
});

describe("messages", () => {
  const say = (message: string, parts: Parts, language = "fr") =>
    (readMessage(message, language) as (parts: Parts) => string)(parts);

  test("count as their language does", () => {
    const cards = "{count, plural, =0 {rien} one {# carte} other {# cartes}}";
    expect([0, 1, 2].map((count) => say(cards, { count }))).toEqual(["rien", "1 carte", "2 cartes"]);
    expect(say("{n, plural, one {# point} other {# points}}", { n: 0 })).toBe("0 point");
    expect(say("{n, plural, one {# point} other {# points}}", { n: 0 }, "en")).toBe("0 points");
  });
  test("choose by a word, and within one another", () => {
    const switched = "{on, select, true {{name} parle} other {silence}}.";
    expect([say(switched, { on: true, name: "Ada" }), say(switched, { on: false, name: "Ada" })]).toEqual([
      "Ada parle.",
      "silence.",
    ]);
  });
  test("shorten what loses its end before a vowel, where their language says so", () => {
    const french = { before: "[aeiou]|y[^aeiou]", words: { de: "d’" } };
    const win = readMessage("Victoire de {names}", "fr", french) as (parts: Parts) => string;
    expect(["Adhara", "Mamie", "Ysolde", "Yann", "Hugo"].map((names) => win({ names }))).toEqual([
      "Victoire d’Adhara",
      "Victoire de Mamie",
      "Victoire d’Ysolde",
      "Victoire de Yann",
      "Victoire de Hugo",
    ]);
    const outside = readMessage("Bande {names}, {points}", "fr", french) as (parts: Parts) => string;
    expect(outside({ names: "Ada", points: 8 })).toBe("Bande Ada, 8");
  });
  test("have a true minus sign, and complain in one line", () => {
    expect(say("{points}", { points: -3 })).toBe("−3");
    expect(() => readMessage("{name", "fr")).toThrow("{name: ");
    expect(() => readMessage("{count, plural, one {x}", "fr")).toThrow(/expected/);
  });
});
