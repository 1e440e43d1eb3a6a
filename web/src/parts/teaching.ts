/** On a phone the teacher's sheet lies over the lower end of the page: the hand stays in sight above it. */
import "./teaching.css";

type Box = Pick<DOMRect, "left" | "right" | "top" | "bottom">;
const GAP = 12; // px between the hand and the sheet: cards that are fanned reach a little out of it

/** How far the page has to move, in px, so that the sheet leaves the hand free; never so far that the hand leaves at the top. */
export function toFree(hand: Box, sheet: Box): number {
  const isBeside = hand.right <= sheet.left || hand.left >= sheet.right;
  const hidden = hand.bottom + GAP - sheet.top;
  return isBeside || hidden <= 0 ? 0 : Math.max(0, Math.min(hidden, hand.top - GAP));
}

/** For the sheet: looks again whenever it or the board beside it grows, and otherwise leaves the page where people moved it. */
export function leavesHandFree(sheet: HTMLElement): () => void {
  const all = sheet.parentElement!;
  const watching = new ResizeObserver(() => {
    const hand = all.querySelector("[data-hand]");
    if (hand) window.scrollBy(0, toFree(hand.getBoundingClientRect(), sheet.getBoundingClientRect()));
  });
  watching.observe(sheet);
  watching.observe(all);
  return () => watching.disconnect();
}
