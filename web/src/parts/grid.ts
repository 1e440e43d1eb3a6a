/**
 * One tab stop for a whole board: `<div {@attach grid(13)}>` around buttons that carry `data-cell`. Arrows, Home and End
 * move inside it (with Ctrl: to its first and last cell). Enter and Space are the buttons' own.
 * With `columns` the cells stand row by row in the order of the document; without, wherever they are on the screen.
 */
import type { Attachment } from "svelte/attachments";

interface Place {
  cell: HTMLElement;
  x: number;
  y: number;
}

const DIRECTIONS: Record<string, [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};
const ASIDE = 4; // how much worse a step to the side is than one ahead: a line is kept as long as it goes on

export function grid(columns?: number): Attachment<HTMLElement> {
  return (board) => {
    const cells = () => [...board.querySelectorAll<HTMLElement>("[data-cell]")];

    /** Exactly one cell is reached by Tab: this one. */
    function stopAt(stop: HTMLElement | undefined): void {
      for (const cell of cells()) {
        const index = cell === stop ? "0" : "-1";
        if (cell.getAttribute("tabindex") !== index) cell.setAttribute("tabindex", index);
      }
    }
    /** Keeps the tab stop where it was; a board that is drawn anew gets the first cell that leads somewhere. */
    function keep(): void {
      const all = cells();
      const open = (cell: HTMLElement) => !cell.matches(":disabled");
      const known = all.find((cell) => cell.getAttribute("tabindex") === "0" && open(cell));
      stopAt(known ?? all.find((cell) => cell.matches("[data-offered]") && open(cell)) ?? all.find(open));
    }
    function pressed(event: KeyboardEvent): void {
      const here = (event.target as HTMLElement).closest<HTMLElement>("[data-cell]");
      if (!here || event.altKey || event.metaKey) return;
      const next = follow(event.key, event.ctrlKey, here, places(cells(), columns));
      if (!next) return;
      event.preventDefault();
      next.focus();
    }
    function focused(event: FocusEvent): void {
      const cell = (event.target as HTMLElement).closest<HTMLElement>("[data-cell]");
      if (cell) stopAt(cell);
    }

    keep();
    const watcher = new MutationObserver(keep);
    watcher.observe(board, { childList: true, subtree: true, attributeFilter: ["disabled"] });
    board.addEventListener("keydown", pressed);
    board.addEventListener("focusin", focused);
    return () => {
      watcher.disconnect();
      board.removeEventListener("keydown", pressed);
      board.removeEventListener("focusin", focused);
    };
  };
}

/** Where the cells stand, in columns and rows or in pixels; those that are disabled cannot be stood on. */
function places(cells: HTMLElement[], columns: number | undefined): Place[] {
  return cells
    .map((cell, index) => {
      if (columns) return { cell, x: index % columns, y: Math.floor(index / columns) };
      const box = cell.getBoundingClientRect();
      return { cell, x: box.x + box.width / 2, y: box.y + box.height / 2 };
    })
    .filter(({ cell }) => !cell.matches(":disabled"));
}

function follow(key: string, whole: boolean, from: HTMLElement, all: Place[]): HTMLElement | undefined {
  const here = all.find(({ cell }) => cell === from);
  if (!here) return undefined;
  if (key === "Home" || key === "End") {
    const line = whole ? all : all.filter(({ y }) => Math.abs(y - here.y) < 0.5);
    return line.at(key === "Home" ? 0 : -1)?.cell;
  }
  const [dx, dy] = DIRECTIONS[key] ?? [0, 0];
  return nearest(here, all, dx, dy);
}

/** The next cell in a direction: as straight ahead as can be, then as near as can be. */
export function nearest(here: Omit<Place, "cell">, all: Place[], dx: number, dy: number): HTMLElement | undefined {
  let best: HTMLElement | undefined;
  let least = Infinity;
  for (const { cell, x, y } of all) {
    const ahead = (x - here.x) * dx + (y - here.y) * dy;
    const aside = Math.abs((x - here.x) * dy) + Math.abs((y - here.y) * dx);
    const cost = ahead + ASIDE * aside;
    if (ahead >= 0.5 && cost < least) [best, least] = [cell, cost];
  }
  return best;
}
