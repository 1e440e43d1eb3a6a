/** What the tests of the local house share: vectors written by Python, and games brought from them. */
import { readFileSync } from "node:fs";
import { expect } from "vitest";
import { bring } from "#instead/languages";
import { bringGame } from "../../src/local/games";
import { Module } from "../../src/local/module";

const FOLDER = process.env.VECTORS!; // tests/browser/test_same_house.py
export const load = (name: string): any => JSON.parse(readFileSync(`${FOLDER}/${name}.json`, "utf8"));

const modules = new Map<string, Module>();

async function theModule(game: string): Promise<Module> {
  const code = readFileSync(`${FOLDER}/wasm/${game}.wasm`);
  const module = modules.get(game) ?? (await Module.load(code, load(`wasm/${game}`)));
  modules.set(game, module);
  return module;
}

/** A game with its words; with its WebAssembly module if bots are to play, else its rules are interpreted. */
export async function begin(game: string, withModule = false): Promise<any> {
  for (const [language, { words, elision }] of Object.entries<any>(load("words"))) bring(language, words, elision);
  const { editions, levels } = load("games")[game];
  return bringGame(game, { editions, levels, ...(withModule ? { module: await theModule(game) } : {}) });
}

/** Both texts from a little before the first letter that differs: they are long. */
export function same(told: string, expected: string, where: string): void {
  let at = 0;
  while (at < told.length && told[at] === expected[at]) at++;
  const part = (text: string) => text.slice(Math.max(0, at - 80), at + 80);
  expect(part(told), where).toBe(part(expected));
}
