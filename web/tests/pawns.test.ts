/** Galax and Sirius at the board. The facts in fixtures are what the rules said in games that were played. */
import { beforeAll, describe, expect, test, vi } from "vitest";
import { preyOf } from "../src/games/galax/prey";
import { follow, type Standing } from "../src/games/pawns/follow";
import * as formations from "../src/games/pawns/formations";
import { after, crownedBy, readMove, readMoves, touchedBy } from "../src/games/pawns/moves";
import { offersOf, takers, withinReach } from "../src/games/pawns/offers";
import { cellsFrom, columnOf, countKinds, homeOf, rowOf } from "../src/games/pawns/position";
import { linesOf } from "../src/games/pawns/constellation";
import type { Cells, Pawn, PawnView, Piece } from "../src/games/pawns/view";
import { stagesOf } from "../src/games/pawns/walk.svelte";
import { sayMove, sayPosition } from "../src/games/pawns/say";
import { raysOf } from "../src/games/sirius/reach";
import { sirius } from "../src/games/sirius/variant";
import { words } from "../src/games/pawns/spoken";
import { language } from "../src/words/language.svelte";
import galaxSteps from "./fixtures/galax.json";
import siriusChampions from "./fixtures/sirius.json";

const cells = (board: object): Cells => board as Cells;

describe("what the house says, foreseen", () => {
  test.each(galaxSteps)("Galax, $directions directions: $move takes $prey", ({ board, move, prey, directions }) => {
    const [from, to] = move.split("-") as [string, string];
    expect(preyOf(cells(board), from, to, directions).toSorted()).toEqual(prey);
  });

  test.each(siriusChampions)(
    "Sirius, $directions directions, $champion_path: how far $cell gets",
    ({ board, cell, goals, ...agreed }) => {
      const reached = raysOf(cells(board), cell, agreed).flatMap((ray) => [
        ray.to,
        ray.via ?? between(ray.from, ray.to),
      ]);
      expect([...new Set(reached)].filter((one) => one !== null).toSorted()).toEqual(goals);
    },
  );

  test("a champion that takes only champions stops before pawns", () => {
    const board: Cells = { e4: "wC", e6: "bS", f5: "bC", d4: "bM" };
    const reached = raysOf(board, "e4", { directions: 8, champion_takes: "champions_only" }).map((ray) => ray.to);
    expect(reached).toContain("e5");
    expect(reached).toContain("f5");
    expect(reached).not.toContain("d4");
  });
});

/** The cell in the middle of a straight ray of two. */
function between(from: string, to: string): string | null {
  const [column, row] = [columnOf(from) + columnOf(to), rowOf(from) + rowOf(to)];
  const far = Math.max(Math.abs(columnOf(from) - columnOf(to)), Math.abs(rowOf(from) - rowOf(to)));
  return far === 2 ? `${"abcdefghij"[column / 2]}${row / 2 + 1}` : null;
}

describe("the board", () => {
  test("is turned for brown", () => {
    expect(cellsFrom("w")[0]).toBe("a10");
    expect(cellsFrom("b")[0]).toBe("j1");
    expect(homeOf("w").slice(0, 2)).toEqual(["a3", "b3"]);
    expect(homeOf("b").at(-1)).toBe("a10");
  });

  test("moves are read", () => {
    expect(readMove("j10=T")).toEqual({ is: "place", cell: "j10", kind: "T" });
    expect(readMove("c3xd4")).toEqual({ is: "go", from: "c3", to: "d4", takes: true });
    expect(readMove("xd5")).toEqual({ is: "take", cell: "d5" });
    expect(readMove("huff i5")).toEqual({ is: "huff", cell: "i5" });
    expect(readMove("k3-a11")).toBeNull();
  });

  test("what is on its way is shown", () => {
    const board: Cells = { c9: "wM", d9: "bM", a1: "wS" };
    expect(after(board, ["c9-c10", "xd9"], "w")).toEqual({ c10: "wC", a1: "wS" });
    expect(after({}, ["a8=S"], "b")).toEqual({ a8: "bS" });
    expect(touchedBy(["c9-c10", "xd9", "stop"])).toEqual(["c9", "c10", "d9"]);
  });

  test("offers: where, and what it takes there", () => {
    const offers = offersOf(["c3-d4", "c3xd5", "xe5", "huff i5", "stop"], (move, _, to, takes) => ({
      moves: [move],
      takes: takes ? [to] : [],
    }));
    expect([...offers.goals.get("c3")!.keys()]).toEqual(["d4", "d5"]);
    expect(withinReach(offers.goals.get("c3"))).toEqual(new Set(["d5"]));
    expect(takers(offers)).toEqual(["c3"]);
    expect(offers.takes.get("e5")).toBe("xe5");
    expect(offers.huffs.get("i5")).toBe("huff i5");
    expect([offers.stop, offers.pass]).toEqual([true, false]);
  });
});

describe("discs keep who they are", () => {
  const begun = follow([], { c3: "wS", d5: "bM", c1: "wS" });
  const at = (discs: Standing[], cell: string) => discs.find((disc) => disc.cell === cell)?.id;

  test("one travels, one is taken", () => {
    const next = follow(begun, { d4: "wS", c1: "wS" });
    expect(at(next, "d4")).toBe(at(begun, "c3"));
    expect(at(next, "c1")).toBe(at(begun, "c1"));
    expect(next).toHaveLength(2);
  });

  test("one is turned over, and back", () => {
    const near = follow([], { c9: "wS", h9: "wS" });
    const crowned = follow(near, { c10: "wC", h9: "wS" });
    expect(at(crowned, "c10")).toBe(at(near, "c9"));
    expect(at(follow(crowned, { c9: "wS", h9: "wS" }), "c9")).toBe(at(near, "c9"));
  });

  test("numbers are never given twice", () => {
    const next = follow(follow(begun, { c3: "wS" }), { c3: "wS", a1: "bM", b1: "bT" });
    expect(new Set(next.map((disc) => disc.id)).size).toBe(3);
  });
});

describe("the gesture", () => {
  const board: Cells = { c3: "wS", b1: "wM", c5: "bM", e5: "bM", d5: "bT", i5: "bS" };
  const legal = ["c3-d4", "c3-c4", "b1-b2", "huff i5"];
  let make: (game: "galax" | "sirius", told?: object) => { gesture: any; play: any; why: any };

  beforeAll(async () => {
    vi.stubGlobal("localStorage", { getItem: () => null, setItem: () => {}, removeItem: () => {} });
    vi.stubGlobal("navigator", { languages: ["fr"] });
    const { Gesture } = await import("../src/games/pawns/gesture.svelte");
    const variants = {
      galax: (await import("../src/games/galax/variant")).galax,
      sirius: (await import("../src/games/sirius/variant")).sirius,
    };
    make = (game, told = {}) => {
      const [play, why] = [vi.fn(), vi.fn()];
      const view = { board, white: 0, faults: ["i5"] };
      const sitting = { view, seat: 0, legal, options: { directions: 8 }, shown: [], play, why, ...told };
      return { gesture: new Gesture(sitting as never, variants[game]), play, why };
    };
  });

  test("one gesture steps and takes all it can", () => {
    const { gesture, play } = make("galax");
    gesture.tap("c3");
    gesture.aim = "d4";
    expect([...gesture.prey].toSorted()).toEqual(["c5", "e5"]);
    gesture.tap("d4");
    expect(play.mock.lastCall.slice().toSorted()).toEqual(["c3-d4", "xc5", "xe5"]);
  });

  test("in a lesson and where takings are automatic, a step is a step", () => {
    for (const told of [{ shown: ["c3"] }, { options: { directions: 8, captures: "automatic" } }]) {
      const { gesture, play } = make("galax", told);
      gesture.tap("c3");
      gesture.tap("d4");
      expect(play).toHaveBeenLastCalledWith("c3-d4");
    }
  });

  test("an enemy that is tapped shows where it can be taken from", () => {
    const { gesture, play } = make("galax");
    gesture.tap("c3");
    gesture.tap("e5");
    expect([...gesture.goals.keys()]).toEqual(["d4"]);
    gesture.tap("c4");
    expect(play).toHaveBeenLastCalledWith("c3-c4", "xc5");
  });

  test("what is not offered is asked about", () => {
    const { gesture, why } = make("galax");
    gesture.tap("c3");
    gesture.tap("g7");
    expect(why).toHaveBeenLastCalledWith("c3-g7");
    gesture.tap("d5");
    expect(why).toHaveBeenLastCalledWith("xd5");
    const other = make("sirius", { legal: ["c3-c4", "b1-b2"] });
    other.gesture.tap("c3");
    other.gesture.tap("d5");
    expect(other.why).toHaveBeenLastCalledWith("c3xd5");
  });

  test("a huff is asked for before it is made, and the only piece is held", () => {
    const { gesture, play } = make("sirius");
    gesture.tap("i5");
    expect([gesture.asked, play.mock.calls.length]).toEqual(["i5", 0]);
    gesture.rest();
    expect([gesture.asked, gesture.held]).toEqual([null, null]);
    const alone = make("sirius", { legal: ["c3-c4", "c3-d4"] }).gesture;
    alone.rest();
    alone.tap("c3");
    expect(alone.held).toBe("c3");
  });
});

describe("formations", () => {
  const ten = { S: 10, M: 10, T: 10 };
  const counted = (draft: formations.Draft) => {
    const board = Object.fromEntries(draft.map((kind, place) => [place, `w${kind}` as Piece]));
    const { S, M, T } = countKinds(board, "w");
    return { S, M, T };
  };

  test.each(formations.FORMATION_NAMES)("%s has ten of each", (name) => {
    const draft = formations.draftOf(formations.FORMATIONS[name]);
    expect(draft).toHaveLength(30);
    expect(counted(draft)).toEqual(ten);
  });

  test("changed, they still have ten of each", () => {
    const draft = formations.draftOf(formations.FORMATIONS.eclipse);
    expect(counted(formations.turned(draft))).toEqual(ten);
    expect(counted(formations.shuffled())).toEqual(ten);
    expect(formations.mirrored(formations.mirrored(draft))).toEqual(draft);
    expect(formations.swapped(draft, 0, 3)[3]).toBe(draft[0]);
  });

  test("pawns that stand already stay where they are", () => {
    const fixed = new Map<number, Pawn>([
      [0, "M"],
      [1, "M"],
      [29, "S"],
    ]);
    const draft = formations.around(formations.draftOf(formations.FORMATIONS.bands), fixed);
    expect([draft[0], draft[1], draft[29]]).toEqual(["M", "M", "S"]);
    expect(counted(draft)).toEqual(ten);
  });
});

test("moves and positions are said", () => {
  expect(sayMove("a8=M")).toBe("Lune en a8.");
  language.now = "en";
  expect(sayMove("c3xd4")).toBe("From c3, takes on d4.");
  const view = { phase: "play", white: 1, board: { e4: "wC", a1: "bT" }, faults: ["a1"] };
  const said = sayPosition({ view, names: ["Ana", "Bo"], seat: 0, waiting: [1] } as never);
  expect(said).toBe(
    "It is Bo’s turn. Bo (white) has 1 champion. On white’s side: e4 white champion. " +
      "Ana (brown) has 1 star. On brown’s side: a1 brown star. At fault: a1.",
  );
});

describe("what others did, move by move", () => {
  const before: Cells = { d4: "wS", c6: "bM", e6: "bM", a1: "wT" };
  const seen = (board: Cells) => ({ board, white: 0 }) as PawnView;
  const play = (...moves: string[]) => [{ number: 1, seat: 0, moves }];

  test("a sweep takes one after the other", () => {
    const stages = stagesOf(before, play("d4-d5", "xc6", "xe6"), seen({ d5: "wS", a1: "wT" }));
    expect(stages.map(({ board }) => Object.keys(board).length)).toEqual([4, 3, 2]);
    expect(stages.at(-1)!.board).toEqual({ d5: "wS", a1: "wT" });
  });

  test("what the house takes by itself goes one after the other, too", () => {
    const stages = stagesOf(before, play("d4-d5"), seen({ d5: "wS", a1: "wT" }));
    expect(stages.map(({ board }) => Object.keys(board).length)).toEqual([4, 3, 2]);
  });

  test("what does not lead to the position is not told", () => {
    expect(stagesOf(before, play("a1-a2"), seen({ d5: "wS", a1: "wT" }))).toEqual([]);
    expect(stagesOf({}, play("a1=S"), seen({ a1: "wS" }))).toEqual([]);
  });
});

test("a constellation joins every light, each to the nearest that is joined already", () => {
  const lights = [0, 3, 1, 7].map((x) => ({ x, y: 0 }));
  const lines = linesOf(lights).map((line) => line.map(({ x }) => x));
  expect(lines).toEqual([
    [0, 1],
    [1, 3],
    [3, 7],
  ]);
  expect(linesOf([])).toEqual([]);
});

test("a pawn that becomes a champion is told in the log and found for the note at the board", () => {
  const before = { d9: "wS", h3: "wC" } as Cells;
  const now = after(before, ["d9-d10"], "w");
  expect(crownedBy(before, now, readMoves(["d9-d10"]))).toBe("d10");
  expect(crownedBy(before, after(before, ["h3-h4"], "w"), readMoves(["h3-h4"]))).toBeNull();
  const view = { board: before } as PawnView;
  expect(sayMove("d9-d10", null, view)).toContain(words().crowned);
  expect(sayMove("h3-h4", null, view)).not.toContain(words().crowned);
  expect(sayMove("d9-d10")).not.toContain(words().crowned);
});

test("Sirius marks what leaves a taking undone, unless taking is free", () => {
  const sitting = (captures: string) => ({ legal: ["d4xd5", "d4-e4", "a1-a2"], options: { captures } }) as never;
  const offers = sirius.offers(sitting("huff"));
  const [taking, idle] = [offers.goals.get("d4")!.get("d5")!, offers.goals.get("a1")!.get("a2")!];
  expect([taking, idle].map((goal) => sirius.neglects(goal, offers, sitting("huff")))).toEqual([false, true]);
  expect(sirius.neglects(idle, offers, sitting("free"))).toBe(false);
});
