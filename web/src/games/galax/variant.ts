/** Galax at the board: one gesture steps and takes; whoever wishes chooses the takings one by one. */
import { kept } from "../pawns/kept.svelte";
import { offersOf } from "../pawns/offers";
import { sideOf } from "../pawns/position";
import { sayPrey, sayThe } from "../pawns/say";
import { capital } from "../pawns/spoken";
import { stepAhead, type HalfMade, type Variant } from "../pawns/variant";
import { preyOf } from "./prey";

/** A lesson, which points at cells, goes step by step. */
const byHand: Variant["byHand"] = (sitting) => sitting.options.captures !== "automatic" && sitting.shown.length === 0;

export const galax: Variant = {
  game: "galax",

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

  prompt(gesture, sitting, words) {
    const piece = gesture.held && sitting.view.board[gesture.held];
    if (gesture.asked) return words.huff_asked({ piece: sayThe(sitting.view.board, gesture.asked) });
    if (gesture.wanted) return words.to_take({ piece: sayThe(sitting.view.board, gesture.wanted) });
    if (gesture.goal && gesture.goal.takes.length > 0)
      return words.would_take({ prey: sayPrey(sitting.view.board, gesture.goal.takes) });
    if (gesture.offers.stop) return phase(gesture, sitting);
    if (piece) return words.choose_goal({ piece: capital(words.pieces[piece]) });
    return gesture.offers.huffs.size > 0 ? words.huff_galax : null;
  },

  byHand,
  duty: () => false,
  neglects: () => false,
  sweeps: true,
  rays: () => [],
};

/** Inside a turn: takings still to be made, or a step more. */
function phase(gesture: HalfMade, sitting: Parameters<Variant["prompt"]>[1]): string | null {
  const phases = sitting.game.words.phases as Record<string, string> | undefined;
  return phases?.[gesture.offers.takes.size > 0 ? "take" : "again"] ?? null;
}
