import type { GamePart, Happened } from "../../games/sitting";
import type { TableSitting } from "../../house/table.svelte";
import { haptics } from "../../parts/haptics.svelte";
import { sound } from "../../parts/sound.svelte";

/** A move lands: everybody hears it, and whoever made it feels it. */
export function feel(part: GamePart, sitting: TableSitting, { seat, moves }: Happened): void {
  const voice = part.voice?.(moves) ?? "wood";
  sound.play(voice);
  if (sitting.ownSeats.includes(seat)) haptics.touch(voice === "take" ? "take" : "place");
}
