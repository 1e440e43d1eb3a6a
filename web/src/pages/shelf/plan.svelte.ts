/** A table to measure, while it is being agreed upon. */
import type { GameTold, Opening, Value } from "../../house/told";

/** Who is to sit somewhere: a person at this device, a friend who comes by the link, a bot of a level. */
export type Who = "here" | "friend" | `bot:${string}`;
export type Company = "friends" | "here" | "bots";
export type Clock = Opening["terms"]["clock"];

const MIDDLING = 0.4; // of the way up a game's levels: the bot that is proposed

export class Plan {
  readonly told: GameTold;
  places = $state<Who[]>([]);
  chosen = $state<Record<string, Value>>({}); // options that were touched
  edition = $state.raw<{ name: string; text: string } | null>(null);
  clock = $state.raw<Clock>({ kind: "none" });
  listed = $state(false);
  spectators = $state(true);
  severalSeats = $state(false);
  hints = $state(false);
  substitute = $state(""); // a level; empty: nobody

  constructor(told: GameTold, company: Company) {
    this.told = told;
    this.sit(told.game.seats[0]!, company);
  }

  /** Everybody's place anew. */
  sit(seats: number, company: Company): void {
    this.places = Array.from({ length: seats }, (_, seat) => (seat === 0 ? "here" : this.#one(company)));
  }

  /** More or fewer at the table: whoever sits already stays. */
  resize(seats: number): void {
    const like = this.places.at(-1) ?? "friend";
    this.places = Array.from({ length: seats }, (_, seat) => this.places[seat] ?? like);
  }

  #one(company: Company): Who {
    const { levels } = this.told;
    if (company !== "bots") return company === "here" ? "here" : "friend";
    return `bot:${levels[Math.floor((levels.length - 1) * MIDDLING)]!.name}`;
  }

  usual(option: string): Value {
    const { defaults, defaults_with } = this.told.options.find(({ name }) => name === option)!;
    const other = defaults_with.find((one) => this.chosen[one.option] === one.value);
    return (other?.defaults ?? defaults)[this.places.length]!;
  }

  value(option: string): Value {
    return this.chosen[option] ?? this.usual(option);
  }

  /** What differs from what is usual for so many players. */
  changed = $derived.by(() => {
    const values = this.told.options.map(({ name }): [string, Value] => [name, this.value(name)]);
    return Object.fromEntries(values.filter(([name, value]) => value !== this.usual(name)));
  });
  rounds = $derived.by(() => {
    const { per } = this.told.game.minutes;
    return per ? Number(this.value(per)) : 1;
  }); // what the minutes of the game are multiplied by
  complete = $derived(!this.places.includes("friend")); // nobody has to come first

  opening(): Opening {
    const seated = this.places.map((who, seat) => ({ who, seat }));
    const bots = seated.filter(({ who }) => who.startsWith("bot:"));
    return {
      terms: {
        game: this.told.game.name,
        seats: this.places.length,
        options: this.changed,
        edition: this.edition,
        clock: this.clock,
        listed: this.listed,
        spectators: this.spectators,
        several_seats: this.severalSeats,
        hints: this.hints,
        substitute: this.substitute || null,
        pace: bots.length > 0,
      },
      sit: seated.filter(({ who }) => who === "here").map(({ seat }) => seat),
      bots: Object.fromEntries(bots.map(({ who, seat }) => [String(seat), who.slice("bot:".length)])),
      start: this.complete,
    };
  }
}
