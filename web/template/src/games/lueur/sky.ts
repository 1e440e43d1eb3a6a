/** The sky as a board draws it. What may be done is not computed here: the house says it. */
import type { Lights } from "./view";

const SIDE = 4;

/** Row by row from the top, as they are read and drawn. */
export const CELLS = Array.from({ length: SIDE * SIDE }, (_, n) => `${"abcd"[n % SIDE]}${SIDE - Math.floor(n / SIDE)}`);

/** The cells that a light would take: its dimmer neighbours that are somebody else's. */
export function takenBy(board: Lights, seat: number, cell: string, light: number, reach: unknown): string[] {
  const far = (a: string, b: string) => Math.abs(a.charCodeAt(0) - b.charCodeAt(0));
  return Object.entries(board).flatMap(([other, [owner, theirs]]) => {
    const [across, up] = [far(cell[0]!, other[0]!), far(cell[1]!, other[1]!)];
    const near = reach === "star" ? Math.max(across, up) === 1 : across + up === 1;
    return near && owner !== seat && theirs < light ? [other] : [];
  });
}

export const countOf = (board: Lights, seat: number) => Object.values(board).filter(([owner]) => owner === seat).length;
