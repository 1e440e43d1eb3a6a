/** A game of the house, frame by frame, from one viewpoint. */
import { get, post } from "./http";
import { theGame } from "./games";
import { me } from "./me.svelte";
import { editionText, ShownSitting } from "./shown.svelte";
import { playerAt } from "./names";
import { linkTo } from "./place";
import type { Frame, FramesAnswer, HintTold, Names, TableAnswer, TableTold, Viewpoint } from "./types";

const PAGE = 200;

export class Replaying {
  readonly table: TableTold;
  readonly people: Names; // by their ids
  readonly sitting: ShownSitting;
  frames = $state.raw<Frame[]>([]);
  at = $state(0); // index among the frames
  viewpoint = $state<Viewpoint>("public");
  hint = $state.raw<HintTold | null>(null);
  #looks = 0;

  private constructor(answer: TableAnswer, sitting: ShownSitting) {
    this.table = answer.table;
    this.people = answer.names;
    this.sitting = sitting;
  }

  static async open(id: string, viewpoint: Viewpoint | null, number: number | null): Promise<Replaying> {
    await me.meet();
    const answer = await get<TableAnswer>(`/api/tables/${encodeURIComponent(id)}`);
    const game = await theGame(answer.table.game);
    const sitting = new ShownSitting({
      game,
      seats: answer.table.seats,
      options: answer.table.options ?? {},
      edition: editionText(game, answer.table.edition),
      names: answer.table.state.sitters.map((_, seat, all) => playerAt(all, seat, answer.names, game)),
      own: answer.table.own_seats ?? [],
    });
    const replay = new Replaying(answer, sitting);
    const own = answer.table.own_seats?.[0];
    await replay.look(viewpoint ?? own ?? (replay.isOver ? "all" : "public"));
    replay.go(number === null ? 0 : replay.frames.findIndex((frame) => frame.number >= number));
    return replay;
  }

  get isOver(): boolean {
    return this.table.state.status === "over";
  }
  get frame(): Frame | undefined {
    return this.frames[this.at];
  }

  async look(viewpoint: Viewpoint): Promise<void> {
    const look = ++this.#looks;
    const frames: Frame[] = [];
    let total = 0;
    for (let from = 0; from <= total; from += PAGE) {
      const range = `from=${from}&to=${from + PAGE - 1}`;
      const page = await get<FramesAnswer>(`/api/tables/${this.table.id}/frames?seat=${viewpoint}&${range}`);
      const known = frames.at(-1)?.number ?? -1;
      frames.push(...(page.frames ?? []).filter((frame) => frame.number > known));
      total = page.total;
      if (look !== this.#looks) return; // somebody else's eyes were wanted meanwhile
    }
    this.viewpoint = viewpoint;
    this.frames = frames;
    this.sitting.seat = typeof viewpoint === "number" ? viewpoint : null;
    this.go(Math.min(this.at, frames.length - 1));
  }

  go(index: number): void {
    const frame = this.frames[index];
    if (!frame) return;
    this.at = index;
    this.hint = null;
    this.sitting.pointed = [];
    this.sitting.show(frame, this.sinceOwnTurn(index));
  }

  /** The frames since the seat that looks moved last, the one at `index` included. */
  sinceOwnTurn(index: number): Frame[] {
    if (typeof this.viewpoint !== "number") return [];
    let first = index;
    while (first > 0 && this.frames[first]?.seat !== this.viewpoint) first -= 1;
    return this.frames.slice(first + 1, index + 1);
  }

  /** Back to just after the last turn of the seat that looks, before the present moment. */
  toOwnLastTurn(): void {
    const index = this.frames.findLastIndex((frame, at) => at < this.at && frame.seat === this.viewpoint);
    this.go(Math.max(0, index));
  }

  async review(): Promise<void> {
    const frame = this.frame;
    const hint = await post<HintTold>(`/api/tables/${this.table.id}/hint`, {
      seat: null,
      seconds: 1,
      at: frame?.number ?? 0,
    });
    if (frame !== this.frame) return;
    this.hint = hint;
    this.sitting.pointed = [hint.move];
  }

  async playOn(seat: number, bots: Record<string, string>, start: boolean): Promise<string> {
    const wanted = { at: this.frame?.number ?? 0, sit: [seat], bots, start, pace: "calm", hints: true };
    return (await post<TableAnswer>(`/api/tables/${this.table.id}/play_on`, wanted)).table.id;
  }

  get address(): string {
    return location.origin + linkTo(`/replay/${this.table.id}?at=${this.frame?.number ?? 0}&as=${this.viewpoint}`);
  }
}
