import { beforeAll, describe, expect, test } from "vitest";
import EDITION from "../../src/lumitheque/games/fromages/editions/reconstruction.csv?raw";
import { canTurn, halfTurn, readDeck } from "../src/games/fromages/edition";
import type { Network, Pipe, FromagesView } from "../src/games/fromages/view";
import { marks, meant, networksAfter, readMove } from "../src/games/fromages/moves";
import { joined, openSides, planOf, pointsOf, waterOf, wetSides } from "../src/games/fromages/network";
import { partsOf, sumOf } from "../src/games/fromages/parts";
import { sayCell, sayMove, sayPosition, tellEnding } from "../src/games/fromages/say";
import { boardWords, language } from "../src/words/language.svelte";
import type { Sitting } from "../src/games/sitting";
import positions from "./fixtures/fromages.json";

/** Positions of games that the referee played, with what it says that every rat reaches and counts. */
interface Played {
  options: { game: string; home: string };
  seat: number;
  loose: string | null;
  cheese: number | null;
  networks: string[]; // row by row: @ start, # home, T42 face up, T06' turned, T62+T65 with a clogged pipe on it, . face down
  reached: string[][];
  home: boolean[];
  points: number[];
  clogs: string[];
}
const PLAYED: Played[] = positions;
const deck = readDeck(EDITION, false);

function networkOf(picture: string, cells: string[]): Network {
  const tokens = picture.replaceAll("/", " ").split(/\s+/);
  const pipes = cells.map((cell, at): [string, Pipe] => [cell, pipeOf(tokens[at]!)]);
  return Object.fromEntries(pipes.filter((_, at) => !"@#".includes(tokens[at]!)));
}

function pipeOf(token: string): Pipe {
  const [card = "", cover] = token.split("+");
  if (token === ".") return { card: "?", up: false, turned: null, cover: null };
  return { card: card.replace("'", ""), up: true, turned: card.endsWith("'"), cover: cover ?? null };
}

function viewOf(networks: Network[], more: Partial<FromagesView>): FromagesView {
  return { phase: "turn", networks, held: null, replaced: null, ...more } as FromagesView;
}

describe("the deck", () => {
  test("has its 88 cards, 22 of them clogged, with the cheeses of FR-04", () => {
    const cards = [...deck.values()];
    expect(cards).toHaveLength(88);
    expect(cards.filter((card) => card.clogged)).toHaveLength(22);
    const plain = cards.filter((card) => !card.clogged).map((card) => card.cheese);
    expect([0, 1, 2, 3].map((cheese) => plain.filter((one) => one === cheese).length)).toEqual([25, 22, 13, 6]);
  });

  test("is plain pipes for the little ones (FR-24)", () => {
    expect([...readDeck(EDITION, true).values()].some((card) => card.clogged || card.cheese > 0)).toBe(false);
  });

  test("of somebody else may have a comma or a quote in a name, and other line ends", () => {
    const theirs = readDeck('id,form,cheese,clogged\r\n"a ""b"", c",tee_v,2,no\r\n\r\n', false);
    expect(theirs.get('a "b", c')).toMatchObject({ form: "tee_v", cheese: 2, clogged: false });
    expect(theirs.size).toBe(1);
  });

  test("turns by half turns: straights and the cross look the same (FR-02)", () => {
    const turning = new Set([...deck.values()].filter(canTurn).map((card) => card.form));
    expect(turning).toEqual(new Set(["elbow_tr", "elbow_tl", "tee_h", "tee_v"]));
    for (const card of deck.values()) expect(halfTurn(halfTurn(card.sides))).toBe(card.sides);
  });
});

describe("the water", () => {
  test.each(PLAYED.map((played, at) => [at, played] as const))(
    "runs where the referee says, position %i",
    (_, played) => {
      const plan = planOf(played.options);
      const cards = readDeck(EDITION, played.options.game === "tout_petits");
      played.networks.forEach((picture, seat) => {
        const network = networkOf(picture, plan.cells);
        const water = waterOf(plan, cards, network);
        expect([...water.keys()].toSorted()).toEqual(played.reached[seat]);
        expect(water.has(plan.home)).toBe(played.home[seat]);
        if (played.options.game === "classique")
          expect(pointsOf(plan, cards, network, played.cheese === seat)).toBe(played.points[seat]);
      });
    },
  );

  test("enters every cell by a side that joins the cell before it", () => {
    for (const played of PLAYED) {
      const plan = planOf(played.options);
      for (const picture of played.networks) {
        const network = networkOf(picture, plan.cells);
        const water = waterOf(plan, deck, network);
        for (const [cell, { side, steps }] of water) {
          if (cell === plan.start) continue;
          const before = joined(plan, deck, network, cell, side);
          expect(water.get(before!)?.steps).toBe(steps - 1);
        }
      }
    }
  });

  test("passes the home or stops there (FR-05)", () => {
    for (const [home, behind] of [
      ["through", true],
      ["stop", false],
    ] as const) {
      const plan = planOf({ game: "classique", home });
      const network = networkOf("@ T55 T01' / . . T42 / . T55 #", plan.cells); // from above; only the home joins b1
      const water = waterOf(plan, deck, network);
      expect(water.has("c1")).toBe(true);
      expect(water.has("b1")).toBe(behind);
      expect(wetSides(plan, deck, network, water, "c1")).toBe(behind ? openSides(plan, deck, network, "c1") : 1);
    }
  });
});

describe("moves", () => {
  test("are read as the referee writes them", () => {
    expect(readMove("draw pile")).toMatchObject({ kind: "draw", source: "pile" });
    expect(readMove("plumber 3")).toMatchObject({ kind: "plumber", depth: 2 });
    expect(readMove("put b3 down")).toMatchObject({ kind: "put", cell: "b3", way: "down" });
    expect(readMove("clog P2 b3")).toMatchObject({ kind: "clog", victim: 1, cell: "b3" });
    expect(readMove("noflip")).toMatchObject({ kind: "noflip", cell: null });
    expect(readMove("put b3 sideways")).toBeNull();
  });

  test("a touch means what the phase asks for", () => {
    const plan = planOf({});
    const networks = ["@ T01 . / T62+T65 . . / . . #", "@ T01 . / . . . / . . #"].map((one) =>
      networkOf(one, plan.cells),
    );
    const held = viewOf(networks, { phase: "held", held: { card: "T42", from: "pile" } });
    expect(meant(held, 0, deck, 0, "b2", "down")).toBe("put b2 up"); // a straight pipe has one way only
    expect(meant({ ...held, held: { card: "T01", from: "pile" } }, 0, deck, 0, "b2", "down")).toBe("put b2 down");
    expect(meant(held, 0, deck, 1, "b3", "up")).toBe("clog P2 b3");
    expect(meant(viewOf(networks, { phase: "turn" }), 0, deck, 0, "a2", "up")).toBe("flush a2");
    expect(meant(viewOf(networks, { phase: "flip" }), 0, deck, 0, "c3", "up")).toBe("flip c3");
  });

  test("are shown before they are made", () => {
    const plan = planOf({});
    const networks = ["@ . . / . . . / . . #", "@ T01 . / . . . / . . #"].map((one) => networkOf(one, plan.cells));
    const view = viewOf(networks, { phase: "held", held: { card: "T08", from: "discard" } });
    expect(networksAfter(view, 0, "put b3 down")[0]!.b3).toEqual({ card: "T08", up: true, turned: true, cover: null });
    expect(networksAfter(view, 0, "clog P2 b3")[1]!.b3!.cover).toBe("T08");
    expect(networksAfter(view, 0, null)).toBe(networks);
    expect(view.networks[0]!.b3!.up).toBe(false);
  });

  test("clog only where the referee offers it: on pipes of the same form", () => {
    const offered = PLAYED.filter((played) => played.clogs.length > 0);
    expect(offered.length).toBeGreaterThan(5);
    for (const played of offered) {
      const plan = planOf(played.options);
      const networks = played.networks.map((picture) => networkOf(picture, plan.cells));
      for (const text of played.clogs) {
        const { victim, cell } = readMove(text)!;
        const pipe = networks[victim!]![cell!]!;
        expect(deck.get(pipe.card)!.form).toBe(deck.get(played.loose!)!.form);
        const view = viewOf(networks, { phase: "replaced", replaced: played.loose });
        expect(networksAfter(view, played.seat, text)[victim!]![cell!]!.cover).toBe(played.loose);
      }
    }
  });
});

describe("in words", () => {
  beforeAll(() => void (language.now = "en"));
  const en = boardWords("fromages", "en");
  const moves = {
    draw_pile: "Drawn.",
  };
  const game = { words: { moves, pieces: { tee_v: "tee" } } };
  const sitting = {
    game,
    names: ["Ana", "Bo"],
    edition: EDITION,
    seats: 2,
    seat: 0,
  } as unknown as Sitting<FromagesView>;

  test("a move is said with the place that one sees, and the player", () => {
    expect(sayMove("put b3 down", sitting)).toBe("A pipe is laid at the top, upside down.");
    expect(sayMove("put b2 up", sitting)).toBe("A pipe is laid in the middle.");
    expect(sayMove("put b2 up", { ...sitting, options: { game: "tout_petits" } })).toContain("second cell");
    expect(sayMove("clog P2 a1", sitting)).toBe("A clogged pipe falls into Bo’s network, at the bottom left.");
    expect(sayMove("draw discard", sitting)).toBe("The top of the discard pile is taken.");
    expect(sayMove("draw pile", sitting)).toBe("Drawn.");
    expect(sayMove("nonsense", sitting)).toBe("nonsense");
  });

  test("a cell says what lies there and whether the rat gets there", () => {
    const plan = planOf({});
    const network = networkOf("@ T58 . / T62+T65 . . / . . #", plan.cells);
    const table = { plan, deck, network, water: waterOf(plan, deck, network), rat: "Brie" };
    const say = (cell: string) => sayCell(table, cell, { straight_h: "straight" }, en);
    expect(say("a3")).toBe("at the top left, start of Brie");
    expect(say("c3")).toBe("at the top right, closed trap, minus one point");
    expect(say("b3")).toBe(`at the top, straight, cheese of ${deck.get("T58")!.cheese}, reached`);
    expect(say("a2")).toBe(
      `on the left, straight, under a clogged pipe, cheese of ${deck.get("T62")!.cheese} lost, not reached`,
    );
  });

  test("the position says where the water runs, and hides what is hidden", () => {
    const plan = planOf({});
    const networks = ["@ T55 . / . . . / . . #", "@ . . / . . . / . . #"].map((one) => networkOf(one, plan.cells));
    const view = viewOf(networks, { phase: "held", turn: 1, cheese: null, held: { card: "?", from: "pile" } });
    const told = sayPosition({ ...sitting, options: {}, view } as Sitting<FromagesView>);
    expect(told).toBe(
      "Bo is to play. Ana: the water is at the top. Count: −6. Bo: the water reaches nothing yet. Count: −7.",
    );
  });

  test("the points of a round are cheeses, the arrival and the traps", () => {
    const view = { scores: [[11, -2]], arrivals: [0], history: [[{ a1: "T01" }, { a1: "T02", b1: "T03" }]] };
    const parts = [0, 1].map((seat) => partsOf(view as unknown as FromagesView, 0, seat));
    expect(parts[0]).toEqual({ cheeses: 7, arrival: 5, traps: -1, total: 11 });
    expect(parts[1]).toEqual({ cheeses: 0, arrival: 0, traps: -2, total: -2 });
    expect(sumOf([parts[0]!, parts[0]!]).total).toBe(22);
  });

  test("the end is a story: who won, by how much, the finest round, the lids", () => {
    const ending = { reason: "rounds", points: [7, 3], winners: [0] };
    const history = [
      [{}, { a1: "T01" }],
      [{}, { a1: "T02", b1: "T03" }],
    ];
    const view = {
      ending,
      rats: ["Brie", "Tomme"],
      scores: [
        [2, 4],
        [5, -1],
      ],
      history,
    } as unknown as FromagesView;
    expect(tellEnding(view, ["Ana", "Bo"], en).slice(1)).toEqual([
      "Bo follows, 4 points behind.",
      "The finest feast: Ana, 5 points in round 2.",
      "Most traps left closed: Bo, 3.",
    ]);
    const level = { ...view, ending: { ...ending, points: [3, 3], winners: [0, 1] } };
    expect(tellEnding(level, ["Bo", "Bo"], en)[0]).toContain("Bo (Brie) and Bo (Tomme)");
    expect(
      tellEnding({ ...view, ending: { reason: "home", points: [0, 1], winners: [1] } }, ["Ana", "Bo"], en),
    ).toEqual([en.story.little({ name: "Bo", rat: "Tomme" })]);
    expect(
      tellEnding({ ...view, ending: { reason: "passes", points: [0, 0], winners: [] } }, ["Ana", "Bo"], en),
    ).toEqual([en.story.nobody]);
  });
});

test("a line of the log marks where it happened", () => {
  expect(marks(["draw discard", "put b2 up", "clog P1 c3"], 2)).toEqual({ shown: ["discard", "P3 b2", "P1 c3"] });
});
