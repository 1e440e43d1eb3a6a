/** Where something can be decided ahead: at a table of the house with somebody else, without a clock that hurries. */
import { isByLinks, isOnDevice } from "./device";
import { isSite } from "./place";
import type { TableSitting } from "./table.svelte";

export function mayOrder({ id, seat, ownSeats, game, told, state }: TableSitting): boolean {
  if (isSite || isOnDevice(id) || isByLinks(id) || seat === null || !game.words.orders) return false;
  const unhurried = told.clock.kind === "none" || told.clock.kind === "days";
  const others = state.sitters.some(({ sitter }, one) => sitter?.kind === "human" && !ownSeats.includes(one));
  return unhurried && others && state.status === "playing";
}
