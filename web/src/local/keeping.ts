/** What the house on this device keeps, in IndexedDB: logs of tables, their notes, reviews, and who sits before it. */

/** Entries that must be kept before anything is answered; see reception/pocket.py. */
export interface Kept {
  table: string;
  after: number;
  entries: string[];
  note: string;
}

/** Another page of this device wrote these entries first. */
export class Overtaken extends Error {}

const NAME = "lumitheque";
const VERSION = 2; // 1: without reviews
const LOGS = "entries"; // by table and number
const NOTES = "notes"; // by table
const FACTS = "facts"; // by name
const REVIEWS = "reviews"; // by subject: a table, or a record that was brought

const answered = <Answer>(request: IDBRequest<Answer>): Promise<Answer> =>
  new Promise((done, fail) => {
    request.onsuccess = () => done(request.result);
    request.onerror = () => fail(request.error ?? new Error("IndexedDB failed"));
  });

/** Resolves when all that was asked in a transaction is on the disk, as far as a browser promises it. */
const committed = (transaction: IDBTransaction): Promise<void> =>
  new Promise((done, fail) => {
    transaction.oncomplete = () => done();
    transaction.onabort = transaction.onerror = () => fail(transaction.error ?? new Error("IndexedDB gave up"));
  });

const wholeLog = (table: string): IDBKeyRange => IDBKeyRange.bound([table, 0], [table, Infinity]);

export class Keeping {
  private constructor(private readonly base: IDBDatabase) {}

  static async open(): Promise<Keeping> {
    const request = indexedDB.open(NAME, VERSION);
    request.onupgradeneeded = () => {
      const there = request.result.objectStoreNames;
      for (const store of [LOGS, NOTES, FACTS, REVIEWS])
        if (!there.contains(store)) request.result.createObjectStore(store);
    };
    const base = await answered(request);
    base.onversionchange = () => base.close(); // a newer page needs another shape
    return new Keeping(base);
  }

  notes(): Promise<string[]> {
    return answered(this.#store(NOTES).getAll());
  }

  log(table: string): Promise<string[]> {
    return answered(this.#store(LOGS).getAll(wholeLog(table)));
  }

  /** All of it or nothing. Overtaken if an entry of that number is there already. */
  async keep(kept: Kept[]): Promise<void> {
    if (kept.length === 0) return;
    const transaction = this.base.transaction([LOGS, NOTES], "readwrite", { durability: "strict" });
    const done = committed(transaction);
    for (const { table, after, entries, note } of kept) {
      entries.forEach((entry, at) => transaction.objectStore(LOGS).add(entry, [table, after + 1 + at]));
      transaction.objectStore(NOTES).put(note, table);
    }
    await done.catch((error: DOMException) => {
      throw error.name === "ConstraintError" ? new Overtaken(error.message) : error;
    });
  }

  /** Overtaken if the log does not end with entry `seq`, where that is said: another page wrote more of it. */
  async delete(table: string, seq: number | null): Promise<void> {
    const transaction = this.base.transaction([LOGS, NOTES, REVIEWS], "readwrite");
    const logs = transaction.objectStore(LOGS);
    if (seq !== null && (await answered(logs.count(wholeLog(table)))) !== seq) throw new Overtaken(table);
    logs.delete(wholeLog(table));
    transaction.objectStore(NOTES).delete(table);
    transaction.objectStore(REVIEWS).delete(table);
    await committed(transaction);
  }

  review(subject: string): Promise<string | undefined> {
    return answered(this.#store(REVIEWS).get(subject));
  }

  /** Null: it is kept no more. */
  async keepReview(subject: string, text: string | null): Promise<void> {
    const transaction = this.base.transaction(REVIEWS, "readwrite");
    if (text === null) transaction.objectStore(REVIEWS).delete(subject);
    else transaction.objectStore(REVIEWS).put(text, subject);
    await committed(transaction);
  }

  fact(name: string): Promise<string | undefined> {
    return answered(this.#store(FACTS).get(name));
  }

  async note(name: string, value: string): Promise<void> {
    const transaction = this.base.transaction(FACTS, "readwrite");
    transaction.objectStore(FACTS).put(value, name);
    await committed(transaction);
  }

  #store(name: string): IDBObjectStore {
    return this.base.transaction(name).objectStore(name);
  }
}
