/** Lumens in the workshop: both sides of the palace, painted. */
import type { WorkshopPart } from "../bench";
import PalaceEditor from "./PalaceEditor.svelte";
import PalaceGuide from "./PalaceGuide.svelte";
import { EMPTY, SIDES } from "./plans";

const workshop: WorkshopPart = {
  Editor: PalaceEditor,
  Guide: PalaceGuide,
  steps: SIDES.reduce((sum, { rooms }) => sum + rooms.length, 0),
  empty: EMPTY,
};
export default workshop;
