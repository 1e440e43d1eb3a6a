/** Cards travel from where they were to where they are: `spots` before the page changes, `fly` after it did. */

export type Spots = Map<string, DOMRect>;

const CALM = "--calm"; // no time at all when motion is to be reduced

export function spots(board: HTMLElement): Spots {
  const cards = [...board.querySelectorAll<HTMLElement>("[data-card]")];
  return new Map(cards.map((card) => [card.dataset.card!, card.getBoundingClientRect()]));
}

/** `origin` tells where a card came from that was not to be seen before. */
export function fly(board: HTMLElement, before: Spots, origin: (card: string) => DOMRect | null): void {
  const duration = parseFloat(getComputedStyle(board).getPropertyValue(CALM));
  if (!duration || before.size === 0) return;
  for (const card of board.querySelectorAll<HTMLElement>("[data-card]")) {
    const name = card.dataset.card!;
    const from = before.get(name) ?? origin(name);
    const to = card.getBoundingClientRect();
    if (!from || to.width === 0) continue;
    const [dx, dy] = [from.x + from.width / 2 - to.x - to.width / 2, from.y + from.height / 2 - to.y - to.height / 2];
    if (Math.hypot(dx, dy) < to.width) continue; // the fan closing up is no journey
    const there = { translate: `${dx}px ${dy}px`, scale: String(from.width / to.width), zIndex: 5 };
    card.animate([there, { translate: "0 0", scale: "1", zIndex: 5 }], {
      duration,
      easing: "cubic-bezier(0.3, 0.7, 0.3, 1)",
    });
  }
}
