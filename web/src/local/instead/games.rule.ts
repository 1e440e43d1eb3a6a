// A rule of the page is interpreted, or runs in WebAssembly where the local house has bound it (see wasm).
import type { Value } from "#python";

export const NOT_NOW = 100;
export const SPECTATOR = -1;
export const rule = (made: Value): Value => made;
