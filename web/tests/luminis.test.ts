import { describe, expect, test } from "vitest";
import EDITION from "../../src/lumitheque/games/luminis/editions/reconstruction.csv?raw";
import { perKind, readDeck, total, type Amounts, type Kind } from "../src/games/luminis/edition";
import { Gesture } from "../src/games/luminis/gesture.svelte";
import { chips, ring } from "../src/games/luminis/drawing";
import {
  marks,
  atPlayer,
  inColumn,
  onPile,
  ontoPile,
  readMove,
  viewAfter,
  type Placing,
} from "../src/games/luminis/moves";
import {
  afterDiscard,
  billAt,
  missingOf,
  openColumns,
  paidDownTo,
  permanent,
  pointing,
} from "../src/games/luminis/payment";
import { cardText, columnText, knownCards, sayMove } from "../src/games/luminis/say";
import type { LuminisView } from "../src/games/luminis/view";
import { boardWords } from "../src/words/language.svelte";
import type { Sitting } from "../src/games/sitting";
import decisions from "./fixtures/luminis.json";

/** Decisions of games that the referee played: what a seat saw and might do, what it did, what it saw then. */
interface Decision {
  options: { game?: string; support?: string };
  seat: number;
  view: LuminisView; // of each pile only the last two cards
  legal: string[];
  left: Record<string, Amounts>; // what each card that might be built would have left to pay
  move: string;
  after: LuminisView;
}
const played = decisions as unknown as Decision[];
const deck = readDeck(EDITION);
const card = (name: string) => deck.get(name)!;
const placings = (legal: string[]) =>
  legal.map(readMove).filter((move) => move !== null && "column" in move) as {
    verb: Placing;
    card: string;
    column: number;
  }[];

describe("the deck", () => {
  test("is read from its file", () => {
    expect(deck.size).toBe(102);
    expect(card("II-34")).toEqual({
      name: "II-34",
      level: 2,
      cost: [0, 4, 3],
      centre: [3, 1, 0],
      top: [1, 0, 0],
      arrows: ["up", "up-right"],
      theft: true,
    });
    expect(card("I-01").arrows).toEqual([]);
  });
  test("may have names in quotes, a byte order mark and other line ends", () => {
    const other = readDeck('\ufeffid,level\r\n"a,""b""",III,1,2,3,4,5,6,7,8,9,left right,no\r\n');
    expect(other.get('a,"b"')).toMatchObject({
      level: 3,
      cost: [1, 2, 3],
      centre: [4, 5, 6],
      top: [7, 8, 9],
      arrows: ["left", "right"],
    });
  });
});

describe("moves", () => {
  test("every offered text is read and written back", () => {
    for (const text of played.flatMap(({ legal }) => legal)) {
      const move = readMove(text)!;
      if ("column" in move) expect(inColumn(move.verb, move.card, move.column)).toBe(text);
      else if ("card" in move) expect(ontoPile(move.verb, move.card, move.pile)).toBe(text);
      else if ("pile" in move) expect(onPile(move.verb, move.pile)).toBe(text);
      else if ("seat" in move) expect(atPlayer(move.verb, move.seat)).toBe(text);
      else expect(text).toBe("pass");
    }
  });
  test("what is none is none", () => expect(readMove("jump 3")).toBeNull());
});

describe("payment", () => {
  test("the example of the rule page", () => {
    const standing = [
      ["I-25", -1],
      ["I-15", 0],
      ["I-09", 1],
    ] as const;
    expect(permanent(deck, standing)).toEqual([2, 0, 2]);
    expect(pointing(deck, standing, 2, 0).map((one) => one.card.name)).toEqual(["I-25", "I-15", "I-09"]);
    const bill = billAt(deck, standing, card("II-38"), 0, "build");
    expect(missingOf(bill)).toEqual([0, 2, 0]);
    expect(afterDiscard(missingOf(bill), card("I-20"))).toEqual([0, 0, 0]);
  });
  test("what a build leaves to be paid is what the referee asks for", () => {
    let asked = 0;
    for (const { seat, view, left } of played) {
      for (const [text, missing] of Object.entries(left)) {
        const move = readMove(text) as { card: string; column: number };
        expect(missingOf(billAt(deck, view.cathedrals[seat]!, card(move.card), move.column, "build")), text).toEqual(
          missing,
        );
        asked += total(missing);
      }
    }
    expect(asked).toBeGreaterThan(40);
  });
  test("an offered spire or bonus card lacks nothing, and every one that lacks nothing is offered", () => {
    const seen = new Set<string>();
    for (const { seat, view, legal, options } of played.filter((one) => one.view.phase === "turn")) {
      const mine = view.cathedrals[seat]!;
      const shown = [
        ...view.spires.map((name) => ["spire", name] as const),
        ...view.bonus.slice(0, 1).map((name) => ["bonus", name] as const),
      ];
      for (const [verb, name] of shown) {
        for (const column of openColumns(deck, mine, card(name).level)) {
          const free = total(missingOf(billAt(deck, mine, card(name), column, verb))) === 0;
          const offered = legal.includes(inColumn(verb, name, column));
          if (offered || options.support !== "pyramid") expect(free).toBe(offered);
          if (offered) seen.add(verb);
        }
      }
    }
    expect([...seen].toSorted()).toEqual(["bonus", "spire"]);
  });
  test("every place that is offered is an open one", () => {
    for (const { seat, view, legal } of played) {
      for (const { card: name, column } of placings(legal)) {
        expect(openColumns(deck, view.cathedrals[seat]!, card(name).level)).toContain(column);
      }
    }
  });
  test("a discard lowers what is missing as the referee says", () => {
    const paid = played.filter(({ view, after }) => view.phase === "pay" && after.phase === "pay");
    expect(paid.length).toBeGreaterThan(0);
    for (const { seat, view, move, after } of paid) {
      const { card: name } = readMove(move) as { card: string };
      expect(afterDiscard(view.paying!.missing, card(name))).toEqual(after.paying!.missing);
      const { card: building, column } = after.paying!;
      const bill = paidDownTo(
        billAt(deck, after.cathedrals[seat]!, card(building), column, "build"),
        after.paying!.missing,
      );
      for (const share of bill.shares) {
        expect(share.centres + share.arrows + share.discarded + share.missing).toBe(share.cost);
        expect(share.discarded).toBeGreaterThanOrEqual(0);
      }
    }
  });
});

describe("what is shown before it has arrived", () => {
  const places = (view: LuminisView, seat: number) => [...view.cathedrals[seat]!].map(String).toSorted();

  test("is what arrives", () => {
    const verbs = new Set<string>();
    for (const { seat, view, move, after } of played) {
      const { verb } = readMove(move)!;
      if (verb === "steal" || verb === "pile" || after.phase === "over") continue; // chance, or everything is uncovered
      if (verb === "build" && after.phase === "pay") continue; // on its way, not placed yet
      if (verb === "discard" && after.phase !== "pay") continue; // the last one places a card as well
      const seen = viewAfter(view, seat, [move]);
      if (view.hands.length > 2 || verb !== "build")
        expect([...seen.hands[seat]!].toSorted(), move).toEqual([...after.hands[seat]!].toSorted());
      expect(places(seen, seat), move).toEqual(places(after, seat));
      expect(seen.bonus).toEqual(after.bonus);
      if (verb !== "draw")
        expect(seen.piles.map((pile) => pile.at(-1))).toEqual(after.piles.map((pile) => pile.at(-1)));
      verbs.add(verb);
    }
    expect([...verbs].toSorted()).toEqual(["bonus", "build", "discard", "draw", "drop", "name"]);
  });
  test("who only looks on foresees nothing", () => {
    const { view, move } = played[0]!;
    expect(viewAfter(view, null, [move])).toBe(view);
  });
});

describe("a gesture", () => {
  const finger = { pointerType: "touch" } as PointerEvent;
  const mouse = { pointerType: "mouse" } as PointerEvent;

  function at(phase: LuminisView["phase"], wanted: (legal: string[]) => boolean = () => true) {
    const decision = played.find(({ view, legal }) => view.phase === phase && wanted(legal))!;
    const asked: string[] = [];
    const sitting = {
      ...decision,
      play: (...moves: string[]) => asked.push(...moves.map((move) => `play ${move}`)),
      why: (...moves: string[]) => asked.push(...moves.map((move) => `why ${move}`)),
    };
    return { ...decision, asked, gesture: new Gesture(() => sitting as unknown as Sitting<LuminisView>) };
  }

  test("a finger sees what it draws before it draws it; a mouse has seen it", () => {
    const { gesture, asked } = at("turn");
    const move = gesture.moveToPile(0)!;
    gesture.tap(move, finger);
    expect([asked, gesture.considered, gesture.armed]).toEqual([[], "draw 1", true]);
    gesture.tap(move, finger);
    expect([asked, gesture.considered, gesture.armed]).toEqual([["play draw 1"], null, false]);
    gesture.tap(move, mouse);
    expect(asked).toEqual(["play draw 1", "play draw 1"]);
  });
  test("a card and then its place", () => {
    const { gesture, legal, asked } = at("turn", (moves) => moves.some((move) => move.startsWith("build")));
    const build = readMove(legal.find((move) => move.startsWith("build"))!) as { card: string; column: number };
    expect(gesture.leads(build.card)).toBe(true);
    gesture.choose(build.card);
    gesture.tap(gesture.moveToColumn(build.column)!, mouse);
    expect(asked).toEqual([`play build ${build.card}@${build.column}`]);
    expect(gesture.card).toBeNull();
  });
  test("what is not offered is asked about, not played", () => {
    const { gesture, view, seat, asked } = at("turn", (moves) => moves.some((move) => move.startsWith("build")));
    gesture.choose(view.hands[seat]![0]!);
    gesture.tap(gesture.moveToColumn(30)!, mouse);
    expect(asked).toEqual([`why build ${view.hands[seat]![0]}@30`]);
  });
  test("in payment a pile means nothing before a card is chosen, and then takes it at one tap", () => {
    const { gesture, legal, asked } = at("pay");
    expect(gesture.moveToPile(0)).toBeNull();
    const { card: name } = readMove(legal[0]!) as { card: string };
    gesture.choose(name);
    gesture.tap(gesture.moveToPile(1)!, finger);
    expect(asked).toEqual([`play discard ${name}>2`]);
  });
  test("a card that cannot pay what is missing is refused, not chosen", () => {
    const { gesture, view, asked } = at("pay");
    const idle = view.spires[0]!;
    gesture.toggle(idle, finger);
    expect([asked, gesture.card, gesture.magnified]).toEqual([[`why discard ${idle}>1`], null, null]);
  });
  test("a column without a place is asked about; one with a place is considered, not played", () => {
    const { gesture, legal, asked } = at("turn", (moves) => moves.some((move) => move.startsWith("build")));
    const build = readMove(legal.find((move) => move.startsWith("build"))!) as { card: string; column: number };
    gesture.tapColumn(build.column);
    expect([asked, gesture.considered]).toEqual([[], null]);
    gesture.choose(build.card);
    gesture.tapColumn(30);
    expect(asked).toEqual([`why build ${build.card}@30`]);
    gesture.tapColumn(build.column);
    expect([gesture.considered, gesture.armed]).toEqual([`build ${build.card}@${build.column}`, true]);
  });
  test("thieves are named by their seats", () => {
    const { gesture, legal } = at("name");
    expect(legal.every((move) => gesture.offers(gesture.moveToPlayer((readMove(move) as { seat: number }).seat)))).toBe(
      true,
    );
    expect(gesture.moveToPile(0)).toBeNull();
  });
  test("a card that is not there cannot stay chosen", () => {
    const { gesture } = at("turn");
    gesture.choose("?");
    expect(gesture.card).toBeNull();
  });
});

describe("glass", () => {
  test("every resource is a piece of its own as long as they can be counted", () => {
    for (const { centre, cost } of deck.values()) {
      const pieces = ring(centre, 0, 0, 10, 6);
      const count = (kind: Kind) => pieces.filter((piece) => piece.kind === kind).length;
      expect(perKind(count)).toEqual(centre);
      expect(chips(cost).map((chip) => chip.number)).toEqual(cost.filter((amount) => amount > 0));
    }
  });
  test("many are told by numbers", () => {
    expect(ring([3, 0, 12], 0, 0, 10, 6).map(({ kind, number }) => [kind, number])).toEqual([
      [0, 3],
      [2, 12],
    ]);
  });
});

describe("speech", () => {
  const told = {
    names: ["Ada", "Blaise"],
    edition: EDITION,
    game: { words: { moves: { name: "À {player} de voler.", steal: "Vol chez {player}.", pass: "Passe." } } },
  };
  const say = (move: string) => sayMove(move, told as unknown as Parameters<typeof sayMove>[1]);

  test("moves are sentences", () => {
    expect(say("build II-34@-1")).toBe("Vitrail II (3 carrés et 1 rond)\u00a0: posé à gauche, en colonne −1.");
    expect(say("draw 2")).toBe("Carte piochée.");
    const before = { piles: [[], ["I-05", "II-34"]] } as unknown as LuminisView;
    expect(sayMove("draw 2", told as unknown as Parameters<typeof sayMove>[1], before)).toBe(
      "Vitrail II (3 carrés et 1 rond)\u00a0: pioché.",
    );
    expect(say("pile 2")).toBe("Fouille d’une pile.");
    expect(say("name P2")).toBe("À Blaise de voler.");
    expect(columnText(-12)).toBe("−12");
  });
  test("a card says everything that is printed on it", () => {
    expect(cardText("II-34", deck, boardWords("luminis", "en"))).toBe(
      "level II window; costs 4 circles and 3 triangles; centre: 3 squares and 1 circle; top zone: 1 square, up, up to the right; theft sign",
    );
    expect(cardText("I-01", deck, boardWords("luminis", "fr"))).toContain("gratuit");
    expect(cardText("?", deck, boardWords("luminis", "fr"))).toBe("carte cachée");
  });
  test("no sentence has a code in it that no card shows", () => {
    for (const { legal } of played) for (const move of legal) expect(say(move)).not.toMatch(/[IV]+-\d|\bP\d|@/);
  });
  test("cards seen going to a hand are told, sure ones apart", () => {
    const view = { holders: { "0": { "I-05": [1], "II-34": [1, 2] } } } as unknown as LuminisView;
    expect(knownCards(view, 0, 1, deck, boardWords("luminis", "en"))).toEqual([
      "seen going to this hand: level I window (1 circle)",
      "perhaps in this hand: level II window (3 squares and 1 circle)",
    ]);
    expect(knownCards(view, 0, 2, deck, boardWords("luminis", "en"))).toEqual([
      "perhaps in this hand: level II window (3 squares and 1 circle)",
    ]);
    expect(knownCards(view, null, 1, deck, boardWords("luminis", "en"))).toEqual([]);
  });
});

test("a line of the log marks where it happened", () => {
  expect(marks(["draw 2", "discard I-01>3", "build I-07@-1"], 2)).toEqual({
    shown: ["pile 2", "pile 3", "I-07", "P3"],
  });
});
