/** Sirius at the board: going onto a piece takes it, and taking is a duty. */
import { offersOf, takers } from "../pawns/offers";
import { sideOf } from "../pawns/position";
import { sayPrey, sayThe } from "../pawns/say";
import { capital } from "../pawns/spoken";
import { stepAhead, type Variant } from "../pawns/variant";
import { allRays } from "./reach";

export const sirius: Variant = {
  game: "sirius",
  offers: (sitting) => offersOf(sitting.legal, (move, _, to, takes) => ({ moves: [move], takes: takes ? [to] : [] })),

  meant(board, side, from, cell) {
    const piece = board[cell];
    if (from) return `${from}${piece && sideOf(piece) !== side ? "x" : "-"}${cell}`;
    if (!piece) return null;
    return sideOf(piece) === side ? stepAhead(board, cell) : `huff ${cell}`;
  },

  prompt(gesture, sitting, words) {
    const { view, options } = sitting;
    const piece = gesture.held && view.board[gesture.held];
    const dutiful = options.captures === "free" ? [] : takers(gesture.offers);
    if (gesture.asked) return words.huff_asked({ piece: sayThe(view.board, gesture.asked) });
    if (gesture.goal && gesture.goal.takes.length > 0)
      return words.would_take({ prey: sayPrey(view.board, gesture.goal.takes) });
    if (gesture.goal && dutiful.length > 0) return words.duty_left;
    const neglects = [...gesture.goals.values()].some((goal) => sirius.neglects(goal, gesture.offers, sitting));
    if (piece && neglects) return words.choose_undone({ piece: capital(words.pieces[piece]) });
    if (piece) return words.choose_goal({ piece: capital(words.pieces[piece]) });
    if (gesture.offers.huffs.size > 0) return words.huff_sirius;
    if (dutiful.length === 0) return null;
    return options.captures === "enforced"
      ? words.duty_enforced({ count: dutiful.length })
      : words.duty_huff({ count: dutiful.length });
  },

  byHand: () => false,
  duty: (sitting) => sitting.options.captures !== "free",
  neglects: (goal, offers, sitting) =>
    sitting.options.captures !== "free" && goal.takes.length === 0 && takers(offers).length > 0,
  sweeps: false,
  rays: allRays,
};
