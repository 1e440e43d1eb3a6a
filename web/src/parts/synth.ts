/**
 * Wood, glass and paper, made on the spot: what is struck rings in modes that are no harmonics of each other, what is
 * slid hisses. Every sound is a little different from the last one, as things are. Loaded with the first sound.
 */

/** What rings: a multiple of the pitch, how loud, for how many seconds. */
type Mode = readonly [ratio: number, gain: number, seconds: number];
type Chance = () => number;

const WOOD: Mode[] = [
  [1, 1, 0.09],
  [2.57, 0.5, 0.045],
  [4.03, 0.28, 0.03],
  [6.24, 0.12, 0.018],
];
const GLASS: Mode[] = [
  [1, 0.8, 0.42],
  [2.32, 0.42, 0.3],
  [4.25, 0.2, 0.16],
  [6.63, 0.1, 0.09],
];
const BAR: Mode[] = [
  [1, 1, 0.36],
  [3.93, 0.22, 0.14],
  [9.2, 0.07, 0.05],
];
const FELT: Mode[] = [
  [1, 1, 0.11],
  [1.63, 0.5, 0.08],
  [2.41, 0.2, 0.05],
];
const SILENCE = 0.0008;
const NOISE_SECONDS = 0.4;

/** One place where sounds are made: a context, where they go, and the dice. */
class Synth {
  #noise: AudioBuffer;

  constructor(
    readonly context: BaseAudioContext,
    readonly out: AudioNode,
    readonly chance: Chance = Math.random,
  ) {
    this.#noise = context.createBuffer(1, NOISE_SECONDS * context.sampleRate, context.sampleRate);
    const samples = this.#noise.getChannelData(0);
    for (let i = 0; i < samples.length; i++) samples[i] = chance() * 2 - 1;
  }

  /** Around a value, by so much of it at most. */
  #about(value: number, spread: number): number {
    return value * (1 + (this.chance() * 2 - 1) * spread);
  }

  /** Something struck: its modes, and the tick of whatever struck it. */
  strike(at: number, pitch: number, modes: Mode[], loudness: number, tick: number): void {
    const heard = this.#about(pitch, 0.035);
    for (const [ratio, gain, seconds] of modes) {
      const lasting = this.#about(seconds, 0.15);
      const tone = new OscillatorNode(this.context, { frequency: heard * this.#about(ratio, 0.006) });
      tone.connect(this.#fading(at, loudness * this.#about(gain, 0.15), 0.0015, lasting * 3));
      tone.start(at);
      tone.stop(at + lasting * 3 + 0.01);
    }
    if (tick > 0) this.hiss(at, tick, Math.min(heard * 6, 7000), 0.8, 0.002, 0.014);
  }

  /** Noise through a filter; with `towards` it slides from one colour to another. */
  hiss(at: number, loudness: number, colour: number, q: number, rise: number, seconds: number, towards?: number): void {
    const noise = new AudioBufferSourceNode(this.context, { buffer: this.#noise, loop: true });
    const filter = new BiquadFilterNode(this.context, { type: "bandpass", frequency: colour, Q: q });
    if (towards) filter.frequency.exponentialRampToValueAtTime(towards, at + rise + seconds);
    noise.connect(filter).connect(this.#fading(at, loudness, rise, seconds));
    noise.start(at, this.chance() * NOISE_SECONDS * 0.5);
    noise.stop(at + rise + seconds + 0.01);
  }

  #fading(at: number, loudness: number, rise: number, seconds: number): AudioNode {
    const gain = new GainNode(this.context, { gain: 0 });
    gain.gain.setValueAtTime(SILENCE, at);
    gain.gain.exponentialRampToValueAtTime(Math.max(loudness, SILENCE * 2), at + rise);
    gain.gain.exponentialRampToValueAtTime(SILENCE, at + rise + seconds);
    gain.connect(this.out);
    return gain;
  }

  play(voice: Voice, at: number): void {
    VOICES[voice](this, at);
  }
}

/** C5, E5, G5, C6. */
const CHORD = [523.3, 659.3, 784, 1046.5];

const VOICES = {
  /** A disc set down on a board. */
  wood: (synth: Synth, at: number) => synth.strike(at, 410, WOOD, 0.3, 0.22),
  /** A lamp, a pane. */
  glass: (synth: Synth, at: number) => synth.strike(at, 1560, GLASS, 0.13, 0.05),
  /** A card slid over the table and let go. */
  card: (synth: Synth, at: number) => {
    synth.hiss(at, 0.16, 1700, 0.7, 0.05, 0.07, 3600);
    synth.strike(at + 0.11, 190, FELT, 0.1, 0.1);
  },
  /** A piece knocked off and laid aside. */
  take: (synth: Synth, at: number) => {
    synth.strike(at, 520, WOOD, 0.28, 0.26);
    synth.strike(at + 0.085, 300, WOOD, 0.26, 0.12);
  },
  /** It is your turn: two wooden bars. */
  turn: (synth: Synth, at: number) => {
    synth.strike(at, CHORD[0]!, BAR, 0.16, 0.03);
    synth.strike(at + 0.13, CHORD[2]!, BAR, 0.15, 0.03);
  },
  /** No: a knuckle on felt, twice. */
  refused: (synth: Synth, at: number) => {
    synth.strike(at, 150, FELT, 0.3, 0.03);
    synth.strike(at + 0.11, 132, FELT, 0.24, 0.02);
  },
  /** The lamp is turned up. */
  end: (synth: Synth, at: number) => {
    for (const [i, pitch] of CHORD.entries()) synth.strike(at + i * 0.12, pitch, BAR, 0.14, 0.02);
    synth.strike(at + 0.52, 2093, GLASS, 0.06, 0.02);
  },
};
export type Voice = keyof typeof VOICES;

const LOUDNESS = 0.4; // of all: a sound in the room, not a signal
const APART = 0.16; // seconds: one thing at a time

let here: Synth | null = null;
let next = 0;

/** Now, or right after what sounds already. Whoever measures gives a context of their own, which nobody hears. */
export async function sound(voice: Voice, measured?: OfflineAudioContext): Promise<void> {
  if (measured) return new Synth(measured, measured.destination).play(voice, 0.01);
  if (!here) {
    const context = new AudioContext({ latencyHint: "interactive" });
    const out = new GainNode(context, { gain: LOUDNESS });
    out.connect(context.destination);
    here = new Synth(context, out);
  }
  const context = here.context as AudioContext;
  if (context.state === "suspended") await context.resume();
  const at = Math.max(context.currentTime + 0.01, next);
  if (at - context.currentTime > 1) return; // too much at once: a sound that comes late says nothing
  next = at + APART;
  here.play(voice, at);
}
