/** How the palace lies on a screen: flat or upright, with the hand below it or beside it, so that cells are large. */

export type Place = "panel" | "strip" | "below"; // where the hand is: with all the rest beside, alone beside, under the palace

export interface Layout {
  place: Place;
  turned: boolean;
  cell: number; // px
}
/** What there is room for, in px; `rem` is what the reader calls large. */
export interface Room {
  width: number;
  height: number;
  rem: number;
}

const LARGE = 44; // px: cells that need not get larger
const BETTER = 1.08; // how much larger cells have to get before the palace is turned
const RIM = 1.4; // rem for the letters and numbers along the rim
const TAKEN: Record<Place, { wide: number; high: number }> = {
  // rem that the hand takes away from the palace
  panel: { wide: 11.5, high: 0 },
  strip: { wide: 6, high: 0 },
  below: { wide: 0, high: 4.25 },
};
const DESK = 54; // rem: everything is beside the palace, and has room
const ROOMY = 8; // rem more for the panel there

export function layOut(columns: number, rows: number, { width, height, rem }: Room, over = false): Layout {
  const isDesk = width >= DESK * rem;
  const best = (place: Place): Layout => {
    const wide = width - (RIM + TAKEN[place].wide + (isDesk ? ROOMY : 0)) * rem;
    const high = height - (RIM + TAKEN[place].high) * rem;
    const [flat, upright] = [Math.min(wide / columns, high / rows), Math.min(wide / rows, high / columns)];
    const turned = flat < LARGE && upright > flat * BETTER;
    return { place, turned, cell: Math.max(turned ? upright : flat, 1) };
  };
  const [panel, strip, below] = [best("panel"), best("strip"), best("below")];
  if (isDesk) return panel;
  if (below.cell >= LARGE) return below;
  const other = strip.cell > below.cell * BETTER ? (over ? panel : strip) : below;
  return panel.cell * BETTER >= other.cell ? panel : other;
}
