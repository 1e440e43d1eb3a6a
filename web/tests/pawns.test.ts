/** Galax and Sirius at the board. The facts in fixtures are what the rules said in games that were played. */
import { beforeAll, describe, expect, test, vi } from "vitest";
import { preyOf } from "../src/games/galax/prey";
import { follow, type Standing } from "../src/games/pawns/follow";
import * as formations from "../src/games/pawns/formations";
import { after, readMove, touchedBy } from "../src/games/pawns/moves";
import { offersOf, takers, withinReach } from "../src/games/pawns/offers";
import { cellsFrom, columnOf, countKinds, homeOf, rowOf } from "../src/games/pawns/position";
import type { Cells, Pawn, Piece } from "../src/games/pawns/position";
import { sayMove, sayPosition } from "../src/games/pawns/say";
import { raysOf } from "../src/games/sirius/reach";
import galaxSteps from "./fixtures/galax.json";
import siriusChampions from "./fixtures/sirius.json";

const cells = (board: object): Cells => board as Cells;

describe("what the house says, foreseen", () => {
  test.each(galaxSteps)("Galax, $directions directions: $move takes $prey", ({ board, move, prey, directions }) => {
    const [from, to] = move.split("-") as [string, string];
    expect(preyOf(cells(board), from, to, directions).sort()).toEqual(prey);
  });

  test.each(siriusChampions)("Sirius, $directions directions, $champion_path: how far $cell gets", ({ board, cell, goals, ...agreed }) => {
    const reached = raysOf(cells(board), cell, agreed).flatMap((ray) => [ray.to, ray.via ?? between(ray.from, ray.to)]);
    expect([...new Set(reached)].filter((one) => one !== null).sort()).toEqual(goals);
  });

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

describe("the hand", () => {
  const board: Cells = { c3: "wS", b1: "wM", c5: "bM", e5: "bM", d5: "bT", i5: "bS" };
  const legal = ["c3-d4", "c3-c4", "b1-b2", "huff i5"];
  let make: (game: "galax" | "sirius", told?: object) => { hand: any; play: any; why: any };

  beforeAll(async () => {
    vi.stubGlobal("localStorage", { getItem: () => null, setItem: () => {}, removeItem: () => {} });
    vi.stubGlobal("navigator", { languages: ["fr"] });
    const { Hand } = await import("../src/games/pawns/hand.svelte");
    const ways = {
      galax: (await import("../src/games/galax/ways")).galax,
      sirius: (await import("../src/games/sirius/ways")).sirius,
    };
    make = (game, told = {}) => {
      const [play, why] = [vi.fn(), vi.fn()];
      const view = { board, white: 0, faults: ["i5"] };
      const sitting = { view, seat: 0, legal, options: { directions: 8 }, shown: [], play, why, ...told };
      return { hand: new Hand(sitting as never, ways[game]), play, why };
    };
  });

  test("one gesture steps and takes all it can", () => {
    const { hand, play } = make("galax");
    hand.tap("c3");
    hand.aim = "d4";
    expect([...hand.prey].sort()).toEqual(["c5", "e5"]);
    hand.tap("d4");
    expect(play.mock.lastCall.slice().sort()).toEqual(["c3-d4", "xc5", "xe5"]);
  });

  test("in a lesson and where takings are automatic, a step is a step", () => {
    for (const told of [{ shown: ["c3"] }, { options: { directions: 8, captures: "automatic" } }]) {
      const { hand, play } = make("galax", told);
      hand.tap("c3");
      hand.tap("d4");
      expect(play).toHaveBeenLastCalledWith("c3-d4");
    }
  });

  test("an enemy that is tapped shows where it can be taken from", () => {
    const { hand, play } = make("galax");
    hand.tap("c3");
    hand.tap("e5");
    expect([...hand.goals.keys()]).toEqual(["d4"]);
    hand.tap("c4");
    expect(play).toHaveBeenLastCalledWith("c3-c4", "xc5");
  });

  test("what is not offered is asked about", () => {
    const { hand, why } = make("galax");
    hand.tap("c3");
    hand.tap("g7");
    expect(why).toHaveBeenLastCalledWith("c3-g7");
    hand.tap("d5");
    expect(why).toHaveBeenLastCalledWith("xd5");
    const other = make("sirius", { legal: ["c3-c4", "b1-b2"] });
    other.hand.tap("c3");
    other.hand.tap("d5");
    expect(other.why).toHaveBeenLastCalledWith("c3xd5");
  });

  test("a huff is asked for before it is made, and the only piece is held", () => {
    const { hand, play } = make("sirius");
    hand.tap("i5");
    expect([hand.asked, play.mock.calls.length]).toEqual(["i5", 0]);
    hand.rest();
    expect([hand.asked, hand.held]).toEqual([null, null]);
    const alone = make("sirius", { legal: ["c3-c4", "c3-d4"] }).hand;
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
    const fixed = new Map<number, Pawn>([[0, "M"], [1, "M"], [29, "S"]]);
    const draft = formations.around(formations.draftOf(formations.FORMATIONS.bands), fixed);
    expect([draft[0], draft[1], draft[29]]).toEqual(["M", "M", "S"]);
    expect(counted(draft)).toEqual(ten);
  });
});

test("moves and positions are said", () => {
  expect(sayMove("c3xd4", null, "en")).toBe("From c3, takes on d4.");
  expect(sayMove("a8=M", null, "fr")).toBe("Lune en a8.");
  const view = { phase: "play", white: 1, board: { e4: "wC", a1: "bT" }, faults: ["a1"] };
  const said = sayPosition({ view, names: ["Ana", "Bo"], seat: 0, waiting: [1] } as never, "en");
  expect(said).toBe(
    "It is Bo’s turn. Bo (white) has 1 champion. On white’s side: e4 white champion. " +
      "Ana (brown) has 1 star. On brown’s side: a1 brown star. At fault: a1.",
  );
});
