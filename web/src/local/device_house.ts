/**
 * The house on this device: the translated PocketHouse, with what it needs of a browser. It runs in a Worker.
 *
 * Requests are answered one after the other: entries are kept, then the sender is answered, then the page is told. A bot
 * thinks in between, and lets people watch without keeping anybody waiting.
 */
import { call, Dict, type Value } from "#python";
import { find } from "#instead/games";
import { moduleOf } from "./games";
import { Keeping, type Kept, Overtaken } from "./keeping";
import { bringTheGame, bringWords, OutOfStock } from "./stock";

export interface Answer {
  status: number;
  body: string;
}
export interface Asked {
  method: string;
  path: string; // with its query
  body: string;
  language: string;
}

const TICK = 1000; // milliseconds between two looks at a clock
const PIECE = 200; // milliseconds of a review's searches, after which others have their turn
const KEPT_EVERY = 2000; // milliseconds of work that may be lost with the page
const TABLE = /^\/api\/tables\/([^/?]+)/;
const REVIEW = /^\/api\/(?:tables\/([^/?]+)\/review|study\/review\/([^/?]+))/;
const token = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");

/** A pause that can be cut short. */
class Pause {
  #end: () => void = () => {};
  take(milliseconds: number): Promise<void> {
    return new Promise((done) => {
      const timer = setTimeout(done, milliseconds);
      this.#end = () => {
        clearTimeout(timer);
        done();
      };
    });
  }
  end(): void {
    this.#end();
  }
}

export class DeviceHouse {
  #house: Value;
  #answer: Value;
  #keeping!: Keeping;
  #begun: Promise<void> | null = null;
  #last: Promise<unknown> = Promise.resolve();
  #thinking = false;
  #lookingBack = false;
  #pause = new Pause();
  #skipped = 0; // the run of bots that nobody wants to watch

  constructor(
    private readonly tell: (text: string) => void,
    private readonly person: { id: string; name: string } | null,
  ) {
    setInterval(() => this.#house?.watched && void this.#inTurn(() => this.#tick()), TICK);
  }

  ask(asked: Asked): Promise<Answer> {
    return this.#inTurn(async () => {
      try {
        return await this.#obey(asked);
      } catch (error) {
        if (!(error instanceof Overtaken)) throw error;
        return await this.#obey(asked); // as it is by now
      }
    }).catch((error: unknown) => this.#excuse(error));
  }

  async #obey(asked: Asked): Promise<Answer> {
    await this.#prepare(asked.language, asked.path, asked.body);
    const { pathname, searchParams } = new URL(asked.path, "http://device");
    const query = new Dict([...searchParams]);
    const answer = await this.#settle(() =>
      this.#answer(this.#house, asked.method, pathname, query, asked.body, Date.now()),
    );
    await this.#afterwards(asked, answer);
    return answer;
  }

  /** A message as on the WebSocket. */
  async hear(text: string, language: string): Promise<void> {
    const message = JSON.parse(text) as { do: string; table?: string; id?: string };
    if (message.do === "skip") return this.#skip();
    await this.#inTurn(async () => {
      await this.#prepare(language, message.table ? `/api/tables/${message.table}` : "", "");
      await this.#settle(() => this.#house.hear(text, Date.now()));
    }).catch((error: unknown) => {
      const fault = JSON.parse(this.#excuse(error).body);
      this.tell(JSON.stringify({ t: "denied", id: message.id ?? null, fault }));
    });
  }

  // --- one after the other ---------------------------------------------------------------------------------------------

  #inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const turn = this.#last.then(work, work);
    this.#last = turn.catch(() => {});
    return turn;
  }

  /** Brings what a request needs: words, its game, its table. */
  async #prepare(language: string, path: string, body: string): Promise<void> {
    await (this.#begun ??= this.#begin().catch((error: unknown) => {
      this.#begun = null;
      throw error;
    }));
    await bringWords(language);
    this.#house.language = language;
    const table = TABLE.exec(path)?.[1];
    const told = body ? JSON.parse(body) : {};
    const { terms, record, link, sight } = told;
    const named = (terms ?? record ?? link ?? sight ?? told).game;
    const game = this.#house.notes.get(table ?? "")?.game ?? named;
    if (game) await bringTheGame(game);
    if (table) await this.#bring(table);
    const [, ofTable, ofRecord] = REVIEW.exec(path) ?? [];
    if (ofTable ?? ofRecord) await this.#bringReview((ofTable ?? ofRecord)!);
  }

  async #begin(): Promise<void> {
    this.#keeping = await Keeping.open();
    const { PocketHouse } = await moduleOf("reception.pocket");
    this.#answer = (await moduleOf("reception.pocket_routes")).answer;
    const { guest_name } = await moduleOf("reception.names");
    let person = await this.#keeping.fact("person");
    if (!person) await this.#keeping.note("person", (person = this.person?.id ?? token()));
    const name = (await this.#keeping.fact("name")) ?? this.person?.name ?? guest_name(person);
    this.#house = call(PocketHouse, [{ token }, person, name]);
    for (const note of await this.#keeping.notes()) this.#house.bring_note(note);
    void navigator.storage?.persist?.(); // asks the browser not to clear it; it may say no
  }

  async #bring(table: string): Promise<void> {
    if (!this.#house.holds(table)) this.#house.bring_log(table, await this.#keeping.log(table));
  }

  async #bringReview(subject: string): Promise<void> {
    if (this.#house.reviews.holds(subject)) return;
    const text = (await this.#keeping.review(subject)) ?? null;
    const game = text && JSON.parse(text).record?.game;
    if (game) await bringTheGame(game);
    this.#house.reviews.bring(subject, text);
  }

  /** Keep what came of a request, then tell the page. If another page was first, take in what it wrote and try again. */
  async #settle(work: () => Value): Promise<Answer> {
    for (let tries = 2; ; tries--) {
      const reply = work();
      const kept = reply.kept.map(({ table, after, entries, note }: Kept): Kept => ({ table, after, entries, note }));
      try {
        await this.#keeping.keep(kept);
      } catch (error) {
        for (const { table } of kept) this.#house.drop(table);
        for (const { table } of kept) await this.#bring(table);
        if (tries > 0 && error instanceof Overtaken) continue;
        throw error;
      }
      for (const text of reply.told) this.tell(text);
      this.#letBotsPlay();
      return { status: reply.status, body: reply.body };
    }
  }

  async #afterwards({ method, path }: Asked, { status, body }: Answer): Promise<void> {
    if (method === "DELETE" && status === 200 && !REVIEW.test(path)) {
      const seq = new URL(path, "http://device").searchParams.get("seq");
      await this.#keeping.delete(TABLE.exec(path)![1]!, seq === null ? null : Number(seq));
    }
    if (path.includes("/review")) await this.#reviewAsked(method, body);
    if (method === "PATCH" && status === 200) await this.#keeping.note("name", this.#house.name);
  }

  /** Why nothing was done, in the shape of a Fault. */
  #excuse(error: unknown): Answer {
    if (!(error instanceof OutOfStock)) reportError(error);
    const code = error instanceof OutOfStock ? "away" : "paused";
    return { status: 503, body: JSON.stringify({ code, sentence: "", rule: null }) }; // the page has the words
  }

  // --- reviews -----------------------------------------------------------------------------------------------------------

  async #reviewAsked(method: string, body: string): Promise<void> {
    const { subject } = JSON.parse(body) as { subject?: string };
    if (!subject) return; // it was refused
    if (method !== "GET") await this.#keeping.keepReview(subject, this.#house.reviews.written(subject));
    if (this.#lookingBack) return;
    this.#lookingBack = true;
    void this.#lookBack()
      .catch(reportError)
      .finally(() => (this.#lookingBack = false));
  }

  /** Search as long as somebody looks; what was found is kept in between. */
  async #lookBack(): Promise<void> {
    let kept = performance.now();
    for (;;) {
      const subject = await this.#inTurn(async () => this.#searchAWhile());
      if (subject === null) return;
      const { done } = subject;
      if (done || performance.now() - kept > KEPT_EVERY) {
        kept = performance.now();
        await this.#inTurn(() => this.#keeping.keepReview(subject.name, this.#house.reviews.written(subject.name)));
      }
      if (!done) await new Promise((rested) => setTimeout(rested));
    }
  }

  /** Part of the review that is looked at; null if nobody looks, or nothing is left to do. */
  #searchAWhile(): { name: string; done: boolean } | null {
    const { reviews } = this.#house;
    const work = reviews.wanted(Date.now());
    if (work === null) return null;
    const end = performance.now() + PIECE;
    try {
      let more = true;
      while (more && performance.now() < end) more = find(work.game).module.within(() => reviews.advance(work));
      return { name: work.subject, done: !more };
    } catch (error) {
      reportError(error);
      reviews.fail(work.subject);
      return null;
    }
  }

  // --- bots and clocks ---------------------------------------------------------------------------------------------------

  #tick(): Promise<Answer> {
    return this.#settle(() => this.#house.tick(Date.now()));
  }

  #letBotsPlay(): void {
    if (this.#thinking) return;
    this.#thinking = true;
    void this.#botsPlay()
      .catch(reportError)
      .finally(() => (this.#thinking = false));
  }

  async #botsPlay(): Promise<void> {
    while (await this.#botPlays());
  }

  /** One decision of a bot; false if there is none to make, or nobody looks. */
  async #botPlays(): Promise<boolean> {
    const begun = performance.now();
    const thought = await this.#inTurn(async () => {
      const turn = this.#house.bot_turn(Date.now());
      return turn === null ? null : { turn, moves: this.#think(turn) };
    });
    if (!thought) return false;
    const { turn, moves } = thought;
    if (turn.since !== this.#skipped) await this.#pause.take(1000 * turn.watched - (performance.now() - begun));
    return this.#inTurn(async () => {
      const done = moves ? () => this.#house.bot_plays(turn, moves, Date.now()) : () => this.#replace(turn);
      const { status } = await this.#settle(done);
      return status !== 409 || this.#house.bot_turn(Date.now())?.key !== turn.key;
    });
  }

  /** The moves of a bot; null if it cannot move, which is a fault of ours. */
  #think(turn: Value): Value[] | null {
    try {
      return this.#house.think(turn);
    } catch (error) {
      reportError(error);
      return null;
    }
  }

  #replace(turn: Value): Value {
    return this.#house.replace_bot(turn, Date.now());
  }

  #skip(): void {
    const table = this.#house?.watched?.[0];
    this.#skipped = this.#house?.tables.get(table ?? "")?.bot_run.since ?? 0;
    this.#pause.end();
  }
}
