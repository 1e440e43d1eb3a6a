// A bot for Lumithèque in JavaScript, without any package: it prefers long moves, and throws dice between equals.
//
//     lumitheque play galax --seats "human,engine:node long_moves.mjs"

import { createInterface } from "node:readline";

const say = (message) => process.stdout.write(JSON.stringify(message) + "\n");

/** Numbers from 0 to 1 that follow from the seed: the same seed, the same move. */
function dice(seed) {
  let state = Number(BigInt.asUintN(32, BigInt(`0x${seed}`)));
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

/** In Galax and Sirius a long text is a long way: more cells, more captures. */
function choose(legal, random) {
  const longest = Math.max(...legal.map((move) => move.length));
  const best = legal.filter((move) => move.length === longest);
  return best[Math.floor(random() * best.length)];
}

for await (const line of createInterface({ input: process.stdin })) {
  const message = JSON.parse(line);
  switch (message.type) {
    case "hello":
      say({ type: "ready", protocol: 1, name: "long-moves.js", author: "Lumithèque" });
      break;
    case "new":
      say({ type: "ok" });
      break;
    case "think":
      say({ type: "move", move: choose(message.legal, dice(message.seed)) });
      break;
    case "ping":
      say({ type: "pong" });
      break;
    case "quit":
      process.exit();
  } // option, stop, over, error, and whatever later versions may add, need no answer
}
