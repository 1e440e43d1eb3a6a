/** Which tips this device has seen, and whether it wants any. */
import { keep, recall } from "./device";

const KEPT = "coach";

class Coaching {
  on = $state(recall(KEPT) !== "off");

  switch(): void {
    this.on = !this.on;
    keep(KEPT, this.on ? "on" : "off");
  }
}

export const coaching = new Coaching();
