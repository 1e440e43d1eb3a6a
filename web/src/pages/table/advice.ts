import type { HintTold } from "../../house/types";

/** What a hint shows: the advised move, which was looked at most, and then the others by what they promise. */
export function advised({ move, moves }: Pick<HintTold, "move" | "moves">, most = 3): HintTold["moves"] {
  const others = moves.filter((one) => one.move !== move).toSorted((one, other) => other.chance - one.chance);
  return [...moves.filter((one) => one.move === move), ...others].slice(0, most);
}
