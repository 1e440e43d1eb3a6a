/**
 * Messages with parts to fill in, in a small part of ICU's message format, as `lumitheque/languages/messages.py` reads it:
 * {name}, {count, plural, =0 {none} one {# card} other {# cards}}, {on, select, true {open} other {closed}}.
 */
export type Part = string | number | boolean;
export type Parts = Record<string, Part>;

type Piece = string | { name: string } | { name: string; kind: string; cases: Map<string, Piece[]> };

/** Words that lose their end before a part that begins so: "de {name}", "d’Adhara". */
export interface Elision {
  before: string;
  words: Record<string, string>;
}

/** What a message says: a text, or a function of its parts. */
export function readMessage(
  text: string,
  language: string,
  elision?: Elision | null,
): string | ((parts: Parts) => string) {
  const pieces = new Reader(text).message(null);
  if (pieces.every((piece) => typeof piece === "string")) return pieces.join("");
  const rules = new Intl.PluralRules(language);
  return (parts) => say(pieces, parts, rules, elision);
}

function say(pieces: Piece[], parts: Parts, rules: Intl.PluralRules, elision?: Elision | null): string {
  let said = "";
  for (const piece of pieces) {
    const value = typeof piece === "string" ? piece : parts[piece.name]!;
    if (typeof piece === "string") said += piece;
    else if ("cases" in piece) said += say(chosen(piece.kind, piece.cases, value, rules), parts, rules, elision);
    else said = elide(said, value, elision) + written(value);
  }
  return said;
}

/** What was said before a part. */
function elide(said: string, value: Part, elision?: Elision | null): string {
  if (!elision || typeof value !== "string" || !new RegExp(`^(?:${elision.before})`, "i").test(value)) return said;
  return said.replace(/(?<!\p{L})(\p{L}+) $/u, (all, word: string) => elision.words[word] ?? all);
}

function chosen(kind: string, cases: Map<string, Piece[]>, value: Part, rules: Intl.PluralRules): Piece[] {
  const found =
    kind === "select" ? cases.get(String(value)) : (cases.get(`=${value}`) ?? cases.get(rules.select(Number(value))));
  return found ?? cases.get("other")!;
}

/** Numbers have a true minus sign. */
const written = (value: Part): string => (typeof value === "number" && value < 0 ? `−${-value}` : String(value));

class Reader {
  #at = 0;
  constructor(readonly text: string) {}

  /** Up to the end, or to a brace that closes what was opened before. # stands for what is counted. */
  message(counted: string | null): Piece[] {
    const pieces: Piece[] = [];
    while (this.#at < this.text.length && this.text[this.#at] !== "}") {
      const plain = this.#take(/[^{}#]+/y);
      if (plain) pieces.push(plain[0]);
      else if (this.#take(/#/y)) pieces.push(counted ? { name: counted } : "#");
      else pieces.push(this.#part());
    }
    return pieces;
  }

  #part(): Piece {
    const name = this.#must(/\{\s*(\w+)\s*/y)[1]!;
    if (this.#take(/\}/y)) return { name };
    const kind = this.#must(/,\s*(plural|select)\s*,/y)[1]!;
    const cases = new Map<string, Piece[]>();
    for (let key = this.#take(/\s*(=?[\w-]+)\s*\{/y); key; key = this.#take(/\s*(=?[\w-]+)\s*\{/y)) {
      cases.set(key[1]!, this.message(kind === "plural" ? name : null));
      this.#must(/\}/y);
    }
    this.#must(/\s*\}/y);
    return { name, kind, cases };
  }

  #take(what: RegExp): RegExpExecArray | null {
    what.lastIndex = this.#at;
    const found = what.exec(this.text);
    if (found) this.#at = what.lastIndex;
    return found;
  }

  #must(what: RegExp): RegExpExecArray {
    const found = this.#take(what);
    if (!found) throw new Error(`${this.text}: ${what.source} is expected at ${this.#at}`);
    return found;
  }
}
