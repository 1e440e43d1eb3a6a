// Whether a game says why a move is better: the page has that part of it, or it has none.
import type { Value } from "#python";

export const has_facts = (game: Value): boolean => game._parts.has("facts");
