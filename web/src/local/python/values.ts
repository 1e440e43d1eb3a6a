// Python's values in JavaScript: what equals what, what is true, what can be a key, how things are written.
// Translated code is not typed: it was checked in Python.
export type Value = any;

export const isClass = (thing: Value): boolean => typeof thing === "function" && thing.$isClass === true;

/** What identifies a value as a key: lists (tuples) and structs by what they hold, everything else by itself. */
export function keyOf(value: Value): Value {
  if (Array.isArray(value)) return `\u0000[${value.map((one) => keyText(keyOf(one))).join("\u0001")}]`;
  if (value !== null && typeof value === "object" && value.$fields)
    return `\u0000${value.$class}(${value
      .$fields()
      .map((one: Value) => keyText(keyOf(one)))
      .join("\u0001")})`;
  if (typeof value === "boolean") return value ? 1 : 0;
  return value;
}

const keyText = (key: Value) => `${typeof key}:${String(key)}`;

/** A dict: in the order of insertion, with keys that may be lists. */
export class Dict {
  private kept = new Map<Value, [Value, Value]>();
  constructor(pairs: Iterable<[Value, Value]> = []) {
    for (const [key, value] of pairs) this.set(key, value);
  }
  get size(): number {
    return this.kept.size;
  }
  has(key: Value): boolean {
    return this.kept.has(keyOf(key));
  }
  get(key: Value): Value {
    return this.kept.get(keyOf(key))?.[1];
  }
  set(key: Value, value: Value): void {
    const id = keyOf(key);
    const there = this.kept.get(id);
    if (there) there[1] = value;
    else this.kept.set(id, [key, value]);
  }
  delete(key: Value): boolean {
    return this.kept.delete(keyOf(key));
  }
  clear(): void {
    this.kept.clear();
  }
  pairs(): [Value, Value][] {
    return [...this.kept.values()].map(([key, value]) => [key, value]);
  }
  keys(): Value[] {
    return [...this.kept.values()].map((pair) => pair[0]);
  }
  values(): Value[] {
    return [...this.kept.values()].map((pair) => pair[1]);
  }
  [Symbol.iterator](): Iterator<Value> {
    return this.keys()[Symbol.iterator]();
  }
}

/** A set or frozenset. */
export class Bag {
  private kept = new Map<Value, Value>();
  constructor(items: Iterable<Value> = []) {
    for (const item of items) this.add(item);
  }
  get size(): number {
    return this.kept.size;
  }
  has(item: Value): boolean {
    return this.kept.has(keyOf(item));
  }
  add(item: Value): void {
    this.kept.set(keyOf(item), item);
  }
  delete(item: Value): boolean {
    return this.kept.delete(keyOf(item));
  }
  clear(): void {
    this.kept.clear();
  }
  [Symbol.iterator](): Iterator<Value> {
    return this.kept.values();
  }
}

/** The a:b:c of a subscript. */
export class Slice {
  constructor(
    readonly from: number | null,
    readonly to: number | null,
    readonly step: number | null,
  ) {}
  /** The places that it means in something of that length. */
  places(length: number): number[] {
    const step = this.step ?? 1;
    const clip = (end: number, low: number, high: number) =>
      Math.min(Math.max(end < 0 ? end + length : end, low), high);
    const found: number[] = [];
    if (step > 0) {
      const to = clip(this.to ?? length, 0, length);
      for (let at = clip(this.from ?? 0, 0, length); at < to; at += step) found.push(at);
    } else {
      const to = this.to === null ? -1 : clip(this.to, -1, length - 1);
      for (let at = clip(this.from ?? length - 1, -1, length - 1); at > to; at += step) found.push(at);
    }
    return found;
  }
}

export const dict = (given: Value = [], named: Value = null): Dict =>
  given.$keywords ? new Dict(given.$keywords) : new Dict([...pairs(given), ...(named?.$keywords ?? [])]);
export const set = (items: Iterable<Value> = []): Bag => new Bag(iter(items));
export const slice = (from: number | null, to: number | null, step: number | null): Slice => new Slice(from, to, step);
export const bytes = (numbers: Iterable<number>): Uint8Array => Uint8Array.from(numbers);
bytes.fromhex = (text: string): Uint8Array => Uint8Array.from(text.match(/../g) ?? [], (two) => parseInt(two, 16));
export const UNSET = { unset: true };

export function truth(value: Value): boolean {
  if (value === null || value === undefined || value === UNSET) return false;
  if (typeof value !== "object") return Boolean(value);
  if (Array.isArray(value) || value instanceof Uint8Array) return value.length > 0;
  if (value instanceof Dict || value instanceof Bag) return value.size > 0;
  return typeof value.__len__ === "function" ? value.__len__() > 0 : true;
}

export function iter(value: Value): Iterable<Value> {
  if (value === null || value === undefined) throw new TypeError("None cannot be iterated over");
  if (typeof value[Symbol.iterator] === "function") return value;
  if (typeof value.__iter__ === "function") return value.__iter__();
  throw new TypeError(`${repr(value)} cannot be iterated over`);
}

export const pairs = (value: Value): [Value, Value][] => (value instanceof Dict ? value.pairs() : [...iter(value)]);

export function eq(one: Value, other: Value): boolean {
  if (one === other) return true;
  if (one == null || other == null) return one == null && other == null;
  if (typeof one !== "object" || typeof other !== "object") return keyOf(one) === keyOf(other);
  if (Array.isArray(one))
    return Array.isArray(other) && one.length === other.length && one.every((x, i) => eq(x, other[i]));
  if (one instanceof Uint8Array)
    return other instanceof Uint8Array && one.length === other.length && one.every((x, i) => x === other[i]);
  if (one instanceof Dict)
    return (
      other instanceof Dict &&
      one.size === other.size &&
      one.pairs().every(([k, v]) => other.has(k) && eq(v, other.get(k)))
    );
  if (one instanceof Bag) return other instanceof Bag && one.size === other.size && [...one].every((x) => other.has(x));
  if (typeof one.__eq__ === "function") return one.__eq__(other);
  if (one.$fields && other.$fields && one.constructor === other.constructor) return eq(one.$fields(), other.$fields());
  return false;
}

/** The order of two values: numbers, texts, or lists of such. */
export function compare(one: Value, other: Value): number {
  if (Array.isArray(one) && Array.isArray(other)) {
    for (let i = 0; i < Math.min(one.length, other.length); i++) {
      const found = compare(one[i], other[i]);
      if (found) return found;
    }
    return one.length - other.length;
  }
  return one < other ? -1 : one > other ? 1 : 0;
}

export function str(value: Value): string {
  if (typeof value === "string") return value;
  if (value instanceof Error) return value.message;
  if (value !== null && typeof value === "object" && typeof value.__str__ === "function") return value.__str__();
  return repr(value);
}

export function repr(value: Value): string {
  if (value === null || value === undefined) return "None";
  if (typeof value === "boolean") return value ? "True" : "False";
  if (typeof value === "string") return quoted(value);
  if (Array.isArray(value)) return `[${value.map(repr).join(", ")}]`;
  if (value instanceof Dict)
    return `{${value
      .pairs()
      .map(([k, v]) => `${repr(k)}: ${repr(v)}`)
      .join(", ")}}`;
  if (value instanceof Bag) return `{${[...value].map(repr).join(", ")}}`;
  if (typeof value === "object") return value.__repr__?.() ?? `<${value.constructor?.name ?? "module"}>`;
  return typeof value === "function" ? `<${value.name || "function"}>` : String(value);
}

function quoted(value: string): string {
  const quote = value.includes("'") && !value.includes('"') ? '"' : "'";
  const inner = value.replace(
    /[\\\n\r\t]/g,
    (char) => ({ "\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t" })[char] ?? char,
  );
  return quote + (quote === "'" ? inner.replaceAll("'", "\\'") : inner) + quote;
}

/** The part of an f-string: {value!conversion:spec}. */
export function format(value: Value, conversion: string, spec: string): string {
  const plain = conversion === "r" ? repr(value) : null;
  if (!spec) return plain ?? str(value);
  const [, align, zero, width, precision, kind] = /^([<>^])?(0)?(\d+)?(?:\.(\d+))?([a-z%])?$/.exec(spec) ?? [];
  let text = plain ?? written(value, kind, precision);
  if (width)
    text =
      align === "<" || (!align && typeof value === "string")
        ? text.padEnd(Number(width))
        : text.padStart(Number(width), zero ? "0" : " ");
  return text;
}

function written(value: Value, kind: string | undefined, precision: string | undefined): string {
  if (kind === "f") return Number(value).toFixed(Number(precision ?? 6));
  if (kind === "%") return `${(100 * value).toFixed(Number(precision ?? 6))}%`;
  if (kind === "x") return value.toString(16);
  return str(value);
}
