/** A phone may have to scroll a little: what has just come to hand must be seen, above the bar. */
export function come(node: HTMLElement): void {
  const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
  node.scrollIntoView({ block: "nearest", behavior: calm ? "auto" : "smooth" });
}
