/** The files that play without a house needs: modules, facts and words, as `write_device_files` lays them out. */
import { bring } from "#instead/languages";
import { at } from "../house/place";
import { bringGame } from "./games";
import { Module, type Description } from "./module";

interface Index {
  games: Record<string, { wasm: string; facts: string; bytes: number }>;
  words: Record<string, string>;
}

interface Facts {
  description: Description;
  editions: Record<string, [string, string]>;
  levels: unknown[];
}

/** A file of the stock is not to be had: no network and not kept, or the house has not made it yet. */
export class OutOfStock extends Error {}

async function fetched(name: string): Promise<Response> {
  const response = await fetch(at(`/local/${name}`)).catch(() => null);
  if (!response?.ok) throw new OutOfStock(name);
  return response;
}

const once = <Answer>(load: (name: string) => Promise<Answer>): ((name: string) => Promise<Answer>) => {
  const coming = new Map<string, Promise<Answer>>();
  return (name) => {
    const found = coming.get(name) ?? load(name);
    coming.set(name, found);
    found.catch(() => coming.delete(name)); // it may be there the next time
    return found;
  };
};

const theIndex = once(async () => (await (await fetched("index.json")).json()) as Index);

/** A language's words, of which another language's stand in for those it lacks. */
export const bringWords = once(async (language: string) => {
  const { words } = await theIndex("");
  const file = words[language] ?? words["fr"];
  if (!file) throw new OutOfStock(language);
  const told = await (await fetched(file)).json();
  bring(language, told.words, told.elision);
});

/** Puts a game on the shelf of the house on this device. */
export const bringTheGame = once(async (name: string) => {
  const found = (await theIndex("")).games[name];
  if (!found) throw new OutOfStock(name);
  const [code, facts] = await Promise.all([
    fetched(found.wasm).then((response) => response.arrayBuffer()),
    fetched(found.facts).then((response) => response.json() as Promise<Facts>),
  ]);
  const module = await Module.load(code, facts.description);
  await bringGame(name, { editions: facts.editions, levels: facts.levels, module });
});
