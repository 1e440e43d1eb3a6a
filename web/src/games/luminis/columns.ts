/** Which column of one's own cathedral lies under a pointer, or nearest to it, while a card is tried there. */
export function columnAt(x: number, frame: Element | null | undefined): number | null {
  const stones = frame?.querySelector<HTMLElement>("[data-own]");
  if (!stones) return null;
  const { left, width } = stones.getBoundingClientRect();
  const columns = getComputedStyle(stones).gridTemplateColumns.split(" ").length;
  const place = Math.floor(((x - left) / width) * columns);
  return Math.max(0, Math.min(columns - 1, place)) + Number(stones.dataset.first);
}
