/** The shelf, and games with all their words; asked for once. */
import { get } from "./asking";
import type { GameLine, GameTold } from "./told";

const told = new Map<string, Promise<GameTold>>();
let lines: Promise<GameLine[]> | undefined;

export function theShelf(): Promise<GameLine[]> {
  lines ??= get<GameLine[]>("/api/games");
  lines.catch(() => (lines = undefined));
  return lines;
}

export function theGame(name: string): Promise<GameTold> {
  let game = told.get(name);
  if (!game) {
    game = get<GameTold>(`/api/games/${name}`);
    game.catch(() => told.delete(name));
    told.set(name, game);
  }
  return game;
}
