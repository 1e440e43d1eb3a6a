import type { GamePart } from "../sitting";
import Board from "./Board.svelte";
import { marks, voice } from "./moves";
import { sayMove, sayOffer, sayPosition } from "./say";
import type { LuminisView } from "./view";
import { words } from "./spoken";

const luminis: GamePart<LuminisView> = {
  Board,
  sayMove,
  sayOffer,
  sayPosition,
  endings: () => words().endings,
  marks,
  voice,
  breakdown: () => import("./Storeys.svelte"),
  picture: () => import("./BoxCard.svelte"),
  advanced: { game: "advanced" },
};
export default luminis;
