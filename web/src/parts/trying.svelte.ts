/** Something that is asked of the house: whether it is under way, and in one sentence what came of it. */
import { Refusal } from "../house/http";

export class Trying {
  busy = $state(false);
  said = $state("");
  isWrong = $state(false);

  /** Does it unless it is being done already; `done` is said then. False if the house refused. */
  async do(deed: () => Promise<unknown>, done = ""): Promise<boolean> {
    if (this.busy) return false;
    this.busy = true;
    this.say("");
    try {
      await deed();
      this.say(done);
    } catch (refusal) {
      if (!(refusal instanceof Refusal)) throw refusal;
      this.say(refusal.fault.sentence, true);
    } finally {
      this.busy = false;
    }
    return !this.isWrong;
  }

  say(said: string, isWrong = false): void {
    [this.said, this.isWrong] = [said, isWrong];
  }
}
