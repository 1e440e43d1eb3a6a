/** Luminis in sentences: cards, moves, and how things stand. */
import type { Language } from "../../words/language.svelte";
import type { GamePart, Sitting } from "../sitting";
import { KINDS, LEVELS, NOTHING, perKind, readDeck, total, type Amounts, type Card, type Deck } from "./deck";
import { readMove } from "./moves";
import { permanent } from "./payment";
import type { LuminisView } from "./view";
import { WORDS, type BoardWords } from "./words";

/** A column as it is printed: with a real minus sign. */
export const columnText = (column: number): string => String(column).replace("-", "−");

export function listed(parts: string[], words: BoardWords): string {
  if (parts.length < 2) return parts[0] ?? words.nothing;
  return parts.slice(0, -1).join(", ") + words.and + parts.at(-1);
}

export function amountsText(amounts: Amounts, words: BoardWords): string {
  return listed(
    KINDS.filter((kind) => amounts[kind] > 0).map((kind) => words.kinds[kind]!(amounts[kind])),
    words,
  );
}

/** What is printed on a card, each zone a phrase of its own. */
export function cardPhrases(card: Card, words: BoardWords): string[] {
  const arrows = card.arrows.map((arrow) => words.arrows[arrow]).join(", ");
  return [
    words.level(LEVELS[card.level] ?? ""),
    total(card.cost) > 0 ? words.costs(amountsText(card.cost, words)) : words.free,
    ...(total(card.centre) > 0 ? [words.centre(amountsText(card.centre, words))] : card.level < 4 ? [words.emptyCentre] : []),
    ...(card.arrows.length > 0 ? [words.top(amountsText(card.top, words), arrows)] : []),
    ...(card.theft ? [words.theft] : []),
  ];
}

export function cardText(name: string, deck: Deck, words: BoardWords): string {
  const card = deck.get(name);
  return card ? [name, ...cardPhrases(card, words)].join(words.then) : words.back;
}

/** What a card gives once when it is discarded (LM-14). */
export const worthText = (card: Card, words: BoardWords): string =>
  words.worth(amountsText(perKind((kind) => 2 * card.centre[kind]), words));

export const sayMove: GamePart<LuminisView>["sayMove"] = (text, { game, names }, language) => {
  const move = readMove(text);
  const sentence = move && (game.words[language]?.moves as Record<string, string> | undefined)?.[move.verb];
  if (!move || !sentence) return text;
  if (move.verb === "draw") return WORDS[language].drawnUnknown(move.pile + 1);
  const parts: Record<string, string> = {
    card: "card" in move ? move.card : "",
    pile: "pile" in move ? String(move.pile + 1) : "",
    column: "column" in move ? columnText(move.column) : "",
    player: "seat" in move ? (names[move.seat] ?? "") : "",
  };
  return sentence.replace(/\{(\w+)\}/g, (_, part: string) => parts[part] ?? "");
};

function sayCathedral(view: LuminisView, seat: number, deck: Deck, words: BoardWords): string {
  const standing = view.cathedrals[seat] ?? [];
  const rows = [1, 2, 3, 4].flatMap((level) => {
    const row = standing.filter(([name]) => deck.get(name)?.level === level);
    const cards = row.map(([name, column]) => `${name} (${columnText(column)})`).join(", ");
    return row.length > 0 ? [words.row(LEVELS[level]!, cards)] : [];
  });
  return [
    words.inHand(view.hands[seat]?.length ?? 0),
    words.permanent(amountsText(standing.length > 0 ? permanent(deck, standing) : NOTHING, words)),
    ...rows,
  ].join(words.then);
}

export function sayPosition(sitting: Sitting<LuminisView>, language: Language): string {
  const { view, seat, names } = sitting;
  const words = WORDS[language];
  const deck = readDeck(sitting.edition ?? "");
  const turn = view.acting === null ? words.over : view.acting === seat ? words.yourTurn : words.turnOf(names[view.acting] ?? "");
  const tops = view.piles.map((pile, index) => {
    return [words.pile(index + 1), `(${words.cards(pile.length)})`, pile.at(-1) ?? ""].join(" ").trim();
  });
  const hand = seat === null ? [] : (view.hands[seat] ?? []).map((card) => cardText(card, deck, words));
  const paying = view.paying && words.payNow(view.paying.card, amountsText(view.paying.missing, words));
  return [
    turn,
    ...(paying && view.acting === seat ? [paying] : []),
    words.stands(words.spires, view.spires.join(", ")),
    words.stands(words.piles, tops.join(", ")),
    ...names.map((name, one) => words.stands(name, sayCathedral(view, one, deck, words))),
    ...(hand.length > 0 ? [words.stands(words.hand, hand.join(". "))] : []),
  ].join(" ");
}

/** What this viewer saw going into the hand of another (LM-09, LM-16). */
export function knownCards(view: LuminisView, viewer: number | null, seat: number, words: BoardWords): string[] {
  const seen = Object.entries(view.holders[viewer ?? "spectator"] ?? {}).filter(([, seats]) => seats.includes(seat));
  const names = (sure: boolean) => seen.filter(([, seats]) => (seats.length === 1) === sure).map(([card]) => card);
  const [surely, perhaps] = [names(true), names(false)];
  return [
    ...(surely.length > 0 ? [words.known(surely.join(", "))] : []),
    ...(perhaps.length > 0 ? [words.maybe(perhaps.join(", "))] : []),
  ];
}
