/** Luminis in sentences: cards, moves, and how things stand. */
import type { GamePart, Sitting } from "../sitting";
import {
  KINDS,
  LEVELS,
  NOTHING,
  perKind,
  readDeck,
  SPIRE_LEVEL,
  total,
  type Amounts,
  type Card,
  type Deck,
} from "./edition";
import { readMove } from "./moves";
import { permanent } from "./payment";
import type { LuminisView } from "./view";
import { type BoardWords, words as spoken } from "./spoken";

/** A column as it is printed: with a real minus sign. */
export const columnText = (column: number): string => String(column).replace("-", "−");

function listed(parts: string[], words: BoardWords): string {
  if (parts.length < 2) return parts[0] ?? words.nothing;
  return parts.slice(0, -1).join(", ") + words.and + parts.at(-1);
}

export function amountsText(amounts: Amounts, words: BoardWords): string {
  return listed(
    KINDS.filter((kind) => amounts[kind] > 0).map((kind) => words.kinds[kind]!({ n: amounts[kind] })),
    words,
  );
}

/** What sort of card it is, as the eye sees it: cards have no names in the page, though they have in records. */
export const sortOf = (card: Card, words: BoardWords): string =>
  card.level === SPIRE_LEVEL ? words.spireOf : words.windowOf({ level: LEVELS[card.level] ?? "" });

/** A card in a few words, by what it gives for good: « vitrail II (2 carrés et 1 rond) ». */
export function nameOf(name: string, deck: Deck, words: BoardWords): string {
  const card = deck.get(name);
  if (!card) return words.back;
  if (card.level === SPIRE_LEVEL) return words.spire({ what: amountsText(card.cost, words) });
  const level = LEVELS[card.level] ?? "";
  if (total(card.centre) === 0) return words.blankWindow({ level });
  return words.window({ level, what: amountsText(card.centre, words) });
}

/** What is printed on a card, each zone a phrase of its own. */
export function cardPhrases(card: Card, words: BoardWords): string[] {
  const arrows = card.arrows.map((arrow) => words.arrows[arrow]).join(", ");
  return [
    total(card.cost) > 0 ? words.costs({ what: amountsText(card.cost, words) }) : words.free,
    ...(total(card.centre) > 0
      ? [words.centre({ what: amountsText(card.centre, words) })]
      : card.level < 4
        ? [words.emptyCentre]
        : []),
    ...(card.arrows.length > 0 ? [words.top({ what: amountsText(card.top, words), where: arrows })] : []),
    ...(card.theft ? [words.theft] : []),
  ];
}

export function cardText(name: string, deck: Deck, words: BoardWords): string {
  const card = deck.get(name);
  return card ? [sortOf(card, words), ...cardPhrases(card, words)].join(words.then) : words.back;
}

/** What a card gives once when it is discarded (LM-14). */
export const worthText = (card: Card, words: BoardWords): string =>
  words.worth({
    what: amountsText(
      perKind((kind) => 2 * card.centre[kind]),
      words,
    ),
  });

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

export const sayMove: GamePart<LuminisView>["sayMove"] = (text, { game, names, edition }, before) => {
  const [move, words] = [readMove(text), spoken()];
  if (!move) return text;
  if (move.verb === "draw") {
    const card = before?.piles[move.pile]?.at(-1);
    return card ? capital(words.said.draw({ card: nameOf(card, readDeck(edition ?? ""), words) })) : words.drawnUnknown;
  }
  if (move.verb === "pile") return words.said.pile;
  if ("card" in move) {
    const card = nameOf(move.card, readDeck(edition ?? ""), words);
    const at = "column" in move ? move.column : 0;
    const side = at === 0 ? "middle" : at < 0 ? "left" : "right";
    return capital(words.said[move.verb]({ card, column: columnText(at), side }));
  }
  const sentence = (game.words.moves as Record<string, string> | undefined)?.[move.verb] ?? text;
  return sentence.replace("{player}", "seat" in move ? (names[move.seat] ?? "") : "");
};

/** A pile is known by the card on top of it. */
export function sayOffer(text: string, sitting: Sitting<LuminisView>): string {
  const [move, words, deck] = [readMove(text), spoken(), readDeck(sitting.edition ?? "")];
  if (!move || !("pile" in move)) return sayMove(text, sitting);
  const top = sitting.view.piles[move.pile]?.at(-1);
  const pile = top ? nameOf(top, deck, words) : null;
  if (!("card" in move)) return words.offer[move.verb]({ pile: pile ?? "" });
  const card = nameOf(move.card, deck, words);
  return pile === null ? words.offer.onEmpty({ card }) : words.offer.discard({ card, pile });
}

function sayCathedral(view: LuminisView, seat: number, deck: Deck, words: BoardWords): string {
  const standing = view.cathedrals[seat] ?? [];
  const rows = [1, 2, 3, 4].flatMap((level) => {
    const row = standing.filter(([name]) => deck.get(name)?.level === level);
    const cards = row
      .map(([name, column]) => `${nameOf(name, deck, words)} (${words.column({ column: columnText(column) })})`)
      .join(", ");
    return row.length > 0 ? [words.row({ level: LEVELS[level]!, cards })] : [];
  });
  return [
    words.inHand({ n: view.hands[seat]?.length ?? 0 }),
    words.permanent({ what: amountsText(standing.length > 0 ? permanent(deck, standing) : NOTHING, words) }),
    ...rows,
  ].join(words.then);
}

export function sayPosition(sitting: Sitting<LuminisView>): string {
  const { view, seat, names } = sitting;
  const words = spoken();
  const deck = readDeck(sitting.edition ?? "");
  const turn =
    view.acting === null
      ? words.over
      : view.acting === seat
        ? words.yourTurn
        : words.turnOf({ name: names[view.acting] ?? "" });
  const tops = view.piles.map((pile) => {
    const top = pile.at(-1);
    return `${top ? nameOf(top, deck, words) : words.pile} (${words.cards({ n: pile.length })})`;
  });
  const hand = seat === null ? [] : (view.hands[seat] ?? []).map((card) => cardText(card, deck, words));
  const paying = view.paying && words.payNow({ what: amountsText(view.paying.missing, words) });
  return [
    turn,
    ...(paying && view.acting === seat ? [paying] : []),
    words.stands({ name: words.spires, what: view.spires.map((spire) => nameOf(spire, deck, words)).join(", ") }),
    words.stands({ name: words.piles, what: tops.join(", ") }),
    ...names.map((name, one) => words.stands({ name, what: sayCathedral(view, one, deck, words) })),
    ...(hand.length > 0 ? [words.stands({ name: words.hand, what: hand.join(". ") })] : []),
  ].join(" ");
}

/** What this viewer saw going into the hand of another (LM-09, LM-16). */
export function knownCards(
  view: LuminisView,
  viewer: number | null,
  seat: number,
  deck: Deck,
  words: BoardWords,
): string[] {
  const seen = Object.entries(view.holders[viewer ?? "spectator"] ?? {}).filter(([, seats]) => seats.includes(seat));
  const names = (sure: boolean) =>
    seen.filter(([, seats]) => (seats.length === 1) === sure).map(([card]) => nameOf(card, deck, words));
  const [surely, perhaps] = [names(true), names(false)];
  return [
    ...(surely.length > 0 ? [words.known({ cards: surely.join(", ") })] : []),
    ...(perhaps.length > 0 ? [words.maybe({ cards: perhaps.join(", ") })] : []),
  ];
}
