/** Lights joined as one joins stars: every one to the nearest that is joined already. */
export interface Light {
  x: number;
  y: number;
}

/** The lines, in the order in which they are drawn; one less than there are lights. */
export function linesOf(lights: Light[]): [Light, Light][] {
  const [first, ...rest] = lights;
  if (!first) return [];
  const joined = [first];
  const left = new Set(rest);
  const lines: [Light, Light][] = [];
  while (left.size > 0) {
    let [from, to, least]: [Light, Light, number] = [first, first, Infinity];
    for (const one of joined)
      for (const other of left) {
        const far = Math.hypot(one.x - other.x, one.y - other.y);
        if (far < least) [from, to, least] = [one, other, far];
      }
    lines.push([from, to]);
    joined.push(to);
    left.delete(to);
  }
  return lines;
}
