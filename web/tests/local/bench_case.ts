/** Plies and simulations per second of a module, as benchmarks/wasm.py has them of machine code on the same positions. */
import type { Kind, Module, Place } from "../../src/local/module";

export interface Case {
  seats: number;
  codes: number[];
  streams: string[]; // a game each
  view: string; // in base64: what a seat sees in the middle of a game
  seat: number;
  moves: number[];
  simulations: number;
  rounds: number;
}

export interface Speeds {
  plies: number;
  simulations: number;
  worth: number; // of the first node that was grown: whoever thought otherwise has another
}

/** What is measured: `run` says how much of it was done, and is always prepared anew. */
export interface Task {
  prepare: () => void;
  run: () => number;
}
export interface Tasks {
  plies: Task;
  simulations: Task;
  worth: () => number;
}

export function tasksOf(m: Module, given: Case): Tasks {
  const e = m.edition();
  const most = m.description.constants["MOST_MOVES"] as number;
  const [nodes, simulations] = thoughts(m, given, e, most);
  return {
    plies: wholeGames(m, given, e, most),
    simulations,
    worth: () => m.get(m.item(nodes, 1), "outlook"),
  };
}

/** `clock`: seconds, of whatever is to be measured. */
export function speedsOf(m: Module, given: Case, clock: () => number): Speeds {
  const { plies, simulations, worth } = tasksOf(m, given);
  const [one, other] = [best(given.rounds, clock, plies), best(given.rounds, clock, simulations)];
  return { plies: one, simulations: other, worth: worth() };
}

/** What a task did per second, at its best. */
function best(rounds: number, clock: () => number, { prepare, run }: Task): number {
  let found = 0;
  for (let round = 0; round < rounds; round++) {
    prepare();
    const before = clock();
    const done = run();
    found = Math.max(found, done / (clock() - before));
  }
  return found;
}

function wholeGames(m: Module, { seats, codes, streams }: Case, e: Place, most: number): Task {
  const states = m.array("STATE", streams.length);
  const chances = m.array("CHANCE", streams.length);
  const out = m.array("int32", most);
  const options = m.filled("int64", codes.map(BigInt));
  return {
    run: () => m.call("play_out_all", e, states, chances, out, m.description.constants["LONGEST"] as number),
    prepare: () => {
      m.clear(states);
      m.clear(chances);
      streams.forEach((stream, i) => {
        m.set(m.item(chances, i), "stream", BigInt(stream));
        m.call("setup", e, m.item(states, i), seats, options, m.item(chances, i));
      });
    },
  };
}

function thoughts(m: Module, given: Case, e: Place, most: number): [nodes: Place, Task] {
  const { description } = m;
  const worlds = m.array("STATE", 3);
  const of = description.exports["fingerprint"]!.parameters[0]!.of as Kind;
  const words = m.seenAs(worlds, of, 3, m.length(worlds) / 3 / (of === "uint32" ? 4 : 2));
  const [nodes, t, chance] = [m.array("NODE", description.shared["NODES"]!), m.record("THOUGHT"), m.record("CHANCE")];
  const d: Record<string, Place> = {
    t,
    nodes,
    worlds,
    words,
    chance,
    moves: m.array("int32", most),
    rest: m.array("int32", most),
    path: m.array("int32", description.shared["LONGEST_PATH"]!),
    hopes: m.array("float64", description.seats.at(-1)!),
  };
  const candidates = m.filled("int32", given.moves);
  const view = Uint8Array.from(atob(given.view), (letter) => letter.charCodeAt(0));
  const run = (): number => {
    m.call("think", e, d, candidates, given.simulations);
    return given.simulations;
  };
  const prepare = (): void => {
    m.bytes(m.item(worlds, 0)).set(view);
    m.set(chance, "stream", 12345);
    m.set(t, "seat", given.seat);
    m.set(t, "seats", given.seats);
    m.set(t, "caution", 0.1);
    for (const name of ["explore", "glances", "horizon"])
      m.set(t, name, description.skill[name.toUpperCase()] as number);
    m.call("begin_thought", d, m.callWide("fingerprint", m.item(words, 0)));
  };
  return [nodes, { prepare, run }];
}
