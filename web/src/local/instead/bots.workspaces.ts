// What searches work with: memory of the game's WebAssembly module, one thread.
import { call, type Value } from "#python";
import { CHANCE } from "#translated/games.chance.js";
import * as layouts from "#translated/bots.search.layouts.js";
import { LEVELS, LONGEST_PATH } from "#translated/bots.workspaces.js";
import { residentArray, residentRecord, residentRecords } from "../binding";
import { float32, float64, int32, type Layout, NDArray, type Records, uint16, uint32, zeros } from "../python/numpy";
import { seedSequence } from "../python/random";

export const NODES = 1 << 17; // 8 MB twice: levels search a few thousand, and phones have little memory
const ENTRIES = 1 << 18;

export const records = (count: number, layout: Layout): Records => zeros(count, layout);

/** The same memory as whole numbers, a row per record. */
export function as_words(states: Records): NDArray {
  const { itemsize } = states.layout;
  const type = itemsize % 4 === 0 ? uint32 : uint16;
  return new NDArray(states.memory, type.kind, states.memory.at, [states.count, itemsize / type.kind.size]);
}

export const playout_stream = (seed: Value, thread: number): bigint => seedSequence([seed, thread]) | 1n;

export function tree_workspace(game: Value, nodes: Value): Value {
  const { module, record, seats } = game;
  const count = typeof nodes === "object" ? nodes.$keywords[0][1] : nodes;
  const worlds = residentRecords(module, "STATE", record.STATE, 3);
  const moves = () => residentArray(module, "int32", int32, record.MOST_MOVES);
  return call(layouts.TreeWorkspace, [
    residentRecord(module, "THOUGHT", layouts.THOUGHT),
    residentRecords(module, "NODE", layouts.NODE, count),
    worlds,
    as_words(worlds),
    residentRecord(module, "CHANCE", CHANCE),
    moves(),
    moves(),
    residentArray(module, "int32", int32, LONGEST_PATH),
    residentArray(module, "float64", float64, seats.__getitem__(-1)),
  ]);
}

export function alpha_beta_workspace(game: Value, table: { entries: Value }): Value {
  const { module, record } = game;
  const states = residentRecords(module, "STATE", record.STATE, LEVELS);
  table.entries ??= residentRecords(module, "ENTRY", layouts.ENTRY, ENTRIES);
  return call(layouts.AlphaBetaWorkspace, [
    residentRecord(module, "CALCULATION", layouts.CALCULATION),
    residentRecords(module, "FRAME", layouts.FRAME, LEVELS),
    states,
    as_words(states),
    residentArray(module, "int32", int32, LEVELS, record.MOST_MOVES),
    residentArray(module, "float64", float64, LEVELS, record.MOST_MOVES),
    table.entries,
    residentArray(module, "float32", float32, 2, record.MOVES),
    residentArray(module, "float64", float64, 2),
    residentRecord(module, "CHANCE", CHANCE),
    records(1, layouts.ROOT),
  ]);
}

/** Of the bot; a module's memory is taken when it is known which game it plays. */
export const transposition_table = (): { entries: Value } => ({ entries: null });

/** One thread: a second one would need shared memory, which few pages are allowed. */
export function in_threads(_: number, work: (number: number) => void): void {
  work(0);
}

export function load_view(workspace: Value, sight: Value, seed: Value, thread = 0): void {
  workspace.worlds.__setitem__(0, sight.view);
  const { t } = workspace;
  [t.seat, t.seats, t.simulations, t.plies] = [sight.seat, sight.seats, 0, 0];
  workspace.chance.stream = playout_stream(seed, thread);
}
