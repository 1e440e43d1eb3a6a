// Records in plain memory, and the texts of the built-in editions.
import type { Value } from "#python";
import { type Layout, recordFrom } from "../python/numpy";
import { read_edition } from "#translated/games.edition.js";

export const record_from = (data: Uint8Array, layout: Layout): Value => recordFrom(data, layout);
export const blank = (layout: Layout): Value => recordFrom(0, layout);

/** A look at some whole numbers of a record. */
export const numbers_of =
  (_: Layout, ...names: string[]) =>
  (record: Value): number[] =>
    names.map((name) => record[name]);

const kept = new Map<string, Value>();

export function _built_in(game: Value, name: string): Value {
  const key = `${game.name}/${name}`;
  if (!kept.has(key)) {
    const [file, text] = game.editionFiles[name];
    kept.set(key, read_edition(game, text, file, name, true));
  }
  return kept.get(key);
}
