// The shelf of the local house: games come on it when the page has loaded them.
import { Dict, repr, type Value } from "#python";
import { Game, GameError } from "#translated/games.game.js";

export { Game, GameError };
export const SHELF = new Dict();

export function join(game: Value): void {
  SHELF.set(game.name, game);
}

export function find(name: string): Value {
  const game = SHELF.get(name);
  if (!game) throw new GameError(`unknown game ${repr(name)}; on the shelf: ${SHELF.keys().join(", ")}`);
  return game;
}
