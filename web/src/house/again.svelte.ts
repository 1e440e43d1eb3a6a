/** What happened since one's last turn, once more on the board: how it stood before, then play by play. */
import type { Happened } from "../games/sitting";
import { get } from "./http";
import { happened } from "./shown.svelte";
import type { Frame, FramesAnswer } from "./types";

const BEFORE = 700; // milliseconds: how it stood,
const PLAY = 1400; // and each play, as long as there are few of them
const ALL = 9000;
const LEAST = 700;

interface Place {
  id: string;
  seat: number | null;
  moves: number; // decisions made so far
}

export class Again {
  /** What the board shows instead of the present, and the play that led to it: none, for how it stood before. */
  now = $state.raw<{ frame: Frame; play: Happened | null } | null>(null);
  #timer: ReturnType<typeof setTimeout> | undefined;
  #looks = 0;

  /** Show these plays, the last ones that were made. */
  async look({ id, seat, moves }: Place, plays: Happened[]): Promise<void> {
    const look = ++this.#looks;
    const from = Math.max(0, moves - plays.reduce((sum, play) => sum + (play.moves?.length ?? 1), 0));
    const range = `from=${from}&to=${moves}`;
    const { frames } = await get<FramesAnswer>(`/api/tables/${id}/frames?seat=${seat ?? "public"}&${range}`);
    if (look !== this.#looks) return;
    const each = Math.max(LEAST, Math.min(PLAY, ALL / frames.length));
    const show = (index: number): void => {
      const frame = frames[index];
      if (!frame) return this.stop();
      const isBefore = frame.number === from;
      this.now = { frame, play: isBefore ? null : happened(frame) };
      this.#timer = setTimeout(() => show(index + 1), isBefore ? BEFORE : each);
    };
    show(0);
  }

  /** Back to the present. */
  stop(): void {
    this.#looks++;
    clearTimeout(this.#timer);
    this.now = null;
  }
}
