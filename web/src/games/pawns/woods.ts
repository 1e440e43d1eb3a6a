/** The two woods of a game's discs, as the marks of seats wear them. */
import type { Colours } from "../../parts/colours";
import { seatSide } from "./position";
import type { PawnView } from "./view";

const EDGE = "light-dark(#3a2411, #e8c48c)"; // seen on paper by day, on charcoal by night

/** Before a game begins, a lot has still to say who plays which: half and half. */
export function wearing(pale: string, dark: string): (seat: number, view: PawnView | null) => Colours {
  return (seat, view) => {
    if (!view) return { fill: pale, edge: EDGE, half: dark };
    return { fill: seatSide(view, seat) === "w" ? pale : dark, edge: EDGE };
  };
}
