// A generator for imagined worlds. 64 bits are more than a number of JavaScript holds.
import type { Value } from "#python";
import { CHANCE, PLAYOUT } from "#translated/games.chance.js";
import { blank } from "./games.edition";

export function playout_chance(stream: number | bigint): Value {
  const chance = blank(CHANCE);
  chance.source = PLAYOUT;
  chance.stream = BigInt.asUintN(64, BigInt(stream) * 0x9e3779b97f4a7c15n + 0xd1b54a32d192ed03n) || 1n;
  return chance;
}
