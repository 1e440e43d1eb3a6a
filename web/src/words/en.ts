/** What the page says. */
import type { Words } from "./fr";

export const en: Words = {
  house: "Lumithèque",
  loading: "Lighting the lamp…",
  back_to_shelf: "Back to the shelf",
  lost: "There is no such page.",
  your_turn: "Your turn!",
  turn_of: (name: string) => `${name} is to play.`,
  everybody_chooses: "Everybody chooses in secret.",
  typed_move: "Write a move",
  play: "Play",
};
