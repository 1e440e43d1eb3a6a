/** Keys for whoever plays without a pointer, or without seeing the board. Answers go to the live region. */
import type { GamePart } from "../../games/sitting";
import type { TableSitting } from "../../house/table.svelte";
import { language } from "../../words/language.svelte";
import { w } from "../../words";
import { sayPlay } from "./saying";

const MOST_SPOKEN = 12;

/** "What can I do?" */
export function sayOffers(part: GamePart, sitting: TableSitting): string {
  if (sitting.legal.length === 0) return w().keys.cannot;
  const moves = sitting.legal.slice(0, MOST_SPOKEN).map((move) => part.sayMove(move, sitting, language.now));
  const among = sitting.legal.length > MOST_SPOKEN ? `. ${w().keys.among}` : "";
  const phase = (sitting.game.words[language.now]?.phases as Record<string, string>)[sitting.view.phase] ?? "";
  return `${sitting.prompt ?? phase} ${w().keys.can(sitting.legal.length)}${among}${w().log.says}${moves.join(" ")}`;
}

/** "What changed?" */
export function sayRecent(part: GamePart, sitting: TableSitting): string {
  if (sitting.recent.length === 0) return w().log.nothing_since;
  return sitting.recent
    .map((play) => sayPlay(part, sitting, play))
    .join(" ");
}

/** "How do things stand?" */
export const sayStanding = (part: GamePart, sitting: TableSitting): string => part.sayPosition(sitting, language.now);

/** Whether a key was meant for a field, or for the browser. */
export function isTyping(event: KeyboardEvent): boolean {
  const target = event.target as HTMLElement;
  return event.ctrlKey || event.metaKey || event.altKey || !!target.closest?.("input, textarea, select, dialog");
}
