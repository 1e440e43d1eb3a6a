/** Galax at the board: one gesture steps and takes; whoever wishes chooses the takings one by one. */
import { language } from "../../words/language.svelte";
import type { Hand } from "../pawns/hand.svelte";
import { kept } from "../pawns/kept.svelte";
import { offersOf } from "../pawns/offers";
import { sideOf } from "../pawns/position";
import { stepAhead, type Ways } from "../pawns/ways";
import { preyOf } from "./prey";

/** A lesson, which points at cells, goes step by step. */
const byHand: Ways["byHand"] = (sitting) => sitting.options.captures !== "automatic" && sitting.shown.length === 0;

export const galax: Ways = {
  offers(sitting) {
    const { view, options, legal } = sitting;
    return offersOf(legal, (move, from, to) => {
      const takes = preyOf(view.board, from, to, options.directions);
      const together = byHand(sitting) && kept.sweeping;
      return { takes, moves: together ? [move, ...takes.map((cell) => `x${cell}`)] : [move] };
    });
  },

  meant(board, side, from, cell) {
    const piece = board[cell];
    if (piece && sideOf(piece) !== side) return `x${cell}`;
    if (from) return `${from}-${cell}`;
    return piece ? stepAhead(board, cell) : null;
  },

  prompt(hand, sitting, words) {
    const piece = hand.held && sitting.view.board[hand.held];
    if (hand.asked) return words.huff_asked(words.pieces[sitting.view.board[hand.asked]!], hand.asked);
    if (hand.wanted) return words.to_take(hand.wanted, [...hand.goals.keys()].join(words.or));
    if (hand.goal && hand.goal.takes.length > 0) return words.would_take(hand.goal.takes.join(", "));
    if (hand.offers.stop) return phase(hand, sitting);
    if (piece) return words.choose_goal(words.pieces[piece], hand.held!);
    return hand.offers.huffs.size > 0 ? words.huff_galax : null;
  },

  byHand,
  duty: () => false,
  rays: () => [],
};

/** Inside a turn: takings still to be made, or a step more. */
function phase(hand: Hand, sitting: Parameters<Ways["prompt"]>[1]): string | null {
  const phases = sitting.game.words[language.now]?.phases as Record<string, string> | undefined;
  return phases?.[hand.offers.takes.size > 0 ? "take" : "again"] ?? null;
}
