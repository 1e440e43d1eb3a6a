// Python's built-in functions and types.
import { attr, call } from "./classes";
import { AttributeError, ValueError } from "./errors";
import { sorted as sort } from "./sorting";
import { Bag, compare, dict, Dict, eq, iter, repr, set, str, truth, type Value, isClass } from "./values";

const kw = (args: Value[]): Map<string, Value> => new Map(args.at(-1)?.$keywords ?? []);
const plain = (args: Value[]): Value[] => (args.at(-1)?.$keywords ? args.slice(0, -1) : args);
const typed = (made: Value, name: string, is: (thing: Value) => boolean): Value =>
  Object.assign(made, { $is: is, __name__: name });

export const int = typed(
  (value: Value = 0, base = 10): number => {
    if (typeof value === "string") {
      const found = Number.parseInt(value, base);
      if (Number.isNaN(found)) throw new ValueError(`invalid literal for int(): ${repr(value)}`);
      return found;
    }
    if (typeof value === "bigint") return Number.isSafeInteger(Number(value)) ? Number(value) : (value as Value);
    return Math.trunc(Number(value));
  },
  "int",
  (thing) => typeof thing === "boolean" || Number.isInteger(thing) || typeof thing === "bigint",
);
export const float = typed(
  (value: Value = 0): number => (value === "inf" ? Infinity : Number(value)),
  "float",
  (thing) => typeof thing === "number",
);
export const bool = typed(
  (value: Value): boolean => truth(value),
  "bool",
  (thing) => typeof thing === "boolean",
);
export const list = typed((items: Value = []): Value[] => [...iter(items)], "list", Array.isArray);
export const tuple = typed((items: Value = []): Value[] => [...iter(items)], "tuple", Array.isArray);
export const frozenset = typed(
  (items: Value = []): Bag => new Bag(iter(items)),
  "frozenset",
  (thing) => thing instanceof Bag,
);
export const bytearray = typed(
  (of: Value = 0): Uint8Array => (typeof of === "number" ? new Uint8Array(of) : Uint8Array.from(of)),
  "bytearray",
  (thing) => thing instanceof Uint8Array,
);
typed(str, "str", (thing) => typeof thing === "string");
typed(set, "set", (thing) => thing instanceof Bag);
typed(dict, "dict", (thing) => thing instanceof Dict);
Object.assign(dict, {
  fromkeys: (keys: Value, value: Value = null) => new Dict([...iter(keys)].map((key) => [key, value])),
});
Object.assign(int, { from_bytes: (data: Uint8Array) => data.reduceRight((sum, byte) => sum * 256 + byte, 0) });

/** dict(…): of pairs, of another dict, of keywords. `$.dict` itself takes pairs. */
export const object = typed(
  () => ({}),
  "object",
  () => true,
);

export function type(thing: Value): Value {
  if (typeof thing === "boolean") return bool;
  if (typeof thing === "number") return Number.isInteger(thing) ? int : float;
  if (typeof thing === "bigint") return int;
  if (typeof thing === "string") return str;
  if (Array.isArray(thing)) return list;
  if (thing instanceof Dict && thing.constructor === Dict) return dict;
  return thing === null ? null : thing.constructor;
}

export function len(thing: Value): number {
  if (typeof thing === "string") return /[\ud800-\udfff]/.test(thing) ? [...thing].length : thing.length;
  if (Array.isArray(thing) || thing instanceof Uint8Array) return thing.length;
  if (thing instanceof Dict || thing instanceof Bag) return thing.size;
  return thing.__len__();
}

class Range {
  constructor(
    readonly from: number,
    readonly to: number,
    readonly step: number,
  ) {}
  *[Symbol.iterator](): Iterator<number> {
    for (let at = this.from; this.step > 0 ? at < this.to : at > this.to; at += this.step) yield at;
  }
  __len__(): number {
    return Math.max(0, Math.ceil((this.to - this.from) / this.step));
  }
  __contains__(one: Value): boolean {
    return Number.isInteger(one) && one >= this.from && one < this.to && (one - this.from) % this.step === 0;
  }
  __getitem__(index: number): number {
    return this.from + this.step * (index < 0 ? index + this.__len__() : index);
  }
}
export const range = (one: number, other?: number, step = 1): Range =>
  other === undefined ? new Range(0, Number(one), 1) : new Range(Number(one), Number(other), step);

export function* enumerate(items: Value, from: Value = 0): Generator<[number, Value]> {
  let number = typeof from === "object" ? kw([from]).get("start") : from;
  for (const item of iter(items)) yield [number++, item];
}

export function zip(...args: Value[]): Value[][] {
  const columns = plain(args).map((items) => [...iter(items)]);
  const lengths = columns.map((column) => column.length);
  const shortest = Math.min(...lengths);
  if (truth(kw(args).get("strict")) && lengths.some((length) => length !== shortest))
    throw new ValueError("zip() arguments differ in length");
  return Array.from({ length: columns.length ? shortest : 0 }, (_, row) => columns.map((column) => column[row]));
}

export const map = (f: Value, ...many: Value[]): Value[] =>
  many.length === 1 ? [...iter(many[0])].map((item) => call(f, [item])) : zip(...many).map((row) => call(f, row));
export const filter = (f: Value, items: Value): Value[] =>
  [...iter(items)].filter((item) => truth(f === null ? item : call(f, [item])));
export const sum = (items: Value, from = 0): number =>
  [...iter(items)].reduce((total, item) => total + Number(item), from);
export const any = (items: Value): boolean => {
  for (const item of iter(items)) if (truth(item)) return true;
  return false;
};
export const all = (items: Value): boolean => {
  for (const item of iter(items)) if (!truth(item)) return false;
  return true;
};
export const sorted = (items: Value, ...options: Value[]): Value[] => sort(items, kw(options));
export const reversed = (items: Value): Value[] => [...iter(items)].toReversed();
export const abs = (value: Value): Value => Math.abs(value);
export const ord = (char: string): number => char.codePointAt(0) ?? 0;
export const chr = (code: number): string => String.fromCodePoint(code);
export const divmod = (one: number, other: number): [number, number] => [
  Math.floor(one / other),
  one - other * Math.floor(one / other),
];
/** Halves go to the even neighbour. */
export function round(value: number, digits = 0): number {
  if (digits) return Number(value.toFixed(digits));
  const below = Math.floor(value);
  return value - below === 0.5 ? below + (below % 2 ? 1 : 0) : Math.round(value);
}
export const hash = (value: Value): Value => repr(value);
export const id = (value: Value): Value => value;
export const callable = (thing: Value): boolean => typeof thing === "function";

function extreme(sign: number, args: Value[]): Value {
  const options = kw(args);
  const given = plain(args);
  const items = given.length === 1 ? [...iter(given[0])] : given;
  if (!items.length) {
    if (options.has("default")) return options.get("default");
    throw new ValueError("there is nothing to choose from");
  }
  const key = options.get("key") ?? ((item: Value) => item);
  return items.reduce((best, item) => (sign * compare(key(item), key(best)) > 0 ? item : best));
}
export const max = (...args: Value[]): Value => extreme(1, args);
export const min = (...args: Value[]): Value => extreme(-1, args);

export function getattr(thing: Value, name: string, ...other: Value[]): Value {
  try {
    return attr(thing, name);
  } catch (error) {
    if (other.length && error instanceof AttributeError) return other[0];
    throw error;
  }
}
export const hasattr = (thing: Value, name: string): boolean => getattr(thing, name, undefined) !== undefined;
export const setattr = (thing: Value, name: string, value: Value): void => {
  thing[name] = value;
};
export const issubclass = (made: Value, kind: Value): boolean => made === kind || made.prototype instanceof kind;
export const next = (items: Value, ...other: Value[]): Value => {
  const iterator = typeof items.next === "function" ? items : iter(items)[Symbol.iterator]();
  const step = iterator.next();
  return step.done ? other[0] : step.value;
};
export { eq, isClass };
