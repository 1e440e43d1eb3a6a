/** Tables of this device that the house is to keep: handed over exactly once, and none is lost on the way. */
import { copies, expectCopy, forgetCopy, isCopyOf, isUnsure, noteCopy } from "./copies";
import { isByLinks } from "./device";
import { ask, post, Refusal } from "./http";
import type { TableAnswer, TableNote } from "./types";

interface DeviceGame {
  table: string;
  entries: string[];
}

/** The house's copy of a game of this device went on differently: what the house said, and which table the copy is. */
export interface Parted {
  sentence: string;
  copy: string;
}

interface Merged {
  tables: TableNote[];
  toKeep: number; // tables that are only here, though the house answers
}

const SOON = 2500; // ms, if the house wants it slower
const TRIES = 8;

/**
 * The id of the table in the house. The device forgets its own only once the house has answered that it keeps it; if the
 * answer is lost, the next try finds it there. What was played on meanwhile, in another page, is brought as well.
 */
export async function keepInHouse(table: string): Promise<string> {
  for (;;) {
    const { game, kept } = await copyToHouse(table);
    try {
      await ask("DELETE", `/api/tables/${table}?seq=${game.entries.length}`);
      forgetCopy(table);
      return kept.table.id;
    } catch (refusal) {
      if (!(refusal instanceof Refusal) || refusal.fault.code !== "went_on") throw refusal;
    }
  }
}

/** What has happened so far is kept by the house as well; the game goes on here. */
export async function copyToHouse(table: string): Promise<{ game: DeviceGame; kept: TableAnswer }> {
  const game = await ask<DeviceGame>("GET", `/api/tables/${table}/log`);
  expectCopy(table);
  const kept = await bring(game);
  noteCopy(table, kept.table.id);
  return { game, kept };
}

/**
 * One's tables, here and in the house, each once. Games that the house keeps as they go leave this device when they are
 * over. Where its answer was lost it is told again, and says which its copy is; but not while a bot is to move, for the
 * house's own would move in the copy.
 */
export async function merge(here: TableNote[], elsewhere: TableNote[], isThere: boolean): Promise<Merged> {
  const unsure = isThere ? here.filter(({ id, bot_to_move }) => isUnsure(id) && !bot_to_move) : [];
  await Promise.all(unsure.map(({ id }) => copyToHouse(id).catch(() => null)));
  const done = isThere ? here.filter(({ id, status }) => status === "over" && copies()[id]) : [];
  const left = await Promise.all(done.map(({ id }) => keepInHouse(id).catch(() => null)));
  const running = here.filter((note) => !done.includes(note) || left[done.indexOf(note)] === null);
  return {
    tables: [...running, ...elsewhere.filter(({ id }) => !isCopyOf(running, id))],
    toKeep: isThere ? running.filter(({ id }) => !copies()[id] && !isByLinks(id)).length : 0,
  };
}

async function bring(game: DeviceGame): Promise<TableAnswer> {
  for (let tries = TRIES; ; tries--) {
    try {
      return await post<TableAnswer>("/api/from_device", game);
    } catch (refusal) {
      if (tries === 0 || !(refusal instanceof Refusal) || refusal.fault.code !== "too_many") throw refusal;
      await new Promise((done) => setTimeout(done, SOON));
    }
  }
}
