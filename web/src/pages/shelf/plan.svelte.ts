/** A table to measure, while it is being agreed upon. */
import { cast, keepPace, recallPace, usualSeats, type Pace } from "../../house/fitting";
import type { LinkGame } from "../../house/link_game";
import { keep, recall } from "../../parts/device";
import type { GameTold, Opening, Value, WhichGuestBots } from "../../house/types";

/** Who is to sit somewhere: a person at this device, a friend who comes by the link, a bot of a level. */
export type Who = "here" | "friend" | `bot:${string}`;
export type Company = "friends" | "here" | "bots" | "links";
export type Clock = NonNullable<Opening["terms"]["clock"]>;
export type WhenLate = NonNullable<Opening["terms"]["when_late"]>;

const PEOPLE = "people here"; // who shares this device: names, one a line
const MY_NAME = "name by links";
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
  guestBots = $state<WhichGuestBots>("invited");
  hints = $state(false);
  substitute = $state(""); // a level; empty: nobody
  away = $state(0); // seconds of absence after which it plays by itself; 0: never
  whenLate = $state<WhenLate>("lost");
  pace = $state<Pace>(recallPace());
  byLinks = $state(false); // with somebody elsewhere: each move is a link
  myName = $state(recall(MY_NAME) ?? "");
  theirName = $state("");
  names = $state<string[]>((recall(PEOPLE) ?? "").split("\n")); // of those who share this device, by seat

  constructor(told: GameTold, company: Company) {
    this.told = told;
    this.meet(company);
    this.sit(company === "bots" ? usualSeats(told.game.seats) : told.game.seats[0]!, company);
  }

  /** Whether a friend may be far away, without a house. */
  get mayByLinks(): boolean {
    return this.told.by_links !== null;
  }

  /** Who is to come decides what may stay hidden. */
  meet(company: Company): void {
    this.byLinks = company === "links" && this.mayByLinks;
  }

  /** The values of an option that go with who is to come, the usual one first where that is another. */
  allowed(option: string): Value[] {
    const open = this.byLinks ? this.told.by_links?.[option] : undefined;
    return open ?? this.told.options.find(({ name }) => name === option)!.values.map(({ value }) => value);
  }

  /** The option that cannot be as usual by links. */
  opened = $derived.by(() => (this.byLinks ? (Object.keys(this.told.by_links ?? {})[0] ?? null) : null));

  /** Everybody's place anew. */
  sit(seats: number, company: Company): void {
    const bots = this.#bots(Math.floor((this.told.levels.length - 1) * MIDDLING), seats - 1);
    const one = (seat: number): Who => (company === "bots" ? bots[seat - 1]! : company === "here" ? "here" : "friend");
    this.places = Array.from({ length: seats }, (_, seat) => (seat === 0 ? "here" : one(seat)));
  }

  /** More or fewer at the table: whoever sits already stays, and bots who come are other characters. */
  resize(seats: number): void {
    const like = this.places.at(-1) ?? "friend";
    const step = this.told.levels.findIndex(({ name }) => like === `bot:${name}`);
    const others = step < 0 ? [] : this.#bots(step, seats).filter((bot) => !this.places.includes(bot));
    this.places = Array.from({ length: seats }, (_, seat) => this.places[seat] ?? others.shift() ?? like);
  }

  /** As many as can play today. */
  #bots(step: number, count: number): Who[] {
    const { levels, levels_later: later = [] } = this.told;
    const offered = levels.filter(({ name }) => !later.includes(name));
    const from = offered.indexOf(levels[step]!);
    return cast(offered, from < 0 ? offered.length - 1 : from, count).map(({ name }): Who => `bot:${name}`);
  }

  /** Whether several people share this device: then each has a name. */
  shared = $derived(this.places.filter((who) => who === "here").length > 1);

  usual(option: string): Value {
    if (option === this.opened) return this.allowed(option)[0]!;
    const { defaults, defaults_with } = this.told.options.find(({ name }) => name === option)!;
    const other = defaults_with.find((one) => this.chosen[one.option] === one.value);
    return (other?.defaults ?? defaults)[this.places.length]!;
  }

  value(option: string): Value {
    const chosen = this.chosen[option];
    return chosen !== undefined && this.allowed(option).includes(chosen) ? chosen : this.usual(option);
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
  /** One person among bots, who may ask for hints whatever is agreed. */
  alone = $derived(this.complete && !this.shared);

  /** How long everybody may think. Over days a bot is proposed that plays on for whoever is late. */
  setClock(clock: Clock): void {
    const begins = clock.kind === "days" && this.clock.kind !== "days";
    this.clock = clock;
    if (!begins || this.substitute) return;
    this.substitute = this.#bots(Math.floor((this.told.levels.length - 1) * MIDDLING), 1)[0]!.slice("bot:".length);
    this.whenLate = "substitute";
  }

  /** The device remembers who plays here, and how long bots may take. */
  keep(): void {
    keepPace(this.pace);
    if (this.shared) keep(PEOPLE, this.names.join("\n"));
    if (this.byLinks) keep(MY_NAME, this.myName.trim());
  }

  /** A game by links: whoever opens it begins. */
  linkGame(): LinkGame {
    const { game, options } = this.told;
    return {
      game: game.name,
      rules: game.rules,
      options: Object.fromEntries(options.map(({ name }) => [name, this.value(name)])),
      names: [this.myName.trim(), this.theirName.trim()],
      seat: 0,
      plays: [],
    };
  }

  opening(): Opening {
    const seated = this.places.map((who, seat) => ({ who, seat }));
    const here = seated.filter(({ who }) => who === "here").map(({ seat }) => seat);
    const named = this.shared ? here.filter((seat) => this.names[seat]?.trim()) : [];
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
        guest_bots: this.guestBots,
        hints: this.hints,
        substitute: this.substitute || null,
        away: this.substitute ? this.away : 0,
        when_late: this.substitute && this.clock.kind !== "none" ? this.whenLate : "lost",
        pace: bots.length > 0 ? this.pace : "at_once",
      },
      sit: here,
      names: Object.fromEntries(named.map((seat) => [String(seat), this.names[seat]!.trim()])),
      bots: Object.fromEntries(bots.map(({ who, seat }) => [String(seat), who.slice("bot:".length)])),
      start: this.complete,
    };
  }
}
