/** Dragging a card with a pointer onto something that carries `data-move`. A tap stays a tap. */
import type { Attachment } from "svelte/attachments";

interface Drag {
  start: () => void;
  over: (move: string | null) => void;
  drop: (move: string | null) => void;
}

const FAR = 8; // pixels from where a press becomes a drag

export function drag({ start, over, drop }: Drag): Attachment<HTMLElement> {
  return (card) => {
    let from: { x: number; y: number } | null = null;
    let dragging = false;

    const under = ({ clientX, clientY }: PointerEvent): string | null =>
      document.elementFromPoint(clientX, clientY)?.closest<HTMLElement>("[data-move]")?.dataset.move ?? null;

    function press(event: PointerEvent): void {
      if (event.button === 0) from = { x: event.clientX, y: event.clientY };
    }
    function move(event: PointerEvent): void {
      if (!from) return;
      const [dx, dy] = [event.clientX - from.x, event.clientY - from.y];
      if (!dragging && Math.hypot(dx, dy) > FAR) {
        dragging = true;
        card.setPointerCapture(event.pointerId);
        card.classList.add("dragged");
        start();
      }
      if (!dragging) return;
      card.style.setProperty("--dx", `${dx}px`);
      card.style.setProperty("--dy", `${dy}px`);
      over(under(event));
    }
    function release(event: PointerEvent): void {
      from = null;
      if (!dragging) return;
      dragging = false;
      card.classList.remove("dragged");
      drop(event.type === "pointerup" ? under(event) : null);
      card.addEventListener("click", swallow, { capture: true, once: true });
      setTimeout(() => card.removeEventListener("click", swallow, { capture: true }));
    }
    /** The click that follows a drag. */
    const swallow = (event: Event) => event.stopImmediatePropagation();

    card.addEventListener("pointerdown", press);
    card.addEventListener("pointermove", move);
    card.addEventListener("pointerup", release);
    card.addEventListener("pointercancel", release);
    return () => {
      card.removeEventListener("pointerdown", press);
      card.removeEventListener("pointermove", move);
      card.removeEventListener("pointerup", release);
      card.removeEventListener("pointercancel", release);
    };
  };
}
