/** A tiny vibration under the finger: on devices that can, for whoever has not switched it off. */
import { keep, recall } from "./device";

const KEPT = "haptics";
/** Milliseconds: on, off, on. */
const TOUCHES = {
  place: 8,
  take: [8, 30, 14],
  turn: [12, 60, 12],
  message: 10,
  refused: [18, 40, 18],
  end: [14, 80, 30],
};

class Haptics {
  on = $state(recall(KEPT) !== "off");

  /** Whether this device can: a phone or a tablet, not a desk whose browser only has the function. */
  get can(): boolean {
    return "vibrate" in navigator && matchMedia("(pointer: coarse)").matches;
  }

  switch(): void {
    this.on = !this.on;
    keep(KEPT, this.on ? "on" : "off");
    this.touch("place");
  }

  /** Browsers refuse it, and complain, before the first tap. */
  touch(what: keyof typeof TOUCHES): void {
    if (this.on && this.can && navigator.userActivation?.hasBeenActive !== false) navigator.vibrate(TOUCHES[what]);
  }
}

export const haptics = new Haptics();
