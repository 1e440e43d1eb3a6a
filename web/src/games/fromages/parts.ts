/** FR-22: where the points of a round come from. The rules say score, arrival and lids; the cheeses are the rest. */
import type { FromagesView } from "./view";

export interface Parts {
  cheeses: number;
  arrival: number;
  traps: number;
  total: number;
}

const BIG_CHEESE = 5;

export function partsOf(view: FromagesView, round: number, seat: number): Parts {
  const total = view.scores[round]?.[seat] ?? 0;
  const arrival = view.arrivals[round] === seat ? BIG_CHEESE : 0;
  const lids = Object.keys(view.history[round]?.[seat] ?? {}).length;
  return { cheeses: total - arrival + lids, arrival, traps: lids === 0 ? 0 : -lids, total };
}

export function sumOf(all: Parts[]): Parts {
  const sum = (part: keyof Parts): number => all.reduce((so, one) => so + one[part], 0);
  return { cheeses: sum("cheeses"), arrival: sum("arrival"), traps: sum("traps"), total: sum("total") };
}
