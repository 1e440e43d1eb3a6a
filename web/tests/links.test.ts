import { expect, test } from "vitest";
import { addressOf, Newer, read, type LinkGame } from "../src/house/link_game";
import { pack, Unreadable, unpack } from "../src/house/packing";

const GAME: LinkGame = {
  game: "sirius",
  rules: 1,
  options: { setup: "random", captures: "huff", directions: 8 },
  names: ["Zoé", "Zoë 🌙"],
  seat: 1,
  plays: [["c3-d4"], ["g8xf7", "f7xe6"]],
  says: null,
};
const TABLE = `d-link-${"0123456789abcdef".repeat(2)}`;
const fragment = (address: string) => address.slice(address.indexOf("#") + 1);
const plain = (text: string) => pack(text);

test("a text comes out of its letters as it went in", async () => {
  for (const text of ["", "é🌙\u0000", "x".repeat(10_000), JSON.stringify(GAME)]) {
    const packed = await pack(text);
    expect(packed).toMatch(/^[\w-]+$/);
    expect(await unpack(packed)).toBe(text);
  }
});

test("where a browser cannot deflate, the text is packed as it is", async () => {
  const { CompressionStream } = globalThis;
  try {
    Object.assign(globalThis, { CompressionStream: undefined });
    const packed = await pack("à vous");
    expect(packed[0]).toBe("t");
    expect(await unpack(packed)).toBe("à vous");
  } finally {
    Object.assign(globalThis, { CompressionStream });
  }
});

test("what was cut, changed or never packed is not read", async () => {
  const packed = await pack(JSON.stringify(GAME));
  const other = packed.slice(0, 30) + (packed[30] === "A" ? "B" : "A") + packed.slice(31);
  for (const wrong of [packed.slice(0, -1), packed.slice(0, -4), packed.slice(1), other, "", "z", "t", "zzz!", "#"])
    await expect(unpack(wrong), wrong).rejects.toThrow(Unreadable);
});

test("a link that would unpack to far too much is not unpacked", async () => {
  await expect(unpack(await pack("0".repeat(5_000_000)))).rejects.toThrow(Unreadable);
});

test("a game comes out of its link", async () => {
  const address = await addressOf({ table: TABLE, link: GAME });
  expect(address).toContain("/link#");
  expect(await read(fragment(address))).toEqual({ table: TABLE, link: GAME });
});

test("a game of 150 moves has a link of less than 2,000 letters", async () => {
  const cell = (number: number) => `${"abcdefghij"[(number * 7) % 10]}${1 + ((number * 13 + (number >> 3)) % 10)}`;
  const plays = Array.from({ length: 150 }, (_, number) => [`${cell(number)}-${cell(number * number + 5)}`]);
  const address = await addressOf({ table: TABLE, link: { ...GAME, plays } });
  expect(address.length).toBeLessThan(2000);
});

test("what is no game, and what is a newer link, is told apart", async () => {
  for (const text of [
    "{}",
    "[1]",
    "nothing",
    JSON.stringify([1, "token", GAME]),
    JSON.stringify([1, TABLE.slice(7), {}]),
  ])
    await expect(read(await plain(text)), text).rejects.toThrow(Unreadable);
  await expect(read(await plain(JSON.stringify([2, "anything"])))).rejects.toThrow(Newer);
});
