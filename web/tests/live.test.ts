/** The one WebSocket: what is sent again, and when. */
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { Command, Fault, ServerMessage } from "../src/house/types";

/** A line to a house that says only what a test makes it say. */
class Line {
  static readonly OPEN = 1;
  static all: Line[] = [];
  readyState = 0;
  said: Record<string, unknown>[] = [];
  onopen = (): void => {};
  onclose = (): void => {};
  onmessage = (_: { data: string }): void => {};

  constructor(readonly address: string) {
    Line.all.push(this);
  }
  static get last(): Line {
    return Line.all.at(-1)!;
  }
  send(text: string): void {
    this.said.push(JSON.parse(text));
  }
  close(): void {
    this.readyState = 2; // a dead line closes later, if ever
  }
  opens(): this {
    this.readyState = Line.OPEN;
    this.onopen();
    return this;
  }
  breaks(): void {
    this.readyState = 3;
    this.onclose();
  }
  tells(message: ServerMessage): void {
    this.onmessage({ data: JSON.stringify(message) });
  }
  acts(): unknown[] {
    return this.said.filter((message) => message.do === "act");
  }
}

const SOON = 10_000; // longer than any wait for the next attempt
const PLAY: Command = { do: "play", seat: 0, moves: ["c4=6"], after: null };
const fault = (code: string): Fault => ({ code, sentence: "Non.", rule: null });

let live: typeof import("../src/house/live.svelte").live;

beforeEach(async () => {
  vi.useFakeTimers();
  vi.stubGlobal("WebSocket", Line);
  vi.stubGlobal("location", { protocol: "https:", host: "house.test" });
  vi.resetModules();
  Line.all = [];
  ({ live } = await import("../src/house/live.svelte"));
  live.open();
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

describe("a hidden tab", () => {
  const hide = (hidden: boolean) => {
    page.hidden = hidden;
    page.dispatchEvent(new Event("visibilitychange"));
  };
  let page: EventTarget & { hidden: boolean };

  beforeEach(async () => {
    page = Object.assign(new EventTarget(), { hidden: false });
    vi.stubGlobal("document", Object.assign(page, { querySelector: () => null }));
    vi.doMock("../src/house/device", () => ({ device: { hear() {} }, isOnDevice: (id: string) => id === "d-1" }));
    vi.resetModules();
    ({ live } = await import("../src/house/live.svelte"));
    live.open();
  });
  afterEach(() => void vi.doUnmock("../src/house/device"));

  test("says so, and when it is seen again", () => {
    Line.last.opens();
    expect(Line.last.said).toEqual([]);
    hide(true);
    hide(false);
    expect(Line.last.said).toEqual([
      { do: "shown", on: false },
      { do: "shown", on: true },
    ]);
  });

  test("says so again on a new line, before it looks at a table", async () => {
    Line.last.opens();
    live.watch(() => ({ do: "watch", table: "t1" }));
    hide(true);
    Line.last.breaks();
    await vi.advanceTimersByTimeAsync(SOON);
    Line.last.opens();
    expect(Line.last.said.map((message) => message.do)).toEqual(["shown", "watch"]);
  });

  test("at a table of this device still tells the house", () => {
    Line.last.opens();
    live.watch(() => ({ do: "watch", table: "d-1" }));
    hide(true);
    expect(Line.last.said.at(-1)).toEqual({ do: "shown", on: false });
  });
});

describe("a command", () => {
  test("is done when the house says so", async () => {
    Line.last.opens();
    const done = live.act("t1", PLAY);
    const { id, ...rest } = Line.last.said[0]!;
    expect(rest).toEqual({ do: "act", table: "t1", command: PLAY });
    Line.last.tells({ t: "ack", id: "another", seq: 3 });
    Line.last.tells({ t: "ack", id: id as string, seq: 7 });
    await expect(done).resolves.toBe(7);
  });

  test("that is denied is rejected with the reason, and not sent again", async () => {
    Line.last.opens();
    const acted = live.act("t1", PLAY);
    Line.last.tells({ t: "denied", id: Line.last.said[0]!.id as string, fault: fault("refused") });
    await expect(acted).rejects.toMatchObject({ code: "refused" });
    Line.last.breaks();
    vi.advanceTimersByTime(SOON);
    expect(Line.last.opens().acts()).toEqual([]);
  });

  test("that was not acknowledged is sent again on the next line, with the same id, and once it is done no more", async () => {
    Line.last.opens();
    const done = live.act("t1", PLAY);
    const [sent] = Line.last.acts();
    Line.last.breaks();
    vi.advanceTimersByTime(SOON);
    expect(Line.all).toHaveLength(2);
    expect(Line.last.opens().acts()).toEqual([sent]);
    Line.last.tells({ t: "ack", id: (sent as { id: string }).id, seq: 8 });
    await expect(done).resolves.toBe(8);
    Line.last.breaks();
    vi.advanceTimersByTime(SOON);
    expect(Line.last.opens().acts()).toEqual([]);
  });

  test("given while there is no line is sent when there is one", () => {
    void live.act("t1", PLAY);
    expect(Line.last.said).toEqual([]);
    expect(Line.last.opens().acts()).toHaveLength(1);
  });

  test.each(["paused", "too_many"])("is tried again when the house says %s", async (code) => {
    Line.last.opens();
    const done = live.act("t1", PLAY);
    const id = Line.last.said[0]!.id as string;
    Line.last.tells({ t: "denied", id, fault: fault(code) });
    expect(Line.last.acts()).toHaveLength(1);
    vi.advanceTimersByTime(1_000);
    expect(Line.last.acts()).toEqual([Line.last.said[0], Line.last.said[0]]);
    Line.last.tells({ t: "denied", id, fault: fault(code) });
    Line.last.tells({ t: "ack", id, seq: 9 }); // the first one had come through
    await expect(done).resolves.toBe(9);
    vi.advanceTimersByTime(1_000);
    expect(Line.last.acts()).toHaveLength(2);
  });
});

describe("a line", () => {
  test("that comes back asks for what it missed, by the last number that is known then", () => {
    let seq = 4;
    Line.last.opens();
    live.watch(() => ({ do: "watch", table: "t1", after: seq, seat: 0 }));
    live.lobby(true);
    seq = 11;
    Line.last.breaks();
    expect(live.state).toBe("away");
    vi.advanceTimersByTime(SOON);
    Line.last.opens();
    expect(Line.last.said).toEqual([
      { do: "watch", table: "t1", after: 11, seat: 0 },
      { do: "lobby", on: true },
    ]);
    expect(live.state).toBe("open");
  });

  test("asks for nothing that is no longer looked at", () => {
    Line.last.opens();
    const request = () => ({ do: "watch" as const, table: "t1", after: 1, seat: null });
    live.watch(request);
    live.unwatch(request);
    Line.last.breaks();
    vi.advanceTimersByTime(SOON);
    expect(Line.last.opens().said).toEqual([]);
  });

  test("goes on looking at the new table when the old one is left after it", () => {
    Line.last.opens();
    const [old, next] = ["t1", "t2"].map((table) => () => ({ do: "watch" as const, table, after: null, seat: null }));
    live.watch(old!);
    live.watch(next!);
    live.unwatch(old!);
    expect(Line.last.said.filter((message) => message.do === "unwatch")).toEqual([]);
    Line.last.breaks();
    vi.advanceTimersByTime(SOON);
    expect(Line.last.opens().said).toEqual([next!()]);
  });

  test("is tried again and again, ever more patiently", () => {
    const attempts = (span: number) => {
      const before = Line.all.length;
      for (let passed = 0; passed < span; passed += 100) {
        vi.advanceTimersByTime(100);
        if (Line.last.readyState === 0) Line.last.breaks();
      }
      return Line.all.length - before;
    };
    vi.spyOn(Math, "random").mockReturnValue(0.5);
    Line.last.breaks();
    const [early, late] = [attempts(8_000), attempts(8_000)];
    expect(early).toBeGreaterThan(late);
    expect(late).toBeGreaterThan(0);
  });

  test("that is silent for too long is given up, and what it says afterwards is not heard", () => {
    const heard = vi.fn();
    live.listen(heard);
    const first = Line.last.opens();
    vi.advanceTimersByTime(40_000);
    expect(first.said.every((message) => message.do === "ping")).toBe(true);
    expect(live.state).toBe("open");
    vi.advanceTimersByTime(30_000);
    expect(Line.last).not.toBe(first);
    first.tells({ t: "pong", at: 1 });
    first.breaks();
    expect(heard).not.toHaveBeenCalled();
    Line.last.opens().tells({ t: "pong", at: 2 });
    expect(heard).toHaveBeenCalledOnce();
    expect(live.state).toBe("open");
  });

  test("says when the house is paused, and that it goes on", () => {
    Line.last.opens().tells({ t: "house", paused: true, fault: fault("paused") });
    expect(live.paused?.code).toBe("paused");
    Line.last.tells({ t: "house", paused: false });
    expect(live.paused).toBeNull();
  });

  test("goes by the clock of the house", () => {
    vi.setSystemTime(1_000);
    Line.last.opens().tells({ t: "welcome", person: "p", name: "Ada", at: 61_000 });
    vi.setSystemTime(2_000);
    expect(live.now()).toBe(62_000);
  });
});

test("whoever is asked to leave, or for the house code, is told so once", () => {
  Line.last.opens();
  expect(live.turnedAway).toBe(0);
  Line.last.tells({ t: "denied", id: null, fault: fault("unreadable") });
  expect(live.turnedAway).toBe(0);
  Line.last.tells({ t: "denied", id: null, fault: fault("house_code") });
  expect(live.turnedAway).toBe(1);
});
