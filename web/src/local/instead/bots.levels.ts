// The characters of a game, weakest first, as its levels.toml has them.
import { Dict, library, type Value } from "#python";
import { Level } from "#translated/bots.levels.js";

export const levels = (game: Value): Dict =>
  new Dict(game.levelList.map((one: Value) => [one.name, library("msgspec").convert(one, Level)]));
