// The searches and the skill of a game, as its WebAssembly module has them.
import type { Value } from "#python";
import { boundAll } from "../binding";

const SKILL = ["by_heart", "is_certain", "judge", "weigh"];
const PLAYOUTS = ["look_ahead", "present_hope", "best_reply"];
const TREE = ["fingerprint", "find_key", "begin_thought", "take_up", "think"];
const ALPHA_BETA = ["begin_depth", "calculate", "place_of"];

export const CompiledGame = null; // in Python the type of what follows

export function compiled_for(game: Value): Value {
  game.compiledGame ??= compiledGame(game);
  return game.compiledGame;
}

export const skill_of = (game: Value): Value => compiled_for(game).skill;

function compiledGame({ module }: Value): Value {
  const { skill, shared } = module.description;
  return {
    skill: { ...skill, ...boundAll(module, SKILL) },
    playouts: { ...boundAll(module, PLAYOUTS), UNCLEAR: shared.UNCLEAR, EQUAL: shared.EQUAL },
    tree: boundAll(module, TREE),
    alpha_beta: boundAll(module, ALPHA_BETA),
    rollouts: module.has("rehearse") ? boundAll(module, ["rehearse", "foresee"]) : null,
  };
}
