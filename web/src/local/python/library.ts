// The parts of Python's library that translated modules use.
import { list, object } from "./builtins";
import { call, replaced, staticmethod } from "./classes";
import { compare, dict, Dict, iter, keyOf, type Value } from "./values";
import { or } from "./operators";
import { compile } from "./patterns";
import { CsvError, Rows } from "./csv";
import { Random } from "./random";
import { sha256 } from "./sha256";
import * as msgspec from "./msgspec";
import * as numpy from "./numpy";
import { fields, force_setattr } from "./msgspec";

function cache(made: Value): Value {
  const kept = new Map<Value, Value>();
  const remembered = (...args: Value[]) => {
    const key = keyOf(args);
    if (!kept.has(key)) kept.set(key, made(...args));
    return kept.get(key);
  };
  return Object.assign(remembered, { $signature: made.$signature });
}

const functools = {
  cache,
  lru_cache: () => cache,
  cached_property: (made: Value) => made,
  reduce: (f: Value, items: Value) => [...iter(items)].reduce((one, other) => call(f, [one, other])),
  partial:
    (f: Value, ...first: Value[]) =>
    (...more: Value[]) =>
      call(f, [...first, ...more]),
};
const operator = {
  or_: or,
  itemgetter: (key: Value) => (thing: Value) => thing[key],
  attrgetter: (name: string) => (thing: Value) => thing[name],
};
const itertools = {
  compress: (items: Value, chosen: Value) => {
    const picks = [...iter(chosen)];
    return [...iter(items)].filter((_, at) => picks[at]);
  },
  accumulate: (items: Value) => {
    let sum = 0;
    return [...iter(items)].map((one) => (sum += one));
  },
  chain: Object.assign((...many: Value[]) => many.flatMap((items) => [...iter(items)]), {
    from_iterable: (many: Value) => [...iter(many)].flatMap((items: Value) => [...iter(items)]),
  }),
};
const bisect = {
  bisect_right: (items: Value[], one: Value) => {
    let at = 0;
    while (at < items.length && compare(items[at], one) <= 0) at++;
    return at;
  },
  bisect_left: (items: Value[], one: Value) => {
    let at = 0;
    while (at < items.length && compare(items[at], one) < 0) at++;
    return at;
  },
};
const re = { compile, ASCII: "a", fullmatch: (pattern: string, text: string) => compile(pattern).fullmatch(text) };
const hashlib = {
  sha256: (data: Uint8Array) => ({
    digest: () => sha256(data),
    hexdigest: () => [...sha256(data)].map((byte) => byte.toString(16).padStart(2, "0")).join(""),
  }),
};
const unicodedata = { category: (char: string) => (/\p{Cc}/u.test(char) ? "Cc" : /\p{Cs}/u.test(char) ? "Cs" : "Lo") };
const secrets = {
  token_hex: (count: number) =>
    [...crypto.getRandomValues(new Uint8Array(count))].map((byte) => byte.toString(16).padStart(2, "0")).join(""),
};
const sys = { intern: (text: string) => text };
const array = { array: (_: string, items: Value = []) => [...iter(items)] };
const dataclasses = {
  replace: (thing: Value, { $keywords }: Value) => replaced(thing, $keywords),
  dataclass: staticmethod,
  field: null,
};
const structs = {
  replace: (thing: Value, more: Value = { $keywords: [] }) => replaced(thing, more.$keywords),
  fields,
  force_setattr,
};
const math = { isnan: Number.isNaN, sqrt: Math.sqrt };
const time = { perf_counter: () => performance.now() / 1000, monotonic: () => performance.now() / 1000 };
const threading = {
  Event: class {
    static $isClass = true;
    static $begin() {}
    private on = false;
    is_set() {
      return this.on;
    }
    set() {
      this.on = true;
    }
    clear() {
      this.on = false;
    }
  },
  Thread: null,
};

const io = { StringIO: (text: string) => text };
const csv = {
  reader: (source: Value) => new Rows(typeof source === "string" ? source : [...iter(source)].join("\n")),
  Error: CsvError,
};

const abc = {
  Mapping: dict,
  Sequence: list,
  Iterable: object,
  Callable: object,
  ABC: null,
  abstractmethod: (made: Value) => made,
};

const LIBRARY: Record<string, Value> = {
  contextlib: { suppress: null }, // `with suppress` is a statement of its own
  functools,
  operator,
  itertools,
  bisect,
  re,
  hashlib,
  unicodedata,
  secrets,
  sys,
  array,
  dataclasses,
  math,
  time,
  threading,
  msgspec,
  "msgspec.structs": structs,
  "collections.abc": abc,
  typing: { TypeVar: () => null },
  types: { ModuleType: object },
  abc,
  numpy,
  csv,
  io,
  random: { Random: (seed: number) => new Random(seed) },
  struct: {},
  pathlib: {},
  importlib: {},
  tomllib: {},
};

export function library(name: string): Value {
  const found = LIBRARY[name];
  if (!found) throw new Error(`Python's ${name} is not part of the page`);
  return found;
}
export { Dict };
