// The characters of a game: the page was given them with its other facts.
import { Dict, type Value } from "#python";
import { Level } from "#translated/bots.levels.js";
import { decode } from "../python/msgspec";

export const levels = (game: Value): Dict =>
  new Dict(
    game.levelList.map((one: Value) => [one.name, decode(JSON.stringify(one), { $keywords: [["type", Level]] })]),
  );
