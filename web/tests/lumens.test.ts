import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import {
  effectOf,
  facesOf,
  leadersOf,
  pointsOf,
  sourcesOf,
  stockOf,
  strengths,
  toPlace,
  totalOf,
  waysFrom,
  withLamp,
} from "../src/games/lumens/light";
import { goalsOf, readMove } from "../src/games/lumens/moves";
import type { LumensView, RoomCount } from "../src/games/lumens/view";
import { cellAt, cellsOf, floorOf, middleOf, readPalace, rimOf, spotOf, wallsOf } from "../src/games/lumens/edition";
import { layOut } from "../src/games/lumens/layout";
import { sayCell, sayGains, sayMove, sayPosition } from "../src/games/lumens/say";
import tables from "./fixtures/lumens.json";

const EDITION = readFileSync("../src/lumitheque/games/lumens/editions/reconstruction.txt", "utf8");

/** Games that the referee played: where it let lights go, and how it counted the rooms. */
interface Played {
  seats: number;
  turns: (Lit & { seat: number; goals: string[] } & Pick<LumensView, "home_right">)[];
  counted: Lit & { rooms: Record<string, RoomCount>; points: number[] };
}
type Lit = Pick<LumensView, "board" | "starts">;
const PLAYED = tables as unknown as Played[];
const small = readPalace(EDITION, 2);
const large = readPalace(EDITION, 4);

function viewOf(board: LumensView["board"], more: Partial<LumensView> = {}): LumensView {
  const stock = { "1/6": 8, "2/5": 8, "3/4": 8 };
  return {
    phase: "play",
    turn: 0,
    starts: ["a1", "m9"],
    board,
    hands: ["3/4", "?"],
    chosen: [3, 5],
    left: [{ ...stock, "3/4": 5 }, stock],
    home_right: [true, true],
    out: [false, false],
    ending: null,
    ...more,
  };
}

/** Near the end of a game for two. */
const atTheEnd: LumensView["board"] = {
  a1: [
    [1, "2/5", 2],
    [1, "3/4", 3],
  ],
  c1: [[1, "1/6", 6]],
  d1: [[1, "1/6", 1]],
  e1: [[1, "2/5", 5]],
  g1: [
    [1, "1/6", 6],
    [1, "2/5", 5],
  ],
  i1: [
    [1, "1/6", 1],
    [1, "2/5", 5],
  ],
  a2: [
    [1, "3/4", 3],
    [1, "3/4", 3],
  ],
  g2: [[1, "1/6", 1]],
  i2: [[1, "2/5", 5]],
  m2: [
    [0, "3/4", 3],
    [0, "2/5", 5],
  ],
  j5: [
    [0, "1/6", 6],
    [0, "2/5", 2],
  ],
  l5: [
    [0, "1/6", 1],
    [0, "2/5", 2],
  ],
  i8: [[0, "1/6", 1]],
  m8: [
    [0, "2/5", 5],
    [0, "3/4", 4],
  ],
  e9: [[0, "1/6", 1]],
  i9: [
    [0, "2/5", 2],
    [0, "3/4", 4],
  ],
  m9: [[0, "3/4", 4]],
};

describe("the palace", () => {
  it("has the side for the number of players (LU-03)", () => {
    expect([small.columns, small.rows, small.letters.length, small.centre]).toEqual([13, 9, 9, "E"]);
    expect([large.columns, large.rows, large.letters.length, large.centre]).toEqual([15, 15, 11, "F"]);
    expect(readPalace(EDITION, 3)).toEqual(large);
    expect(cellsOf(small, "E")).toHaveLength(9);
    expect(small.room).toMatchObject({ a1: "G", m9: "C", e8: "B", d5: "D" });
    expect(small.room.f8).toBeUndefined();
  });
  it("lists its cells as one reads them, and finds them again", () => {
    expect([small.cells[0], small.cells[12], small.cells.at(-1)]).toEqual(["a9", "m9", "m1"]);
    for (const cell of large.cells) expect(cellAt(large, spotOf(large, cell))).toBe(cell);
    expect(cellAt(small, { x: 13, y: 0 })).toBeNull();
    expect(cellAt(small, { x: 0, y: -1 })).toBeNull();
  });
  it("draws walls only where a room ends", () => {
    expect(wallsOf(small, "E").match(/M/g)).toHaveLength(12);
    expect(floorOf(small, "A")).toBe("M0 0h1v1h-1zM1 0h1v1h-1zM0 1h1v1h-1zM1 1h1v1h-1z");
    expect(middleOf(small, "E")).toEqual({ x: 6.5, y: 4.5 });
  });
});

describe("the palace, turned upright", () => {
  const upright = readPalace(EDITION, 2, true);
  it("has the same rooms and cells, drawn a quarter to the right", () => {
    expect([upright.columns, upright.rows]).toEqual([9, 13]);
    expect(upright.room).toEqual(small.room);
    expect(upright.cells.toSorted()).toEqual(small.cells.toSorted());
    for (const cell of small.cells) {
      const { x, y } = spotOf(small, cell);
      expect(spotOf(upright, cell)).toEqual({ x: small.rows - 1 - y, y: x }); // turned, not mirrored
      expect(cellAt(upright, spotOf(upright, cell))).toBe(cell);
    }
  });
  it("is read row by row, as its rim says", () => {
    expect([upright.cells[0], upright.cells[8], upright.cells.at(-1)]).toEqual(["a1", "a9", "m9"]);
    const rim = rimOf(upright);
    upright.cells.forEach((cell, i) => expect(rim.rows[Math.floor(i / 9)]! + rim.columns[i % 9]!).toBe(cell));
    const flat = rimOf(small);
    small.cells.forEach((cell, i) => expect(flat.columns[i % 13]! + flat.rows[Math.floor(i / 13)]!).toBe(cell));
  });
  it("lets light go the same ways", () => {
    const view = viewOf(atTheEnd);
    const ways = (palace: typeof small) =>
      Object.entries(atTheEnd).map(([cell, pile]) =>
        waysFrom(palace, view, cell, pile.at(-1)![0], pile.at(-1)![2])
          .map((way) => [...way.counted, way.stop].join())
          .toSorted(),
      );
    expect(ways(upright)).toEqual(ways(small));
  });
});

describe("on a screen", () => {
  const on = (width: number, height: number, palace = small, rem = 16) =>
    layOut(palace.columns, palace.rows, { width, height, rem });
  it("stands upright on a phone, and lies where that is larger", () => {
    expect(on(344, 564)).toMatchObject({ place: "below", turned: true });
    expect(on(344, 564).cell).toBeGreaterThan(34);
    expect(on(540, 320)).toMatchObject({ place: "strip", turned: false });
    expect(on(752, 848)).toMatchObject({ place: "below", turned: false });
    expect(on(1070, 750)).toMatchObject({ place: "panel", turned: false });
  });
  it("fits, palace and hand", () => {
    for (const palace of [small, large]) {
      for (const [width, height] of [
        [344, 564],
        [540, 320],
        [720, 340],
        [752, 848],
        [1070, 750],
        [2100, 1250],
      ] as const) {
        const { cell, turned } = on(width, height, palace);
        const [columns, rows] = turned ? [palace.rows, palace.columns] : [palace.columns, palace.rows];
        expect(cell * columns).toBeLessThan(width);
        expect(cell * rows).toBeLessThan(height);
      }
    }
  });
});

describe("ways of light", () => {
  it("counts exactly, inside the palace (LU-07)", () => {
    const ways = waysFrom(small, viewOf({ a1: [[0, "3/4", 3]] }), "a1", 0, 3);
    expect(ways).toEqual([
      { counted: ["b1", "c1", "d1"], stop: null },
      { counted: ["a2", "a3", "a4"], stop: null },
    ]);
  });
  it("stops at the token in the way (LU-08)", () => {
    const view = viewOf({ a1: [[0, "3/4", 3]], c1: [[1, "2/5", 2]] });
    expect(waysFrom(small, view, "a1", 0, 3)[0]).toEqual({ counted: ["b1"], stop: "c1" });
  });
  it("reaches a token, but neither two nor another's start (LU-09 to LU-11)", () => {
    const one = viewOf({ c1: [[1, "2/5", 2]] });
    const two = viewOf({
      c1: [
        [1, "2/5", 2],
        [1, "2/5", 2],
      ],
    });
    const stopAt = (view: LumensView, from: string, seat: number, face: number, goal: string) =>
      waysFrom(small, view, from, seat, face).find((way) => way.counted.at(-1) === goal)?.stop;
    expect(stopAt(one, "a1", 0, 2, "c1")).toBeNull();
    expect(stopAt(two, "a1", 0, 2, "c1")).toBe("c1");
    expect(stopAt(one, "k9", 0, 2, "m9")).toBe("m9");
    expect(stopAt(one, "k9", 1, 2, "m9")).toBeNull();
  });
  it("knows from which lamps a cell could be counted", () => {
    const view = viewOf({
      a1: [[0, "3/4", 3]],
      d4: [[0, "3/4", 3]],
      f1: [[1, "2/5", 2]],
      g1: [
        [0, "3/4", 3],
        [1, "3/4", 3],
      ],
    });
    expect(sourcesOf(small, view, 0, "d1")).toEqual(["a1", "d4"]);
    expect(sourcesOf(small, view, 1, "h1")).toEqual([]);
  });
});

describe("games that were played", () => {
  it.each(PLAYED)("lights go where the referee lets them, $seats seats (LU-07 to LU-12)", ({ seats, turns }) => {
    const palace = readPalace(EDITION, seats);
    for (const { seat, goals, ...told } of turns) {
      const view = viewOf(told.board, told);
      const home = told.starts[seat]!;
      const returns = (cell: string) => cell === home && told.home_right[seat] && told.board[home]!.length < 2;
      expect(
        palace.cells.filter((cell) => returns(cell) || sourcesOf(palace, view, seat, cell).length > 0).toSorted(),
      ).toEqual(goals);
    }
  });
  it.each(PLAYED)(
    "rooms are counted as the referee counts them, $seats seats (LU-18 to LU-20)",
    ({ seats, counted }) => {
      const palace = readPalace(EDITION, seats);
      const sums = strengths(palace, counted.board, seats);
      const rooms = Object.entries(sums).map(([letter, strength]) => [
        letter,
        { strength, points: pointsOf(strength) },
      ]);
      expect(Object.fromEntries(rooms)).toEqual(counted.rooms);
      expect(totalOf(Object.values(sums).map(pointsOf))).toEqual(counted.points);
    },
  );
});

describe("strength", () => {
  it("sums what is visible (LU-18)", () => {
    const sums = strengths(small, atTheEnd, 2);
    expect(sums).toEqual({
      A: [0, 0],
      B: [6, 0],
      C: [8, 0],
      D: [0, 0],
      E: [0, 0],
      F: [4, 0],
      G: [0, 6],
      H: [0, 21],
      I: [5, 0],
    });
    expect(totalOf(Object.values(sums).map(pointsOf))).toEqual([16, 8]);
  });
  it("gives the points of the booklet's examples (LU-19, LU-20)", () => {
    expect(pointsOf([10, 9, 4])).toEqual([4, 2, 0]);
    expect(pointsOf([10, 10, 6])).toEqual([4, 4, 0]);
    expect(pointsOf([9, 4, 4])).toEqual([4, 2, 2]);
    expect(pointsOf([9, 0, 0])).toEqual([4, 0, 0]);
    expect(pointsOf([0, 0, 0])).toEqual([0, 0, 0]);
    expect(pointsOf([9, 4])).toEqual([4, 0]);
    expect(pointsOf([5, 5])).toEqual([4, 4]);
    expect(leadersOf([3, 7, 7])).toEqual([1, 2]);
  });
  it("changes with a lamp on top, and leaves the old board alone", () => {
    const before = { e1: [[1, "2/5", 5]] } as LumensView["board"];
    expect(strengths(small, withLamp(before, "e1", [0, "3/4", 4]), 2).H).toEqual([4, 0]);
    expect(strengths(small, before, 2).H).toEqual([0, 5]);
  });
  it("says what a lamp would change, for me and for whoever is covered", () => {
    const effect = (cell: string, face: number) => effectOf(small, atTheEnd, 2, cell, [0, "3/4", face]);
    expect(effect("c7", 4)).toEqual({ letter: null, sums: [], standing: "worth_nothing" });
    expect(effect("e1", 4)).toEqual({
      letter: "H",
      sums: [
        { seat: 0, before: 0, after: 4 },
        { seat: 1, before: 21, after: 16 },
      ],
      standing: "behind",
    });
    expect(effect("i8", 4)).toEqual({ letter: "B", sums: [{ seat: 0, before: 6, after: 9 }], standing: "ahead" });
    expect(effectOf(small, { a1: [[1, "3/4", 3]] }, 2, "b2", [0, "3/4", 3]).standing).toBe("level");
    expect(effectOf(large, { a15: [[1, "2/5", 5]] }, 3, "b15", [0, "3/4", 3]).standing).toBe("second");
  });
  it("counts the hand that I see with what is left", () => {
    const view = viewOf({});
    expect([stockOf(view, 0), stockOf(view, 1)]).toEqual([22, 24]);
    expect([toPlace(view, 0, false), toPlace(view, 0, true)]).toEqual([21, 22]); // the last one stays in the hand
  });
});

describe("moves", () => {
  it("are read", () => {
    expect(readMove("c4=6")).toEqual({ cell: "c4", face: 6 });
    expect(readMove("start=1")).toEqual({ cell: null, face: 1 });
    expect(readMove("pass")).toBeNull();
    expect([facesOf("2/5"), facesOf("?"), facesOf(null)]).toEqual([[2, 5], [], []]);
    expect([...goalsOf(["d1=3", "d1=4", "o15=3"])]).toEqual([
      ["d1", [3, 4]],
      ["o15", [3]],
    ]);
    expect(goalsOf(["start=3", "start=4"]).size).toBe(0);
  });
});

describe("in words", () => {
  const words = {
    pieces: { seat0: "jaune", seat1: "vert" },
    moves: { start: "Jeton de départ, {face} visible.", place: "Jeton en {cell}, {face} visible.", pass: "Passe." },
  };
  const told = { game: { words }, edition: EDITION, names: ["Ada", "Bo"], seats: 2, seat: 0 } as any;
  it("says moves in the words of the game", () => {
    expect(sayMove("c4=6", told)).toBe("Jeton en c4, 6 visible.");
    expect(sayMove("start=2", told)).toBe("Jeton de départ, 2 visible.");
    expect(sayMove("pass", told)).toBe("Passe.");
  });
  it("says cells with what lies on them", () => {
    const view = viewOf({
      g5: [
        [1, "2/5", 2],
        [0, "2/5", 5],
      ],
      m9: [[1, "2/5", 5]],
    });
    const say = (cell: string) => sayCell(small, told, view, view.board, cell);
    expect(say("g5")).toBe("g5, salle E, au centre, votre lampe 5 sur un 2 vert");
    expect(say("m9")).toBe("m9, salle C, départ vert, un 5 vert");
    expect(say("c7")).toBe("c7, passage");
  });
  it("says how things stand and what a room brought", () => {
    const position = sayPosition({ ...told, view: viewOf(atTheEnd) });
    expect(position).toContain("C’est à vous. Vous tenez un jeton 3/4.");
    expect(position).toContain("Salle H\u00a0: vert 21.");
    expect(position).toContain("Sans lumière\u00a0: A, D et E.");
    expect(sayGains(told, "B", [4, 2])).toBe("Salle B\u00a0: 4 pour Ada et 2 pour Bo.");
    expect(sayGains(told, "B", [0, 0])).toBe("Salle B\u00a0: personne.");
  });
});
