/**
 * Small sounds, softly, until somebody switches them off. Silent before the first tap or key, as browsers demand. Lessons
 * make none: there the sentence is what counts, and a screen reader speaks it.
 */
import { keep, recall } from "./device";
import type { Voice } from "./synth";

const KEPT = "sound";

class Sound {
  on = $state(recall(KEPT) !== "off");

  switch(): void {
    this.on = !this.on;
    keep(KEPT, this.on ? "on" : "off");
    this.play("wood");
  }

  play(what: Voice): void {
    if (!this.on || navigator.userActivation?.hasBeenActive === false) return;
    void import("./synth").then(({ sound }) => sound(what)).catch(() => {}); // a device without sound is no trouble
  }
}

export const sound = new Sound();
