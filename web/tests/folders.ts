/** What the page says, read from the folders of languages as the house reads them. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "smol-toml";

export type Tree = Record<string, unknown>;

const HOUSE = join(import.meta.dirname, "../../src/lumitheque");
const LANGUAGES = join(HOUSE, "languages");
const GAMES = join(HOUSE, "games");
const read = (path: string): Tree => parse(readFileSync(path, "utf8")) as Tree;

export const CODES = readdirSync(LANGUAGES).filter((code) => existsSync(join(LANGUAGES, code, "language.toml")));

function pageOf(language: string) {
  const folder = join(LANGUAGES, language, "page");
  return readdirSync(folder).map((file) => ({
    language,
    name: file.replace(".toml", ""),
    isBoard: false,
    words: read(join(folder, file)),
  }));
}

function boardsOf(language: string) {
  const paths = readdirSync(GAMES).map((name) => ({ name, path: join(GAMES, name, "words", language, "board.toml") }));
  return paths
    .filter(({ path }) => existsSync(path))
    .map(({ name, path }) => ({ language, name, isBoard: true, words: read(path) }));
}

export const FILES = CODES.flatMap((code) => [...pageOf(code), ...boardsOf(code)]);
