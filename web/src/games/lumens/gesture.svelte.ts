/** What a hand over the board is doing: a face picked up, a cell chosen, a lamp looked at. */
import type { Sitting } from "../sitting";
import { facesOf, sourcesOf, strengths, topOf, type Way, waysFrom, withLamp } from "./light";
import { goalsOf, readMove } from "./moves";
import type { Lamp, Lamps, LumensView } from "./view";
import { readPalace } from "./edition";
import { sayPlace } from "./say";
import { words } from "./spoken";

/** A way that is drawn: whose light it is, and from where. */
export interface Traced extends Way {
  from: string;
  seat: number;
}

export class Gesture {
  face = $state<number | null>(null); // picked up, or about to be lit on the start
  cell = $state<string | null>(null); // chosen: only the face is missing
  lamp = $state<string | null>(null); // the lamp whose ways are drawn
  room = $state<string | null>(null); // the room whose strengths are read
  over = $state<string | null>(null); // where a dragged lamp would fall
  turned = $state(false); // the palace stands upright on this screen

  #sitting: () => Sitting<LumensView>;

  constructor(sitting: () => Sitting<LumensView>) {
    this.#sitting = sitting;
  }

  get sitting(): Sitting<LumensView> {
    return this.#sitting();
  }
  #edition = $derived.by(() => this.sitting.edition ?? "");
  #seats = $derived.by(() => this.sitting.seats);
  palace = $derived.by(() => readPalace(this.#edition, this.#seats, this.turned)); // drawn once, however often the table is told
  goals = $derived.by(() => goalsOf(this.sitting.legal));
  isStart = $derived.by(() => this.sitting.legal.some((move) => move.startsWith("start=")));
  faces = $derived.by(() => (this.sitting.seat === null ? [] : facesOf(this.sitting.view.hands[this.sitting.seat])));

  /** The lamps as they will be once what is on its way has arrived, and with a start that is being tried. */
  lamps = $derived.by<Lamps>(() => {
    const { view, seat, pending } = this.sitting;
    let lamps = view.board;
    if (seat === null) return lamps;
    const kind = view.hands[seat] ?? "";
    for (const placing of pending.map(readMove)) {
      if (placing) lamps = withLamp(lamps, placing.cell ?? view.starts[seat]!, [seat, kind, placing.face]);
    }
    const start =
      view.phase === "start" && pending.length === 0 ? (this.isStart ? this.face : view.chosen[seat]) : null;
    return typeof start === "number" ? withLamp(lamps, view.starts[seat]!, [seat, kind, start]) : lamps;
  });
  strengths = $derived.by(() => strengths(this.palace, this.lamps, this.sitting.seats));

  /** The ways that are drawn: those of the lamp looked at, and those that lead to the cell chosen. */
  traced = $derived.by<Traced[]>(() => {
    const goal = this.over ?? this.cell;
    const from = this.isStart && this.face !== null ? this.sitting.view.starts[this.sitting.seat!]! : this.lamp;
    if (from !== null && !this.over) return this.#waysOf(from, topOf(this.lamps, from));
    const { seat, view } = this.sitting;
    if (goal === null || seat === null) return [];
    const sources = sourcesOf(this.palace, view, seat, goal);
    return sources.flatMap((source) =>
      this.#waysOf(source, topOf(view.board, source)).filter((way) => way.counted.at(-1) === goal),
    );
  });

  #waysOf(from: string, lamp: Lamp | undefined): Traced[] {
    if (!lamp) return [];
    const [seat, , face] = lamp;
    return waysFrom(this.palace, this.sitting.view, from, seat, face).map((way) => ({ ...way, from, seat }));
  }

  prompt = $derived.by<string | null>(() => {
    const { view, seat } = this.sitting;
    if (seat !== null && this.isStart)
      return this.face === null ? null : words().start_chosen({ cell: view.starts[seat]!, face: this.face });
    if (this.cell) return words().choose_face({ where: `${this.cell}, ${sayPlace(this.palace, this.cell)}` });
    if (this.lamp) {
      const barred = this.traced.filter((way) => way.stop).length;
      return words().looking({
        face: topOf(this.lamps, this.lamp)?.[2] ?? 0,
        cell: this.lamp,
        open: this.traced.length - barred,
        barred,
      });
    }
    return this.face === null ? null : words().choose_cell({ face: this.face });
  });

  get isHalfMade(): boolean {
    return this.face !== null || this.cell !== null || this.lamp !== null;
  }

  /** One step back: the last thing that was chosen is let go. */
  back(): void {
    if (this.cell) this.cell = this.lamp = null;
    else if (this.lamp) this.lamp = null;
    else this.face = null;
  }
  forget(): void {
    this.face = this.cell = this.lamp = this.over = null;
  }

  /** A cell was tapped; `guessed` if the finger came down beside it. */
  tap(cell: string, guessed = false): void {
    this.room = this.palace.room[cell] ?? null;
    const top = topOf(this.lamps, cell);
    if (this.isStart) return this.#tapAtStart(cell);
    if (this.goals.has(cell)) {
      if (this.face !== null && !guessed) return this.place(cell, this.face);
      this.lamp = top?.[0] === this.sitting.seat ? cell : this.#leadsTo(cell) ? this.lamp : null;
      this.cell = this.cell === cell ? null : cell;
      return;
    }
    this.cell = null;
    this.lamp = top && this.lamp !== cell ? cell : null; // another's lamp is looked at first; whoever insists is told why not
    const isLook = this.lamp !== null && this.face === null;
    if (this.goals.size > 0 && top?.[0] !== this.sitting.seat && !isLook) this.#ask(cell, this.face);
  }

  /** Whether the lamp that is looked at leads to a cell. */
  #leadsTo(cell: string): boolean {
    return this.traced.some((way) => way.from === this.lamp && !way.stop && way.counted.at(-1) === cell);
  }

  #tapAtStart(cell: string): void {
    if (this.face !== null && cell === this.sitting.view.starts[this.sitting.seat!]) this.lightStart(this.face);
  }

  /** A face was tapped, or its number typed. */
  chooseFace(face: number): void {
    if (this.isStart) {
      if (!this.faces.includes(face)) this.sitting.why(`start=${face}`);
      else if (this.face === face) this.lightStart(face);
      else this.face = face;
    } else if (this.cell) this.place(this.cell, face);
    else if (this.faces.includes(face) && this.goals.size > 0) this.face = this.face === face ? null : face;
  }

  lightStart(face: number): void {
    this.#play(`start=${face}`);
  }

  place(cell: string, face: number): void {
    if (this.goals.get(cell)?.includes(face)) this.#play(`${cell}=${face}`);
    else this.#ask(cell, face);
  }

  #play(move: string): void {
    this.forget();
    this.sitting.play(move);
  }
  #ask(cell: string, face: number | null): void {
    this.sitting.why(`${cell}=${face ?? this.faces[0]}`);
  }
}
