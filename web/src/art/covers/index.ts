/** The posters: covers/NAME.svelte is the one of a game, with the colour of its box. A game without one is bound in cloth. */
import type { Component } from "svelte";

const POSTERS = import.meta.glob<Component<{ title: string }>>("./*.svelte", { eager: true, import: "default" });
const CLOTHS = import.meta.glob<string>("./*.svelte", { eager: true, import: "cloth" });

function of<Kind>(covers: Record<string, Kind>, game: string): Kind {
  return covers[`./${game.charAt(0).toUpperCase()}${game.slice(1)}.svelte`] ?? covers["./Cloth.svelte"]!;
}

export const posterOf = (game: string) => of(POSTERS, game);
export const clothOf = (game: string) => of(CLOTHS, game);
