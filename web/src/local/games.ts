/** Games on the shelf of the local house: their translated modules, editions and words. */
import { join } from "#instead/games";
import type { Value } from "#python";
import { boundAll } from "./binding";
import type { Module } from "./module";
import { MODULES } from "#translated/index.js";

/** What a game brings that is not code of ours; without a module its rules are interpreted, and it has no bots. */
export interface Belongings {
  editions: Record<string, [file: string, text: string]>;
  levels: Value[];
  module?: Module;
}

const VERBS = ["setup", "waiting", "legal_moves", "refusal", "apply_move", "ending", "points", "winners"];
const KNOWLEDGE = ["view", "imagine"];

const PARTS = ["record", "rules", "knowledge", "notation", "edition", "facts"];

export const moduleOf = (name: string): Promise<Value> => MODULES[name]();

export async function bringGame(name: string, { editions, levels, module }: Belongings): Promise<Value> {
  const { GAME } = await moduleOf(`games.${name}`);
  Object.assign(GAME, { editionFiles: editions, levelList: levels, module });
  Object.defineProperty(GAME, "folder", { value: "", configurable: true });
  for (const part of PARTS)
    if (`games.${name}.${part}` in MODULES) GAME._parts.set(part, await moduleOf(`games.${name}.${part}`));
  if (module) {
    GAME._parts.set("skill", module.description.skill);
    GAME._parts.set("rules", { ...GAME._parts.get("rules"), ...boundAll(module, VERBS) });
    GAME._parts.set("knowledge", { ...GAME._parts.get("knowledge"), ...boundAll(module, KNOWLEDGE) });
  }
  join(GAME);
  return GAME;
}
