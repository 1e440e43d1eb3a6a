/** Luminis in the workshop: its deck, card by card or as a table. */
import type { WorkshopPart } from "../bench";
import DeckEditor from "./DeckEditor.svelte";
import DeckGuide from "./DeckGuide.svelte";
import { EMPTY, STEPS } from "./lines";

const workshop: WorkshopPart = { Editor: DeckEditor, Guide: DeckGuide, steps: STEPS, empty: EMPTY };
export default workshop;
