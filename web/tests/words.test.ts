/** Everything the page says, in both languages: nothing is missing, and it is well set. */
import { describe, expect, test, vi } from "vitest";

vi.stubGlobal("localStorage", { getItem: () => null });
vi.stubGlobal("navigator", { languages: ["fr"] });

type Told = (...values: unknown[]) => unknown;
interface Words {
  WORDS: { fr: object; en: object };
}
const ALL = import.meta.glob<Words>(["../src/words/*.ts", "!../src/words/{fr,en,*.fr,*.en,language.svelte}.ts", "../src/games/*/words.ts"]);

/** Names, counts, cells, yes and no: what the page tells of. A function is tried with all of them, in every order. */
const SAMPLES = [2, 1, "S", ["d4", "e5"], true];

function* tuples(length: number): Generator<unknown[]> {
  if (length === 0) yield [];
  else for (const rest of tuples(length - 1)) for (const sample of SAMPLES) yield [sample, ...rest];
}

/** What a function says for these values; null where they are none of its kind. */
function said(tell: Told, values: unknown[]): string | null {
  try {
    const text = tell(...values);
    return typeof text === "string" && text !== "" && !/undefined|NaN|\[object/.test(text) ? text : null;
  } catch {
    return null;
  }
}

/** The texts of a language by where they are written, functions with the values that they were tried with. */
function texts(words: unknown, other: unknown, path = ""): [string, string][] {
  if (typeof words === "string") return [[path, words]];
  if (typeof words === "function") {
    const tried = [...tuples(Math.max(words.length, (other as Told).length))];
    return tried.flatMap((values) => {
      const text = said(words as Told, values);
      return text === null ? [] : [[`${path}(${values.join("; ")})`, text] as [string, string]];
    });
  }
  return Object.entries(words as object).flatMap(([key, value]) => texts(value, (other as Record<string, unknown>)[key], `${path}.${key}`));
}

/** Where something is written: keys, and places in lists. */
function places(words: unknown, path = ""): string[] {
  if (typeof words !== "object" || words === null) return [`${path} is a ${typeof words}`];
  return Object.entries(words).flatMap(([key, value]) => places(value, `${path}.${key}`));
}

const KEY = /^([?!.:;/]|.*\.keys\..*\.0)$/; // the name of a key on the keyboard is what is printed on it

function misprints(told: [string, string][], wrong: RegExp): string[] {
  return told.filter(([path, text]) => !KEY.test(path) && !KEY.test(text) && wrong.test(text)).map(([path, text]) => `${path}: ${text}`);
}

test("all words are found", () => {
  expect(Object.keys(ALL).length).toBeGreaterThan(9);
});

describe.each(Object.keys(ALL))("%s", (file) => {
  const read = async () => (await ALL[file]!()).WORDS;

  test("says the same things in both languages", async () => {
    const { fr, en } = await read();
    expect(places(en)).toEqual(places(fr));
    const [french, english] = [texts(fr, en), texts(en, fr)];
    expect(english.map(([path]) => path)).toEqual(french.map(([path]) => path));
    const spoken = new Set(french.map(([path]) => path.replace(/\(.*/, "")));
    expect(places(fr).map((place) => place.replace(/ is a .*/, "")).filter((place) => !spoken.has(place))).toEqual([]);
  });

  test("leaves nothing empty", async () => {
    const { fr, en } = await read();
    expect([...texts(fr, en), ...texts(en, fr)].filter(([, text]) => text.trim() === "")).toEqual([]);
  });

  test("is set as French is: ’ and « », and no line ends before ; : ! ? »", async () => {
    const { fr, en } = await read();
    const told = texts(fr, en);
    expect(misprints(told, /'|["“”]/)).toEqual([]);
    expect(misprints(told, /[^\u00a0\u202f!?][;!?»]|[^\u00a0\u202f]:(?=\s|$)|«[^\u00a0\u202f]/u)).toEqual([]);
  });

  test("is set as English is: ’ and “ ”, and no space before ; : ! ?", async () => {
    const { fr, en } = await read();
    const told = texts(en, fr);
    expect(misprints(told, /'|["«»]/)).toEqual([]);
    expect(misprints(told, /\s[;:!?]/)).toEqual([]);
  });
});
