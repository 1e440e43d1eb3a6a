/** The colours that the marks of seats wear: those of their pieces, where pieces have colours of their own. */
import { getContext, setContext } from "svelte";

export interface Colours {
  fill: string; // CSS
  edge: string;
  half?: string; // the other half: a lot will say which of the two
}

/** The colours of a seat here, or null for those that the house gives to every seat. */
export type Colouring = (seat: number) => Colours | null | undefined;

const KEY = Symbol("colours of seats");

/** Every mark below this component asks for its colours. */
export const colourSeats = (colouring: Colouring): Colouring => setContext(KEY, colouring);

export const seatColouring = (): Colouring => getContext<Colouring | undefined>(KEY) ?? (() => null);
