/**
 * A random game to its end, with everything that rules and searches say on the way as a checksum per ply.
 * tests/browser/walk.py is the same walk in Python: whoever changes one changes the other.
 */
import type { Kind, Module, Place, Workspace } from "../../src/local/module";

const [NODES, ENTRIES, SIMULATIONS, LOOKS, REHEARSALS, DEPTHS, POSITIONS] = [2048, 1024, 48, 2, 12, 3, 3000];
const [REFUSALS, WEIGHED] = [6, 4]; // moves per ply
const FULL_TAPE = 600;

export interface Setting {
  seats: number;
  codes: number[];
  seed: number;
  every: number;
}

/** The same numbers in both languages. */
class Dice {
  constructor(private state: number) {}
  below(n: number): number {
    this.state = (Math.imul(this.state, 1664525) + 1013904223) >>> 0;
    return (this.state >>> 8) % n;
  }
}

const CRC = Int32Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  return value;
});

/** CRC-32, as zlib has it. */
function crc32(bytes: Uint8Array, before: number): number {
  let value = ~before;
  for (let i = 0; i < bytes.length; i++) value = CRC[(value ^ bytes[i]!) & 255]! ^ (value >>> 8);
  return ~value >>> 0;
}

export class Walk {
  readonly #dice: Dice;
  readonly #e: Place;
  readonly #s: Place;
  readonly #out: Place;
  readonly #chance: Place;
  readonly #fast: Place;
  #sum = 0;

  constructor(
    private readonly m: Module,
    private readonly setting: Setting,
  ) {
    this.#dice = new Dice(setting.seed);
    this.#e = m.edition();
    this.#s = m.record("STATE");
    this.#out = m.array("int32", this.constant("MOST_MOVES"));
    this.#chance = m.record("CHANCE");
    this.#fast = m.record("CHANCE");
    m.set(this.#chance, "source", m.description.shared["EVENTS"]!);
    m.set(this.#chance, "keyed", 1);
    for (let i = 0; i < 4; i++)
      m.set(this.#chance, "key", (Math.imul(setting.seed, 2654435761) + i * 40503 + 12345) >>> 0, i);
    m.set(this.#fast, "stream", setting.seed * 2 + 1);
  }

  private constant(name: string): number {
    return this.m.description.constants[name] as number;
  }

  private skill(name: string): number {
    return Number(this.m.description.skill[name]);
  }

  // --- the checksum

  private add(...places: Place[]): void {
    for (const place of places) this.#sum = crc32(this.m.bytes(place), this.#sum);
  }

  private addInt(...values: number[]): void {
    this.#sum = crc32(new Uint8Array(Int32Array.from(values).buffer), this.#sum);
  }

  private addReal(value: number): void {
    this.#sum = crc32(new Uint8Array(Float64Array.of(value).buffer), this.#sum);
  }

  private get told(): string {
    return this.#sum.toString(16).padStart(8, "0");
  }

  // --- the walk

  /** A line per ply, and one for the end. */
  *plies(): Generator<string> {
    const { m, setting } = this;
    const [e, s, chance] = [this.#e, this.#s, this.#chance];
    m.call("setup", e, s, setting.seats, m.filled("int64", setting.codes.map(BigInt)), chance);
    let ply = 0;
    for (let waiting; (waiting = m.call("waiting", e, s)); ply++) {
      const seats = Array.from({ length: setting.seats }, (_, seat) => seat).filter((seat) => (waiting >> seat) & 1);
      const seat = seats[this.#dice.below(seats.length)]!;
      const n = m.call("legal_moves", e, s, seat, this.#out);
      const move = this.moveAt(this.#dice.below(n));
      this.look(seat, n);
      if (ply % setting.every === 0) for (const name of this.search(seat)) yield `${ply} ${name} ${this.told}`;
      this.addInt(m.call("apply_move", e, s, seat, move, chance));
      this.add(s, chance);
      if (m.get(chance, "used") > FULL_TAPE) {
        m.set(chance, "used", 0);
        m.set(chance, "length", 0);
      }
      yield `${ply} ${this.told}`;
    }
    const points = m.array("float64", setting.seats);
    m.call("points", e, s, points);
    this.add(points);
    this.addInt(m.call("ending", e, s), m.call("winners", e, s));
    this.addViews();
    yield `over ${this.told}`;
  }

  private moveAt(index: number): number {
    return Number(this.m.numbers(this.#out)[index]);
  }

  /** What the rules say of the present state, and the skill of some moves. */
  private look(seat: number, n: number): void {
    const { m, setting } = this;
    const [e, s] = [this.#e, this.#s];
    this.addInt(seat, n);
    this.add({ ...this.#out, sizes: [n] });
    for (let i = 0; i < REFUSALS; i++)
      this.addInt(m.call("refusal", e, s, seat, this.#dice.below(this.constant("MOVES"))));
    for (let i = 0; i < WEIGHED; i++) this.addReal(m.call("weigh", e, s, seat, this.moveAt(this.#dice.below(n))));
    const hopes = m.array("float64", setting.seats);
    m.call("judge", e, s, hopes);
    this.add(hopes);
    m.release(hopes);
    this.addViews();
    const view = this.view(seat);
    this.addInt(m.call("is_certain", e, view), m.call("by_heart", e, view, seat, this.#fast));
    m.release(view);
  }

  /** What everybody sees, spectators too, and a world that each may imagine. */
  private addViews(): void {
    const { m } = this;
    for (let viewer = -1; viewer < this.setting.seats; viewer++) {
      const view = this.view(viewer);
      const world = m.record("STATE");
      m.copy(view, world);
      m.call("imagine", this.#e, view, viewer, this.#fast, world);
      this.add(view, world);
      m.release(view);
      m.release(world);
    }
    this.add(this.#fast);
  }

  private view(viewer: number): Place {
    const view = this.m.record("STATE");
    this.m.call("view", this.#e, this.#s, viewer, view);
    return view;
  }

  // --- the searches

  /** Each search thinks about what a seat sees; its name when the checksum has all that it wrote. */
  private *search(seat: number): Generator<string> {
    const { m } = this;
    const view = this.view(seat);
    const n = m.call("legal_moves", this.#e, view, seat, this.#out);
    const candidates = m.filled(
      "int32",
      Array.from({ length: n }, (_, i) => this.moveAt(i)),
    );
    this.lookAhead(view, seat, candidates);
    yield "look_ahead";
    this.think(view, seat, candidates);
    yield "tree";
    if (this.setting.seats === 2 && m.has("calculate") && m.call("is_certain", this.#e, view)) {
      this.calculate(view, seat, candidates);
      yield "alpha_beta";
    }
    if (m.has("rehearse")) {
      this.rehearse(view, seat, candidates);
      yield "rollouts";
    }
    m.release(view);
    m.release(candidates);
  }

  /** States as rows of words, as wide as the exports want them. */
  private words(states: Place): Place {
    const { parameters } = this.m.description.exports["fingerprint"]!;
    const of = parameters[0]!.of as Kind;
    const rows = states.sizes[0]!;
    return this.m.seenAs(states, of, rows, this.m.length(states) / rows / (of === "uint32" ? 4 : 2));
  }

  private workspace(view: Place, seat: number, nodes: number): Workspace {
    const { m, setting } = this;
    const worlds = m.array("STATE", 3);
    const d = {
      t: m.record("THOUGHT"),
      nodes: m.array("NODE", nodes),
      worlds,
      words: this.words(worlds),
      chance: m.record("CHANCE"),
      moves: m.array("int32", this.constant("MOST_MOVES")),
      rest: m.array("int32", this.constant("MOST_MOVES")),
      path: m.array("int32", m.description.shared["LONGEST_PATH"]!),
      hopes: m.array("float64", m.description.seats.at(-1)!),
    };
    m.copy(view, m.item(worlds, 0));
    m.set(d.chance, "stream", this.#dice.below(1 << 20) * 2 + 1);
    m.set(d.t, "seat", seat);
    m.set(d.t, "seats", setting.seats);
    return d;
  }

  private release(d: Workspace): void {
    for (const [name, place] of Object.entries(d)) if (name !== "words") this.m.release(place);
  }

  private lookAhead(view: Place, seat: number, candidates: Place): void {
    const { m } = this;
    const d = this.workspace(view, seat, 1);
    const found = m.array("float64", candidates.sizes[0]!);
    m.call("look_ahead", this.#e, d, candidates, LOOKS, found);
    this.add(found);
    if (this.setting.seats === 2) {
      this.addReal(m.call("present_hope", this.#e, d));
      this.addReal(m.call("best_reply", this.#e, d, Number(m.numbers(candidates)[0]), LOOKS));
    }
    this.add(d["chance"]!);
    this.release({ ...d, found });
  }

  /** A tree is grown twice: from nothing, and from a node of the first that is taken up. */
  private think(view: Place, seat: number, candidates: Place): void {
    const { m } = this;
    const d = this.workspace(view, seat, NODES);
    const t = d["t"]!;
    m.set(t, "explore", this.skill("EXPLORE"));
    m.set(t, "glances", this.skill("GLANCES"));
    m.set(t, "horizon", this.skill("HORIZON"));
    m.set(t, "caution", 0.1);
    m.set(t, "paranoid", this.#dice.below(2));
    m.set(t, "habit", this.setting.seats === 2 ? 0.25 : 0);
    const key = m.callWide("fingerprint", m.item(d["words"]!, 0));
    this.#sum = crc32(new Uint8Array(BigInt64Array.of(key).buffer), this.#sum);
    this.addInt(m.call("find_key", d, key));
    m.call("begin_thought", d, key);
    m.call("think", this.#e, d, candidates, SIMULATIONS);
    this.addInt(m.call("find_key", d, key));
    this.add(d["nodes"]!);
    const fresh = m.array("NODE", NODES);
    m.call("take_up", d, 1, fresh);
    m.call("think", this.#e, { ...d, nodes: fresh }, candidates, SIMULATIONS);
    this.add(fresh, t, d["chance"]!);
    this.release({ ...d, fresh });
  }

  private calculate(view: Place, seat: number, candidates: Place): void {
    const { m } = this;
    const levels = m.description.shared["LEVELS"]!;
    const states = m.array("STATE", levels);
    const d = {
      c: m.record("CALCULATION"),
      frames: m.array("FRAME", levels),
      states,
      words: this.words(states),
      moves: m.array("int32", levels, this.constant("MOST_MOVES")),
      weights: m.array("float64", levels, this.constant("MOST_MOVES")),
      table: m.array("ENTRY", ENTRIES),
      history: m.array("float32", 2, this.constant("MOVES")),
      hopes: m.array("float64", 2),
      chance: m.record("CHANCE"),
      roots: m.array("ROOT", candidates.sizes[0]!),
    };
    m.set(d.c, "seat", seat);
    m.set(d.c, "seats", 2);
    m.set(d.c, "margin", 0.03);
    const root = m.item(states, 0);
    m.copy(view, root);
    m.call("imagine", this.#e, view, seat, d.chance, root);
    m.numbers(candidates).forEach((move: number | bigint, i: number) => {
      m.set(m.item(d.roots, i), "move", move);
      m.set(m.item(d.roots, i), "value", m.call("weigh", this.#e, root, seat, Number(move)));
    });
    for (let depth = 1; depth <= DEPTHS; depth++) {
      m.call("begin_depth", d, depth);
      m.call("calculate", this.#e, d, POSITIONS);
    }
    this.add(d.c, d.frames, d.table, d.roots, d.history);
    this.addInt(m.call("place_of", d.table, m.callWide("fingerprint", m.item(d.words, 0))));
    this.release(d);
  }

  private rehearse(view: Place, seat: number, candidates: Place): void {
    const { m } = this;
    const d = this.workspace(view, seat, 1);
    const n = candidates.sizes[0]!;
    const kept = m.filled(
      "int64",
      Array.from({ length: Math.min(4, n) }, (_, i) => BigInt(i)),
    );
    const sums = m.array("float64", 2, n);
    const notes = m.array("float64", ...[m.description.skill["NOTES"] as number | number[]].flat());
    m.call("rehearse", this.#e, d, candidates, kept, REHEARSALS, sums, notes);
    this.add(sums, d["t"]!, d["chance"]!);
    this.release({ ...d, kept, sums, notes });
  }
}

/** The lines of several walks, each in a module of its own. */
export async function story(load: () => Promise<Module>, settings: Setting[]): Promise<string[]> {
  const lines: string[] = [];
  for (const [number, setting] of settings.entries()) {
    for (const line of new Walk(await load(), setting).plies()) lines.push(`${number} ${line}`);
  }
  return lines;
}
