/** Small sounds of wood and glass, made on the spot. Off until somebody wants them. */
const KEPT = "sound";
const NOTES = { place: [330, 0.06], turn: [660, 0.16], wrong: [160, 0.1], end: [520, 0.5] } as const;

class Sound {
  on = $state(localStorage.getItem(KEPT) === "on");
  #context: AudioContext | null = null;

  switch(): void {
    this.on = !this.on;
    localStorage.setItem(KEPT, this.on ? "on" : "off");
    this.play("place");
  }

  play(what: keyof typeof NOTES): void {
    if (!this.on) return;
    this.#context ??= new AudioContext();
    const [pitch, seconds] = NOTES[what];
    const context = this.#context;
    const tone = new OscillatorNode(context, { type: "triangle", frequency: pitch });
    const loudness = new GainNode(context, { gain: 0.12 });
    loudness.gain.exponentialRampToValueAtTime(0.001, context.currentTime + seconds);
    tone.connect(loudness).connect(context.destination);
    tone.start();
    tone.stop(context.currentTime + seconds);
  }
}

export const sound = new Sound();
