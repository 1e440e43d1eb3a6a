/**
 * Dragging with a pointer, `<button {@attach drag({ move, drop })}>`. A tap stays a tap: a drag begins once the pointer has
 * gone far enough, and the click at its end is none.
 */
import type { Attachment } from "svelte/attachments";

/** Where the pointer is in the window, and how far it has come. */
export interface Pull {
  x: number;
  y: number;
  dx: number;
  dy: number;
  byMouse: boolean; // a finger hides what is under it
}

interface Drag {
  may?: () => boolean; // whether it can be dragged now; always, if nothing is said
  start?: (held: HTMLElement) => void;
  move: (pull: Pull) => void;
  drop: (pull: Pull | null) => void; // null: called off
}

const FAR = 7; // pixels; less is a finger that trembles

/** What lies under the pointer. */
export function under(pull: Pull | null, selector: string): HTMLElement | null {
  return pull && (document.elementFromPoint(pull.x, pull.y)?.closest<HTMLElement>(selector) ?? null);
}

export function drag({ may = () => true, start, move, drop }: Drag): Attachment<HTMLElement> {
  return (held) => {
    let from: { x: number; y: number } | null = null;
    let dragging = false;

    function pull({ clientX: x, clientY: y, pointerType }: PointerEvent): Pull {
      return { x, y, dx: x - from!.x, dy: y - from!.y, byMouse: pointerType === "mouse" };
    }
    function press(event: PointerEvent): void {
      if (event.button !== 0 || !event.isPrimary || !may()) return;
      from = { x: event.clientX, y: event.clientY };
      held.setPointerCapture(event.pointerId);
    }
    function follow(event: PointerEvent): void {
      if (!from || !event.isPrimary) return;
      if (event.buttons === 0) return release(event); // it was let go where nobody heard it
      const now = pull(event);
      if (!dragging) {
        if (Math.hypot(now.dx, now.dy) < FAR) return;
        dragging = true;
        start?.(held);
      }
      move(now);
    }
    function release(event: PointerEvent): void {
      if (!from || !event.isPrimary) return;
      const now = event.type === "pointerup" ? pull(event) : null;
      const dropped = dragging;
      from = null;
      dragging = false;
      if (!dropped) return;
      held.addEventListener("click", swallow, { capture: true, once: true });
      setTimeout(() => held.removeEventListener("click", swallow, { capture: true }));
      drop(now);
    }
    const swallow = (event: Event) => event.stopImmediatePropagation();

    const heard = {
      pointerdown: press,
      pointermove: follow,
      pointerup: release,
      pointercancel: release,
      lostpointercapture: release,
    };
    const kinds = Object.keys(heard) as (keyof typeof heard)[];
    for (const kind of kinds) held.addEventListener(kind, heard[kind]);
    return () => {
      for (const kind of kinds) held.removeEventListener(kind, heard[kind]);
      if (dragging) drop(null); // it is there no more
    };
  };
}
