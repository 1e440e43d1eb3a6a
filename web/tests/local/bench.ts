/** node bench.js FOLDER GAME CASE: plies and simulations per second of processor time, as JSON; see benchmarks/wasm.py. */
import { readFileSync } from "node:fs";
import { Module, type Description, type Kind, type Place } from "../../src/local/module";

interface Case {
  seats: number;
  codes: number[];
  streams: string[]; // a game each
  view: string; // in base64: what a seat sees in the middle of a game
  seat: number;
  moves: number[];
  simulations: number;
  rounds: number;
}

const [folder, game, given] = process.argv.slice(2) as [string, string, string];
const description = JSON.parse(readFileSync(`${folder}/${game}.json`, "utf8")) as Description;
const m = await Module.load(readFileSync(`${folder}/${game}.wasm`), description);
const { seats, codes, streams, view, seat, moves, simulations, rounds } = JSON.parse(
  readFileSync(given, "utf8"),
) as Case;
const e = m.edition();
const most = description.constants["MOST_MOVES"] as number;

/** What a task did per second of processor time, at its best. */
function best(task: () => number, prepare: () => void): number {
  let found = 0;
  for (let round = 0; round < rounds; round++) {
    prepare();
    const before = process.cpuUsage();
    const done = task();
    const { user, system } = process.cpuUsage(before);
    found = Math.max(found, (done / (user + system)) * 1e6);
  }
  return found;
}

const states = m.array("STATE", streams.length);
const chances = m.array("CHANCE", streams.length);
const out = m.array("int32", most);
const options = m.filled("int64", codes.map(BigInt));
const plies = best(
  () => m.call("play_out_all", e, states, chances, out, description.constants["LONGEST"] as number),
  () => {
    m.clear(states);
    m.clear(chances);
    streams.forEach((stream, i) => {
      m.set(m.item(chances, i), "stream", BigInt(stream));
      m.call("setup", e, m.item(states, i), seats, options, m.item(chances, i));
    });
  },
);

const worlds = m.array("STATE", 3);
const of = description.exports["fingerprint"]!.parameters[0]!.of as Kind;
const words = m.seenAs(worlds, of, 3, m.length(worlds) / 3 / (of === "uint32" ? 4 : 2));
const d: Record<string, Place> = {
  t: m.record("THOUGHT"),
  nodes: m.array("NODE", description.shared["NODES"]!),
  worlds,
  words,
  chance: m.record("CHANCE"),
  moves: m.array("int32", most),
  rest: m.array("int32", most),
  path: m.array("int32", description.shared["LONGEST_PATH"]!),
  hopes: m.array("float64", description.seats.at(-1)!),
};
const t = d["t"]!;
const candidates = m.filled("int32", moves);
const thoughts = best(
  () => {
    m.call("think", e, d, candidates, simulations);
    return simulations;
  },
  () => {
    m.bytes(m.item(worlds, 0)).set(Buffer.from(view, "base64"));
    m.set(d["chance"]!, "stream", 12345);
    m.set(t, "seat", seat);
    m.set(t, "seats", seats);
    m.set(t, "caution", 0.1);
    for (const name of ["explore", "glances", "horizon"])
      m.set(t, name, description.skill[name.toUpperCase()] as number);
    m.call("begin_thought", d, m.callWide("fingerprint", m.item(words, 0)));
  },
);
process.stdout.write(JSON.stringify({ plies, simulations: thoughts, worth: m.get(m.item(d["nodes"]!, 1), "outlook") }));
