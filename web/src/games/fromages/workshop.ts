/** La chasse aux fromages in the workshop: how many of each pipe. */
import type { WorkshopPart } from "../bench";
import PipesEditor from "./PipesEditor.svelte";
import PipesGuide from "./PipesGuide.svelte";
import { EMPTY, FORM_NAMES } from "./stacks";

const workshop: WorkshopPart = { Editor: PipesEditor, Guide: PipesGuide, steps: FORM_NAMES.length, empty: EMPTY };
export default workshop;
