import { describe, expect, it } from "vitest";
import type { GameTold } from "../src/house/types";
import { Plan } from "../src/pages/shelf/plan.svelte";

const told = {
  game: { name: "comet", seats: [2, 3, 4], minutes: { least: 10, most: 15, per: "rounds", each: null } },
  levels: ["mild", "kind", "keen"].map((name) => ({ name })),
  options: [
    {
      name: "tails",
      values: [{ value: "long" }, { value: "short" }],
      defaults: { 2: "long", 3: "long", 4: "short" },
      defaults_with: [],
    },
    {
      name: "rounds",
      values: [{ value: 1 }, { value: 2 }, { value: 3 }],
      defaults: { 2: 2, 3: 3, 4: 3 },
      defaults_with: [{ option: "little", value: true, defaults: { 2: 1, 3: 1, 4: 1 } }],
    },
    {
      name: "little",
      values: [{ value: false }, { value: true }],
      defaults: { 2: false, 3: false, 4: false },
      defaults_with: [],
    },
  ],
} as unknown as GameTold;

describe("a table to measure", () => {
  it("waits for friends with free seats", () => {
    const opening = new Plan(told, "friends").opening();
    expect(opening).toMatchObject({ sit: [0], bots: {}, start: false });
    expect(opening.terms).toMatchObject({ game: "comet", seats: 2, options: {}, pace: "at_once", substitute: null });
  });

  it("starts at once when everybody is here, and bots take their time", () => {
    const plan = new Plan(told, "here");
    plan.resize(3);
    plan.places[1] = "bot:keen";
    expect(plan.opening()).toMatchObject({ sit: [0, 2], bots: { 1: "keen" }, start: true, terms: { pace: "calm" } });
  });

  it("knows who is alone with bots: hints are allowed then", () => {
    const plan = new Plan(told, "bots");
    expect(plan.alone).toBe(true);
    plan.resize(3);
    plan.places[2] = "friend";
    expect(plan.alone).toBe(false);
    plan.places[2] = "here";
    expect(plan.alone).toBe(false);
  });

  it("keeps who sits there when it grows, and the newcomers are other characters", () => {
    const plan = new Plan(told, "bots");
    plan.resize(4);
    expect(plan.places).toEqual(["here", "bot:mild", "bot:kind", "bot:keen"]);
    plan.resize(2);
    expect(plan.places).toEqual(["here", "bot:mild"]);
  });

  it("names only the rules that differ from what is usual for so many", () => {
    const plan = new Plan(told, "here");
    plan.chosen["tails"] = "short";
    plan.chosen["rounds"] = 2;
    expect(plan.opening().terms.options).toEqual({ tails: "short" });
    plan.resize(4);
    expect(plan.opening().terms.options).toEqual({ rounds: 2 });
  });

  it("knows what is usual when another rule is chosen, and how many rounds that makes", () => {
    const plan = new Plan(told, "here");
    expect(plan.rounds).toBe(2);
    plan.chosen["little"] = true;
    expect([plan.value("rounds"), plan.rounds]).toEqual([1, 1]);
    expect(plan.opening().terms.options).toEqual({ little: true });
  });
});
