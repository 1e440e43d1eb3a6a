/** A replay, with a house that answers in any order. */
import { beforeEach, expect, test, vi } from "vitest";

const { get, post } = vi.hoisted(() => ({ get: vi.fn(), post: vi.fn() }));
vi.mock("../src/house/http", () => ({ get, post, patch: vi.fn(), Refusal: Error }));
vi.stubGlobal("localStorage", { getItem: () => null, setItem: () => {} });
vi.stubGlobal("navigator", { languages: ["fr"] });

const { Replaying } = await import("../src/house/replay.svelte");

const TOTAL = 230; // more than one page
const state = {
  status: "over",
  sitters: [{ sitter: { kind: "human", person: "ada" } }, { sitter: { kind: "bot", level: "greedy" } }],
};
const table = { id: "t1", game: "lumens", seats: 2, own_seats: [0], state };
const game = { game: { prepared: true }, editions: [], levels: [{ name: "greedy", title: "Gourmand" }] };

function frames(viewpoint: string, from: number, to: number) {
  const numbers = Array.from({ length: Math.min(to, TOTAL) - from + 1 }, (_, at) => from + at);
  return numbers.map((number) => ({
    number,
    seat: number === 0 ? null : number % 2,
    moves: [],
    view: { viewpoint, number },
    waiting: [],
    ending: null,
  }));
}

/** What is asked through these eyes is answered only when it is let go. */
const held = new Map<string, Promise<void>>();
function hold(viewpoint: string): () => void {
  let letGo = (): void => {};
  held.set(viewpoint, new Promise((done) => (letGo = done)));
  return letGo;
}

beforeEach(() => {
  held.clear();
  get.mockImplementation(async (path: string) => {
    if (path === "/api/me") return { id: "ada" };
    if (path.startsWith("/api/games")) return game;
    const [, viewpoint, from, to] = /frames\?seat=(\w+)&from=(\d+)&to=(\d+)/.exec(path) ?? [];
    if (!viewpoint) return { table, names: { ada: "Ada" } };
    await held.get(viewpoint);
    return { total: TOTAL, frames: frames(viewpoint, Number(from), Number(to)) };
  });
});

test("has every frame once, page by page, and knows who played", async () => {
  const replay = await Replaying.open("t1", null, 17);
  expect(replay.frames.map((frame) => frame.number)).toEqual([...Array(TOTAL + 1).keys()]);
  expect([replay.viewpoint, replay.at, replay.sitting.names]).toEqual([0, 17, ["Ada", "Gourmand"]]);
  replay.toOwnLastTurn();
  expect(replay.at).toBe(16);
});

test("shows the eyes that were wanted last, whatever is answered last", async () => {
  const replay = await Replaying.open("t1", 0, 5);
  const letGo = hold("1");
  const slow = replay.look(1);
  await replay.look("all");
  letGo();
  await slow;
  expect([replay.viewpoint, replay.sitting.view, replay.sitting.seat]).toEqual([
    "all",
    { viewpoint: "all", number: 5 },
    null,
  ]);
});

test("advice for a frame that was left is not shown with another", async () => {
  const replay = await Replaying.open("t1", 0, 5);
  post.mockResolvedValue({ move: "c4=6", moves: [] });
  const late = replay.review();
  replay.go(6);
  await late;
  expect([replay.hint, replay.sitting.pointed]).toEqual([null, []]);
  await replay.review();
  expect([replay.hint?.move, replay.sitting.pointed]).toEqual(["c4=6", ["c4=6"]]);
});
