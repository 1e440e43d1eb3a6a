/** Sirius at the board: going onto a piece takes it, and taking is a duty. */
import { offersOf, takers } from "../pawns/offers";
import { sideOf } from "../pawns/position";
import { stepAhead, type Ways } from "../pawns/ways";
import { allRays } from "./reach";

export const sirius: Ways = {
  offers: (sitting) => offersOf(sitting.legal, (move, _, to, takes) => ({ moves: [move], takes: takes ? [to] : [] })),

  meant(board, side, from, cell) {
    const piece = board[cell];
    if (from) return `${from}${piece && sideOf(piece) !== side ? "x" : "-"}${cell}`;
    if (!piece) return null;
    return sideOf(piece) === side ? stepAhead(board, cell) : `huff ${cell}`;
  },

  prompt(hand, sitting, words) {
    const { view, options } = sitting;
    const piece = hand.held && view.board[hand.held];
    const dutiful = options.captures === "free" ? [] : takers(hand.offers);
    if (hand.asked) return words.huff_asked(words.pieces[view.board[hand.asked]!], hand.asked);
    if (hand.goal && hand.goal.takes.length > 0) return words.would_take(hand.goal.takes.join(", "));
    if (hand.goal && dutiful.length > 0) return words.duty_left;
    if (piece) return words.choose_goal(words.pieces[piece], hand.held!);
    if (hand.offers.huffs.size > 0) return words.huff_sirius;
    if (dutiful.length === 0) return null;
    return options.captures === "enforced" ? words.duty_enforced(dutiful.join(", ")) : words.duty_huff(dutiful.join(", "));
  },

  byHand: () => false,
  duty: (sitting) => sitting.options.captures !== "free",
  rays: allRays,
};
