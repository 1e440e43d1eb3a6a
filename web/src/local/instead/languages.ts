// The words of the page's own language files, as the server's languages read them: what is missing is filled in there.
import { call, class_, Dict, fn, namedtuple, property, type Value } from "#python";
import { readMessage, type Elision } from "../../words/message";

export const BASE = "fr";
const catalogues = new Map<string, Value>(); // "fr tables": words
const elisions = new Map<string, Elision | null>();

/** What a language says, as the server writes it: catalogues by name. */
export function bring(language: string, words: Record<string, unknown>, elision: Elision | null): void {
  for (const [name, found] of Object.entries(words)) catalogues.set(`${language} ${name}`, inDicts(found));
  elisions.set(language, elision);
}

const inDicts = (words: Value): Value =>
  Array.isArray(words)
    ? words.map(inDicts)
    : words !== null && typeof words === "object"
      ? new Dict(Object.entries(words).map(([key, one]) => [key, inDicts(one)]))
      : words;

export const Catalogue = namedtuple("lumitheque.languages.Catalogue", [["name"], ["own", () => null]], {
  words: fn(
    (self: Value, language: string) =>
      catalogues.get(`${language} ${self.name}`) ?? catalogues.get(`${BASE} ${self.name}`),
    ["words", ["self", "language"], 0],
  ),
});

export function fill(message: string, language: string, parts: Value): string {
  const said = readMessage(message, language, elisions.get(language));
  return typeof said === "string" ? said : said(Object.fromEntries(parts.pairs()));
}

export const languages = (): string[] => [...elisions.keys()];
export const read_text = (): string => "";
export { call, class_, property };
