/** What I decided ahead for my seat. The house alone is told, and carries it out. */
import { ask, get, Refusal } from "./http";
import type { TableSitting } from "./table.svelte";
import type { Fault, OrderTold } from "./types";

export class Orders {
  told = $state.raw<OrderTold | null>(null);
  fault = $state.raw<Fault | null>(null);
  busy = $state(false);

  constructor(private readonly sitting: TableSitting) {}

  get #path(): string {
    return `/api/tables/${this.sitting.id}/orders?seat=${this.sitting.seat}`;
  }
  get lines() {
    return this.told?.lines ?? [];
  }
  /** How many answers wait. */
  get count(): number {
    return this.lines.length + ((this.told?.standing.length ?? 0) > 0 ? 1 : 0);
  }

  /** Whatever the house says goes without a word: the page asks again when something happens. */
  async refresh(): Promise<void> {
    this.told = await get<OrderTold>(this.#path).catch(() => this.told);
  }

  /** Keep a whole order in place of the one before; whether it was taken. */
  put(lines: string[][], standing: string[]): Promise<boolean> {
    const after = this.sitting.state.seq;
    return this.#change(() => ask<OrderTold>("PUT", this.#path, { after, lines, standing }));
  }

  addLine(line: string[]): Promise<boolean> {
    return this.put([...this.#moves, line], this.told?.standing ?? []);
  }

  dropLine(at: number): Promise<boolean> {
    const lines = this.#moves.filter((_, one) => one !== at);
    const standing = this.told?.standing ?? [];
    return lines.length + standing.length === 0 ? this.withdraw() : this.put(lines, standing);
  }

  /** Standing moves, in the order of preference: one more, or one less. */
  turn(move: string): Promise<boolean> {
    const before = this.told?.standing ?? [];
    const standing = before.includes(move) ? before.filter((one) => one !== move) : [...before, move];
    return standing.length + this.lines.length === 0 ? this.withdraw() : this.put(this.#moves, standing);
  }

  withdraw(): Promise<boolean> {
    return this.#change(() => ask<OrderTold>("DELETE", this.#path));
  }

  get #moves(): string[][] {
    return this.lines.map((line) => line.map(({ move }) => move));
  }

  async #change(deed: () => Promise<OrderTold>): Promise<boolean> {
    if (this.busy) return false;
    this.busy = true;
    this.fault = null;
    try {
      this.told = await deed();
    } catch (refusal) {
      if (!(refusal instanceof Refusal)) throw refusal;
      this.fault = refusal.fault;
    } finally {
      this.busy = false;
    }
    return this.fault === null;
  }
}
