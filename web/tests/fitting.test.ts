import { describe, expect, it } from "vitest";
import { fittingTable, NEWCOMER, settle } from "../src/house/fitting";
import type { GameTold } from "../src/house/types";

const over = (id: string, ...winners: number[]) => ({
  id,
  status: "over" as const,
  ending: { reason: "", points: [], winners },
});
const game = (name: string, seats: number[], setup: string[], later: string[] = []) =>
  ({
    game: { name, seats },
    levels: ["mild", "kind", "keen", "grim"].map((level) => ({ name: level })),
    levels_later: later,
    options: [{ name: "setup", values: setup.map((value) => ({ value })) }],
  }) as unknown as GameTold;

describe("how strength follows somebody", () => {
  const playing = { ...NEWCOMER, step: 2, tables: ["b", "a"] };

  it("goes up with a win, and no higher than there are levels", () => {
    expect(settle(playing, [over("a", 0)], 3)).toEqual({ step: 3, lost: 0, finished: 1, tables: ["b"] });
    expect(settle(playing, [over("b", 0), over("a", 0)], 3).step).toBe(3);
  });

  it("goes down after two lost in a row", () => {
    expect(settle(playing, [over("a", 1)], 3)).toMatchObject({ step: 2, lost: 1 });
    expect(settle(playing, [over("b", 1), over("a", 1)], 3)).toMatchObject({ step: 1, lost: 0, finished: 2 });
  });

  it("reads the oldest first: tables are told the latest first", () => {
    expect(settle({ ...playing, lost: 1 }, [over("b", 1), over("a", 0)], 3)).toMatchObject({ step: 3, lost: 1 });
  });

  it("learns nothing from a shared win, a closed table, or somebody else's", () => {
    expect(settle(playing, [over("a", 0, 1)], 3)).toMatchObject({ step: 2, lost: 0, finished: 1 });
    const closed = { id: "a", status: "closed" as const, ending: null };
    expect(settle(playing, [closed, over("other", 0)], 3)).toEqual({ ...playing, tables: ["b"] });
  });

  it("waits for games that go on", () => {
    expect(settle(playing, [{ id: "a", status: "playing", ending: null }], 3)).toEqual(playing);
  });
});

describe("the table somebody finds", () => {
  it("is gentle, and ready to play, the first time", () => {
    const table = fittingTable(game("galax", [2], ["secret", "random"]), NEWCOMER);
    expect(table).toMatchObject({ sit: [0], bots: { 1: "kind" }, start: true });
    expect(table.terms).toMatchObject({ seats: 2, options: { setup: "random" }, hints: true, pace: "calm" });
  });

  it("is the whole game later", () => {
    expect(fittingTable(game("galax", [2], ["secret", "random"]), { ...NEWCOMER, finished: 1 }).terms.options).toEqual(
      {},
    );
    expect(fittingTable(game("galax", [2], ["secret", "random"]), NEWCOMER, true).terms.options).toEqual({});
    expect(fittingTable(game("lumens", [2, 3], []), NEWCOMER).terms.options).toEqual({});
  });

  it("has the strongest bot that is offered while the game is compiled", () => {
    const table = fittingTable(game("lumens", [2, 3], [], ["keen", "grim"]), { ...NEWCOMER, step: 3 });
    expect(table.bots).toEqual({ 1: "kind" });
  });

  it("has bots of different strength", () => {
    const table = fittingTable(game("fromages", [2, 3, 4, 5, 6], []), { ...NEWCOMER, step: 9 });
    expect(table.bots).toEqual({ 1: "grim", 2: "keen" });
    expect(fittingTable(game("fromages", [2, 3, 4, 5, 6], []), { ...NEWCOMER, step: 0 }).bots).toEqual({
      1: "mild",
      2: "kind",
    });
  });
});
