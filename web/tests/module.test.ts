/** The loader of modules, with a tiny one written by hand; those of games are compared in tests/browser. */
import { expect, test } from "vitest";
import { Module, type Description } from "../src/local/module";

const name = (text: string) => [text.length, ...new TextEncoder().encode(text)];
const section = (id: number, ...bytes: number[]) => [id, bytes.length, ...bytes];

const HEAD = [0, 0x61, 0x73, 0x6d, 1, 0, 0, 0]; // \0asm, version 1

/** (func (export "first") (param $at i32) (param $n i32) (result i32) (i32.load (local.get $at))), and "wide" of i64. */
const CODE = Uint8Array.from([
  ...HEAD,
  ...section(1, 2, 0x60, 2, 0x7f, 0x7f, 1, 0x7f, 0x60, 2, 0x7f, 0x7e, 1, 0x7e), // types
  ...section(3, 2, 0, 1), // functions
  ...section(5, 1, 0, 1), // a memory of one page
  ...section(6, 1, 0x7f, 0, 0x41, 32, 0x0b), // __heap_base is 32
  ...section(
    7,
    4,
    ...name("memory"),
    2,
    0,
    ...name("__heap_base"),
    3,
    0,
    ...name("first"),
    0,
    0,
    ...name("wide"),
    0,
    1,
  ),
  ...section(10, 2, 7, 0, 0x20, 0, 0x28, 2, 0, 0x0b, 4, 0, 0x20, 1, 0x0b),
]);

const description = {
  format: 1,
  layouts: {
    PAIR: {
      size: 16,
      fields: {
        small: { at: 0, kind: "int8", itemsize: 1, shape: [] },
        big: { at: 8, kind: "uint64", itemsize: 8, shape: [] },
        list: { at: 2, kind: "int16", itemsize: 2, shape: [3] },
      },
    },
  },
  exports: {
    first: { parameters: [{ name: "values", kind: "array", of: "int32", dimensions: 1 }], result: "i32" },
    wide: {
      parameters: [
        { name: "d.pair", kind: "record", of: "PAIR" },
        { name: "key", kind: "i64" },
      ],
      result: "i64",
    },
  },
  editions: [],
} as unknown as Description;

const load = () => Module.load(CODE, description);

test("fields are written and read", async () => {
  const m = await load();
  const pair = m.record("PAIR");
  m.set(pair, "small", -7);
  m.set(pair, "big", 2n ** 40n);
  m.set(pair, "list", 5, 2);
  expect([m.get(pair, "small"), m.get(pair, "big"), m.get(pair, "list", 2)]).toEqual([-7, 2 ** 40, 5]);
  expect(() => m.get(pair, "none")).toThrow("no field none");
});

test("places stay right when memory grows", async () => {
  const m = await load();
  const before = m.filled("int32", [41, 42]);
  m.array("float64", 100_000);
  const after = m.filled("int32", [43]);
  expect([m.call("first", before), m.call("first", after)]).toEqual([41, 43]);
  expect([...m.numbers(before)]).toEqual([41, 42]);
});

test("memory that was given back is used again, zeroed", async () => {
  const m = await load();
  const one = m.filled("int32", [1, 2, 3]);
  const top = m.top;
  m.release(one);
  const two = m.array("int32", 4);
  expect([two.at, m.top]).toEqual([one.at, top]);
  expect([...m.numbers(two)]).toEqual([0, 0, 0, 0]);
});

test("memory taken within some work is given back with it, whatever happens", async () => {
  const m = await load();
  m.release(m.array("int32", 4));
  const { top } = m;
  const [again, more] = m.within(() => [m.array("int32", 4), m.array("int32", 40)]);
  expect(more!.at).toBeGreaterThanOrEqual(top);
  expect(() => m.within(() => m.item(m.array("PAIR", 9), 99))).toThrow(RangeError);
  expect(m.top).toBe(top);
  expect(m.array("int32", 4).at).toBe(again!.at);
});

test("items and words are the same memory", async () => {
  const m = await load();
  const pairs = m.array("PAIR", 3);
  m.set(m.item(pairs, 2), "small", 9);
  expect(m.numbers(m.item(m.seenAs(pairs, "uint32", 3, 4), 2))[0]).toBe(9);
  expect(() => m.item(pairs, 3)).toThrow(RangeError);
});

test("arguments are checked, workspaces taken apart", async () => {
  const m = await load();
  expect(m.callWide("wide", { pair: m.record("PAIR") }, 2n ** 60n)).toBe(2n ** 60n);
  expect(() => m.call("wide", {}, 1n)).toThrow("d.pair is record of PAIR");
  expect(() => m.call("first", m.array("int16", 1))).toThrow("values is array of int32");
  expect(() => m.call("first")).toThrow("first takes values");
  expect(() => m.call("second")).toThrow("unknown");
});

test("another format is refused", async () => {
  await expect(Module.load(CODE, { ...description, format: 2 })).rejects.toThrow("format 2");
});
