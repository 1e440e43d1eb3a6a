import type { GamePart } from "../sitting";
import Board from "./Board.svelte";
import { sayMove, sayPosition } from "./speech";
import type { LuminisView } from "./view";

const luminis: GamePart<LuminisView> = { Board, sayMove, sayPosition, advanced: { game: "advanced" } };
export default luminis;
