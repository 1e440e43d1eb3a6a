/** A taken disc waits until its taker has arrived, lifts off, and goes to the heap of the side that took it. */
import { enemyOf, sideOf } from "./position";
import type { Piece } from "./view";

const FLIGHT = 320; // milliseconds

export function lift(disc: HTMLElement, { piece, wait }: { piece: Piece; wait: number }) {
  const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
  const heap = disc.closest(".pawns")?.querySelector(`[data-tray="${enemyOf(sideOf(piece))}"]`);
  if (still || !heap) return { duration: 0 };
  const [from, to] = [disc.getBoundingClientRect(), heap.getBoundingClientRect()];
  const dx = to.left + to.width / 2 - from.left - from.width / 2;
  const dy = to.top + to.height / 2 - from.top - from.height / 2;
  return {
    delay: wait,
    duration: FLIGHT,
    css: (_: number, gone: number) => {
      const way = gone * gone * (3 - 2 * gone);
      const size = 1 + 0.5 * Math.sin(Math.PI * Math.min(1, gone * 1.4)) - 0.55 * gone;
      const place = `calc(var(--x) * 100% + ${dx * way}px) calc(var(--y) * 100% + ${dy * way}px)`;
      return `translate: ${place}; scale: ${size}; opacity: ${gone < 0.75 ? 1 : 4 * (1 - gone)}; z-index: 5`;
    },
  };
}
