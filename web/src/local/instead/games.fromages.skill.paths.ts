// What the paths home lack, counted cell by cell: JavaScript holds no 57 bits. A network's 48 bits are two halves here.
import { get } from "#python";
import { BITS, PATH_COUNT, PATHS } from "#translated/games.fromages.skill.finding.js";

const HALF = 2 ** 24;
const halves = (sides: number): [number, number] => [sides % HALF, Math.floor(sides / HALF)];
const paths: [number, number][][] = [];

function pathsOf(game: number): [number, number][] {
  return (paths[game] ??= [...Array(get(PATH_COUNT, game)).keys()].map((i) => halves(get(PATHS, [game, i]))));
}

export function tally_of_paths(ways: number, game: number): number {
  const [low, high] = halves(ways);
  let tally = 0;
  for (const [needsLow, needsHigh] of pathsOf(game)) {
    const [one, other] = [needsLow & ~low, needsHigh & ~high];
    let cards = 0;
    for (let cells = (one | (one >> 12) | other | (other >> 12)) & 0xfff; cells; cells &= cells - 1) cards++;
    tally += 2 ** (BITS * cards);
  }
  return tally;
}
