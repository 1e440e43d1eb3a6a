/** A table as a tab sees it: people who share a device, and messages that come late. */
import { beforeEach, describe, expect, test, vi } from "vitest";
import type { EntryTold, GameTold, ServerMessage, StateTold, TableTold } from "../src/house/types";

const house = vi.hoisted(() => {
  const heard: ((message: unknown) => void)[] = [];
  const asked: object[] = [];
  const line = { reconnects: () => {} };
  return {
    heard,
    asked,
    line,
    live: {
      listen: (listener: (message: unknown) => void) => (
        heard.push(listener),
        () => heard.splice(heard.indexOf(listener), 1)
      ),
      watch: (request: () => object) => (line.reconnects = () => void asked.push(request()))(),
      unwatch: () => asked.push({ do: "unwatch" }),
      act: vi.fn(),
    },
    get: vi.fn(async () => ({ entries: [], names: {} })),
    post: vi.fn(),
  };
});
vi.mock("../src/house/live.svelte", () => ({ live: house.live }));
vi.mock("../src/house/http", () => ({ ...house, Refusal: class extends Error {} }));
vi.stubGlobal("localStorage", { getItem: () => null, setItem: () => {} });
vi.stubGlobal("navigator", { languages: ["fr"] });

const { TableSitting } = await import("../src/house/table.svelte");

const game = (secrets: boolean) =>
  ({ game: { name: "lumens", secrets }, levels: [], editions: [] }) as unknown as GameTold;
const sitter = (person: string) => ({ sitter: { kind: "human", person } });

function standing(seq: number, waiting: number[], more: object = {}): StateTold {
  const sitters = [sitter("ada"), sitter("ada")];
  return {
    seq,
    moves: seq,
    status: "playing",
    waiting,
    legal: [],
    view: { seq },
    sitters,
    ...more,
  } as unknown as StateTold;
}
function told(seat: number | null, state: StateTold, own = [0, 1]): TableTold {
  return { id: "t1", game: "lumens", seats: 2, seat, own_seats: own, state } as unknown as TableTold;
}
const played = (seq: number, seat: number): EntryTold =>
  ({ seq, at: 0, event: { event: "played", seat, moves: [`m${seq}`] } }) as unknown as EntryTold;
const say = (message: ServerMessage) => house.heard.forEach((listener) => listener(message));
const entries = (seq: number, waiting: number[], by = 0, more: object = {}) =>
  say({ t: "entries", table: "t1", entries: [played(seq, by)], state: standing(seq, waiting, more) });

function sit(secrets: boolean, seat: number | null = 0, own = [0, 1]) {
  const sitting = new TableSitting(game(secrets), told(seat, standing(5, [0]), own), {});
  sitting.watch();
  return sitting;
}

beforeEach(() => {
  house.heard.length = house.asked.length = 0;
});

describe("people who share a device", () => {
  test("the curtain falls when the other is to move, and opens when the house has told what that one sees", () => {
    vi.useFakeTimers();
    const sitting = sit(true);
    entries(6, [1]);
    expect(sitting.curtain).toBeNull(); // what came of the move is seen first
    vi.runAllTimers();
    vi.useRealTimers();
    expect([sitting.curtain, sitting.seat]).toEqual([1, 0]);
    expect(house.asked.at(-1)).toMatchObject({ after: null, seat: null }); // what everybody may see
    sitting.look(1);
    expect(house.asked.at(-1)).toMatchObject({ after: null, seat: 1 });
    expect([sitting.curtain, sitting.seat]).toEqual([1, 0]); // the answer may take its time
    say({ t: "table", table: told(1, standing(6, [1])) });
    expect([sitting.curtain, sitting.seat]).toEqual([null, 1]);
  });

  test("the log of one is not shown to the other", () => {
    const sitting = sit(true);
    entries(6, [1]);
    expect(sitting.happened).toHaveLength(1);
    sitting.look(1);
    say({ t: "table", table: told(1, standing(6, [1])) });
    expect(sitting.happened).toHaveLength(0); // until it is asked for anew
    expect(house.get).toHaveBeenLastCalledWith("/api/tables/t1/entries?after=0&seat=1");
  });

  test("the curtain is for whoever is to move after all, and is gone at the end", () => {
    vi.useFakeTimers();
    const sitting = sit(true);
    entries(6, [1]);
    vi.runAllTimers();
    vi.useRealTimers();
    entries(7, [0], 1); // taken back, or played elsewhere
    expect(sitting.curtain).toBe(0);
    entries(8, [1]);
    entries(9, [], 1, { status: "over" });
    expect(sitting.curtain).toBeNull();
  });

  test("without secrets the board turns by itself", () => {
    const sitting = sit(false);
    entries(6, [1]);
    expect(sitting.curtain).toBeNull();
    expect(house.asked.at(-1)).toMatchObject({ after: null, seat: 1 });
    say({ t: "table", table: told(1, standing(6, [1])) });
    expect(sitting.seat).toBe(1);
  });

  test("of two looks the last one counts", () => {
    const sitting = sit(true);
    sitting.look(1);
    sitting.look(0);
    say({ t: "table", table: told(1, standing(5, [0])) });
    expect(sitting.seat).toBe(0);
    say({ t: "table", table: told(0, standing(5, [0])) });
    expect(sitting.seat).toBe(0);
    sitting.look(1);
    say({ t: "table", table: told(1, standing(5, [0])) });
    expect(sitting.seat).toBe(1);
  });
});

describe("what the house is asked for", () => {
  test("what is new; as a whole after seats changed; what is new again after that", () => {
    sit(false, 0, [0]);
    expect(house.asked).toEqual([{ do: "watch", table: "t1", after: 5, seat: 0 }]);
    const sat = { seq: 6, at: 0, event: { event: "sat", seat: 1 } } as unknown as EntryTold;
    say({ t: "entries", table: "t1", entries: [sat], state: standing(6, [0]) });
    expect(house.asked.at(-1)).toMatchObject({ after: null, seat: 0 });
    say({ t: "denied", id: null, fault: { code: "not_your_seat", sentence: "", rule: null } });
    expect(house.asked.at(-1)).toMatchObject({ after: null, seat: null });
    house.line.reconnects(); // before the answer
    expect(house.asked.at(-1)).toMatchObject({ after: null, seat: null });
    say({ t: "table", table: told(1, standing(7, [0]), [1]) });
    house.line.reconnects();
    expect(house.asked.at(-1)).toEqual({ do: "watch", table: "t1", after: 7, seat: 1 });
  });

  test("nothing more once it is closed", () => {
    const sitting = sit(false, 0, [0]);
    sitting.close();
    entries(6, [0]);
    expect([sitting.state.seq, house.asked.at(-1)]).toEqual([5, { do: "unwatch" }]);
  });
});

describe("what comes late", () => {
  test("is passed over: entries and states that are known, other tables", () => {
    const sitting = sit(false, 0, [0]);
    entries(8, [0]);
    entries(7, [0]);
    say({ t: "entries", table: "t2", entries: [], state: standing(99, [0]) });
    expect([sitting.state.seq, sitting.happened.map((play) => play.number)]).toEqual([8, [8]]);
  });

  test("a hint for a position that is gone", async () => {
    const sitting = sit(false, 0, [0]);
    house.post.mockResolvedValueOnce({ move: "a1" }).mockResolvedValueOnce({ move: "b2" });
    const late = sitting.advise();
    entries(6, [0]);
    await late;
    expect(sitting.hint).toBeNull();
    await sitting.advise();
    expect(sitting.pointed).toEqual(["b2"]);
  });

  test("a move on its way goes when its state comes, or when it is refused", async () => {
    const sitting = sit(false, 0, [0]);
    house.live.act.mockResolvedValueOnce(6);
    sitting.play("m6");
    expect([sitting.pending, sitting.legal]).toEqual([["m6"], []]);
    entries(6, [0]);
    expect(sitting.pending).toEqual([]);
    house.live.act.mockRejectedValueOnce({ code: "refused" });
    sitting.play("m7");
    await vi.waitFor(() => expect(sitting.pending).toEqual([]));
    expect(sitting.fault?.code).toBe("refused");
  });

  test("a move says which decision it is for, as the house told it when it was chosen", () => {
    const sitting = sit(false, 0, [0]);
    house.live.act.mockResolvedValue(0);
    entries(6, [0], 1, { decision: 6 });
    say({ t: "entries", table: "t1", entries: [], state: standing(7, [0], { moves: 6, decision: 6 }) }); // somebody talked
    sitting.play("m8");
    expect(house.live.act).toHaveBeenLastCalledWith("t1", {
      do: "play",
      seat: 0,
      moves: ["m8"],
      after: null,
      decision: 6,
    });
  });
});

describe("names that can be taken for one another", () => {
  test("are marked, also when the twin comes later", () => {
    const sitting = new TableSitting(game(false), told(0, standing(1, [0])), { ada: "Ada" });
    sitting.watch();
    expect(sitting.people.ada).toBe("Ada");
    say({
      t: "entries",
      table: "t1",
      entries: [],
      state: standing(2, [0]),
      names: { eve: "Аda" },
      twins: ["ada", "eve"],
    });
    expect(sitting.people).toEqual({ ada: "Ada (homonyme)", eve: "Аda (homonyme)" });
    say({ t: "presence", table: "t1", here: ["ada"], names: { ada: "Ada" } });
    expect(sitting.people.ada).toBe("Ada (homonyme)");
  });
});
