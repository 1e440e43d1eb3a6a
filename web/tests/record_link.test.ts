/** A game in a link: what goes in comes out, and nothing else does. */
import { readFileSync } from "node:fs";
import { afterEach, expect, test, vi } from "vitest";
import { pack } from "../src/house/packing";
import {
  type LinkTrouble,
  LONGEST_LINK,
  packedIn,
  packRecord,
  recordLink,
  unpackRecord,
} from "../src/house/record_link";

const GAMES = ["fromages", "galax", "lumens", "luminis", "sirius"];
const finished = (game: string): object =>
  JSON.parse(
    readFileSync(new URL(`../../tests/finished/${game}.jsonl`, import.meta.url), "utf8").split("\n")[0]!,
  ) as object;
const RECORD = { game: "lumens", seats: 2, chance: [["place", 1]], moves: [[0, "start=9"]], names: ["Élodie", "弥生"] };
const text = (what: unknown) => pack(typeof what === "string" ? what : JSON.stringify(what));
const trouble = (packed: string) =>
  unpackRecord(packed).then(
    () => "none",
    (error: LinkTrouble) => error.trouble,
  );

afterEach(() => void vi.unstubAllGlobals());

test.each(GAMES)("a finished game of %s fits into a link and comes back", async (game) => {
  const record = finished(game);
  const packed = await packRecord(record);
  expect(packed).toMatch(/^z[\w-]+$/);
  expect(packed.length).toBeLessThan(LONGEST_LINK / 4);
  expect(await unpackRecord(packed)).toEqual(record);
});

test("names in any script come back", async () => {
  expect(await unpackRecord(await packRecord(RECORD))).toEqual(RECORD);
});

test("a browser that cannot pack writes plain text, which every browser reads", async () => {
  vi.stubGlobal("CompressionStream", undefined);
  const packed = await packRecord(RECORD);
  expect(packed).toMatch(/^t[\w-]+$/);
  expect(await unpackRecord(packed)).toEqual(RECORD);
});

test("a browser that cannot unpack says so", async () => {
  const packed = await packRecord(RECORD);
  vi.stubGlobal("DecompressionStream", undefined);
  expect(await trouble(packed)).toBe("old_browser");
});

test("what was cut, changed or made up leads to no game", async () => {
  const packed = await packRecord(RECORD);
  for (const cut of [1, 2, 10, packed.length >> 1, packed.length - 1])
    expect(await trouble(packed.slice(0, cut)), String(cut)).toBe("bad_link");
  for (const one of ["", "x" + packed.slice(1), packed + "!", "z%%%", "zAAAA"])
    expect(await trouble(one), one).toBe("bad_link");
  for (const one of ["no JSON", null, []]) expect(await trouble(await text(one)), String(one)).toBe("bad_link");
});

test("what is no record leads to no game", async () => {
  const changes = [
    { game: "../me" },
    { game: 3 },
    { seats: 0 },
    { seats: 1e9 },
    { seats: "2" },
    { moves: {} },
    { moves: [0] },
    { chance: "all" },
  ];
  for (const change of changes)
    expect(await trouble(await text({ ...RECORD, ...change })), JSON.stringify(change)).toBe("bad_link");
});

test("too long to write, to read, or when unpacked", async () => {
  const moves = Array.from({ length: 5000 }, () => [0, crypto.randomUUID()]);
  await expect(packRecord({ ...RECORD, moves })).rejects.toMatchObject({ trouble: "long_link" });
  expect(await trouble("z" + "A".repeat(LONGEST_LINK))).toBe("long_link");
  expect(await trouble(await text({ ...RECORD, names: ["a".repeat(5_000_000)] }))).toBe("bad_link");
});

test("an address of a house has it in the fragment; either way of writing is read", () => {
  vi.stubGlobal("location", { origin: "http://house", href: "http://house/" });
  expect(recordLink("zAb-_")).toBe("http://house/study#record=zAb-_");
  expect(packedIn(new URL("http://house/study#record=zAb-_"))).toBe("zAb-_");
  expect(packedIn(new URL("http://house/study?record=zAb-_"))).toBe("zAb-_");
  expect(packedIn(new URL("http://house/study"))).toBeNull();
});
