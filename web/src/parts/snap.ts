/**
 * A board on which a finger means the nearest thing that is offered: `<div {@attach snap()}>` around buttons of which some
 * carry `data-offered`. A tap beside such a button goes to it, as if each were as large as a fingertip. With `magnifies`, a
 * finger that rests opens a magnifier, and lifting it taps what is seen to be aimed at (`data-aimed`).
 * A mouse and a keyboard are exact and left alone. The board carries `data-snaps`: what it offers may be small.
 */
import type { Attachment } from "svelte/attachments";
import { Magnifier } from "./magnifier";

interface Snap {
  /** Whether something that is not offered is meant all the same when it is touched: a piece to look at. */
  means?: (touched: HTMLElement) => boolean;
  magnifies?: boolean;
}

const OFFERED = "[data-offered]:not(:disabled)";
const FINGER = 24; // px: half of what a fingertip covers
const REST = 180; // ms until a finger rests; a tap is shorter
const TREMBLE = 10; // px; more is a finger that scrolls
const LATE = 500; // ms in which a click may still follow a finger that was lifted

/** What is offered at a point of the window, or nearest to it within the reach of a finger. */
export function offeredAt(board: HTMLElement, x: number, y: number): HTMLElement | null {
  let [found, least]: [HTMLElement | null, number] = [null, Infinity];
  for (const thing of board.querySelectorAll<HTMLElement>(OFFERED)) {
    const { left, top, right, bottom, width, height } = thing.getBoundingClientRect();
    const beside = Math.hypot(Math.max(left - x, 0, x - right), Math.max(top - y, 0, y - bottom));
    if (beside > Math.max(0, FINGER - Math.min(width, height) / 2)) continue;
    const far = Math.hypot(x - left - width / 2, y - top - height / 2);
    if (far < least) [found, least] = [thing, far];
  }
  return found;
}

function tap(thing: HTMLElement, clientX: number, clientY: number): void {
  const how = { bubbles: true, cancelable: true, detail: 1, clientX, clientY, pointerType: "touch" };
  thing.dispatchEvent(new PointerEvent("click", how));
}

export function snap({ means = () => false, magnifies = false }: Snap = {}): Attachment<HTMLElement> {
  return (board) => {
    let lifted = -Infinity; // when the magnifier was closed

    function aimAt(x: number, y: number): HTMLElement | null {
      const touched = document.elementFromPoint(x, y)?.closest<HTMLElement>("[data-cell]") ?? null;
      if (!touched || !board.contains(touched)) return null;
      return touched.matches(OFFERED) || means(touched) ? touched : (offeredAt(board, x, y) ?? touched);
    }
    function clicked(event: MouseEvent): void {
      if (!event.isTrusted || event.detail === 0 || (event as PointerEvent).pointerType === "mouse") return;
      const { clientX: x, clientY: y } = event;
      const late = event.timeStamp - lifted < LATE;
      const aim = late ? null : aimAt(x, y);
      if (!late && (!aim || aim.contains(event.target as Node))) return;
      event.stopImmediatePropagation();
      if (aim) tap(aim, x, y);
    }
    board.dataset.snaps = "";
    board.addEventListener("click", clicked, { capture: true });
    const letGo = magnifies
      ? magnify(board, aimAt, (aim) => {
          lifted = performance.now();
          if (!aim) return;
          const { left, top, width, height } = aim.getBoundingClientRect();
          tap(aim, left + width / 2, top + height / 2); // it was seen: no guess
        })
      : null;
    return () => {
      board.removeEventListener("click", clicked, { capture: true });
      letGo?.();
    };
  };
}

/** A finger that rests on the board looks through a magnifier until it is lifted. */
function magnify(
  board: HTMLElement,
  aimAt: (x: number, y: number) => HTMLElement | null,
  done: (aim: HTMLElement | null) => void,
): () => void {
  const magnifier = new Magnifier(board);
  let from: { x: number; y: number } | null = null;
  let aim: HTMLElement | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function look(x: number, y: number): void {
    aim = aimAt(x, y);
    magnifier.look(x, y, aim);
  }
  function press(event: PointerEvent): void {
    if (event.pointerType === "mouse") return;
    stop();
    if (!event.isPrimary) return; // two fingers zoom
    const { clientX: x, clientY: y } = event;
    from = { x, y };
    timer = setTimeout(() => look(x, y), REST);
  }
  function follow({ isPrimary, clientX: x, clientY: y }: PointerEvent): void {
    if (!from || !isPrimary) return;
    if (magnifier.isOpen) look(x, y);
    else if (Math.hypot(x - from.x, y - from.y) > TREMBLE) stop();
  }
  function lift(): void {
    const seen = magnifier.isOpen ? aim : undefined;
    stop();
    if (seen !== undefined) done(seen);
  }
  function stop(): void {
    clearTimeout(timer);
    magnifier.close();
    from = aim = null;
  }
  const hold = (event: Event) => magnifier.isOpen && event.cancelable && event.preventDefault(); // the page stays

  const heard = { pointerdown: press, pointermove: follow, pointerup: lift, pointercancel: stop };
  const kinds = Object.keys(heard) as (keyof typeof heard)[];
  for (const kind of kinds) board.addEventListener(kind, heard[kind]);
  board.addEventListener("touchmove", hold, { passive: false });
  board.addEventListener("contextmenu", hold);
  return () => {
    stop();
    for (const kind of kinds) board.removeEventListener(kind, heard[kind]);
    board.removeEventListener("touchmove", hold);
    board.removeEventListener("contextmenu", hold);
  };
}
