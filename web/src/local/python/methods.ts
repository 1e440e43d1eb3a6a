// The methods of Python's own types: of texts, lists, dicts, sets, bytes and numbers.
import { get } from "./operators";
import { sorted } from "./sorting";
import { KeyError, ValueError } from "./errors";
import { Bag, Dict, eq, format, iter, str, type Value } from "./values";

type Method = (thing: Value, args: Value[], keywords: [string, Value][]) => Value;
const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

const TEXT: Record<string, Method> = {
  join: (thing, [parts]) => [...iter(parts)].join(thing),
  split: (thing, [by, most], keywords) => {
    const limit = most ?? keywords.find(([name]) => name === "maxsplit")?.[1] ?? -1;
    if (by === undefined || by === null) return thing.trim() ? thing.trim().split(/\s+/) : [];
    const parts = thing.split(by);
    return limit < 0
      ? parts
      : [...parts.slice(0, limit), parts.slice(limit).join(by)].slice(0, Math.min(parts.length, limit + 1));
  },
  splitlines: (thing) =>
    thing ? thing.replace(/\r\n?|\n$/g, (end: string) => (end.startsWith("\r") ? "\n" : "")).split("\n") : [],
  strip: (thing, [chars]) => trimmed(thing, chars, true, true),
  lstrip: (thing, [chars]) => trimmed(thing, chars, true, false),
  rstrip: (thing, [chars]) => trimmed(thing, chars, false, true),
  startswith: (thing, [start]) => [start].flat().some((one: string) => thing.startsWith(one)),
  endswith: (thing, [end]) => [end].flat().some((one: string) => thing.endsWith(one)),
  replace: (thing, [one, other]) => thing.replaceAll(one, other),
  lower: (thing) => thing.toLowerCase(),
  upper: (thing) => thing.toUpperCase(),
  removeprefix: (thing, [start]) => (thing.startsWith(start) ? thing.slice(start.length) : thing),
  removesuffix: (thing, [end]) => (end && thing.endsWith(end) ? thing.slice(0, -end.length) : thing),
  rjust: (thing, [width, fill]) => thing.padStart(width, fill ?? " "),
  ljust: (thing, [width, fill]) => thing.padEnd(width, fill ?? " "),
  partition: (thing, [by]) => cut(thing, by, thing.indexOf(by), [thing, "", ""]),
  rpartition: (thing, [by]) => cut(thing, by, thing.lastIndexOf(by), ["", "", thing]),
  isdecimal: (thing) => /^\p{Nd}+$/u.test(thing),
  isdigit: (thing) => /^\p{Nd}+$/u.test(thing),
  isspace: (thing) => /^\s+$/.test(thing),
  isprintable: (thing) => !/[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}]|(?! )\p{Zs}/u.test(thing),
  isascii: (thing) => [...thing].every((char) => char.charCodeAt(0) < 128),
  count: (thing, [part]) => thing.split(part).length - 1,
  find: (thing, [part]) => thing.indexOf(part),
  index: (thing, [part]) => found(thing.indexOf(part), "substring not found"),
  encode: (thing) => new TextEncoder().encode(thing),
  decode: (thing) => thing, // JSON that was encoded is a text already
  format: (thing, args, keywords) => filled(thing, args, new Map(keywords)),
};

const LIST: Record<string, Method> = {
  append: (thing, [item]) => (thing.push(item), null),
  extend: (thing, [items]) => (thing.push(...iter(items)), null),
  insert: (thing, [at, item]) => (thing.splice(at, 0, item), null),
  pop: (thing, [at]) => thing.splice(at ?? -1, 1)[0],
  remove: (thing, [item]) => (thing.splice(LIST["index"]!(thing, [item], []), 1), null),
  clear: (thing) => ((thing.length = 0), null),
  copy: (thing) => [...thing],
  count: (thing, [item]) => thing.filter((one: Value) => eq(one, item)).length,
  index: (thing, [item]) =>
    found(
      thing.findIndex((one: Value) => eq(one, item)),
      "it is not in the list",
    ),
  reverse: (thing) => (thing.splice(0, thing.length, ...thing.toReversed()), null),
  sort: (thing, _, keywords) => (thing.splice(0, thing.length, ...sorted(thing, new Map(keywords))), null),
};

const DICT: Record<string, Method> = {
  get: (thing, [key, other]) => (thing.has(key) ? thing.get(key) : (other ?? null)),
  items: (thing) => thing.pairs(),
  keys: (thing) => new Bag(thing.keys()),
  values: (thing) => thing.values(),
  pop: (thing, [key, ...other]) => {
    const there = thing.has(key);
    if (!there && !other.length) throw new KeyError(key);
    const kept = there ? thing.get(key) : other[0];
    thing.delete(key);
    return kept;
  },
  setdefault: (thing, [key, other]) => {
    if (!thing.has(key)) thing.set(key, other ?? null);
    return thing.get(key);
  },
  update: (thing, [other], keywords) => {
    for (const [key, item] of [
      ...(other ? (other instanceof Dict ? other.pairs() : [...iter(other)]) : []),
      ...keywords,
    ])
      thing.set(key, item);
    return null;
  },
  copy: (thing) => new Dict(thing.pairs()),
  clear: (thing) => (thing.clear(), null),
};

const BAG: Record<string, Method> = {
  add: (thing, [item]) => (thing.add(item), null),
  discard: (thing, [item]) => (thing.delete(item), null),
  remove: (thing, [item]) => (thing.delete(item), null),
  update: (thing, others) => (others.forEach((other) => [...iter(other)].forEach((item) => thing.add(item))), null),
  union: (thing, others) => new Bag([...thing, ...others.flatMap((other) => [...iter(other)])]),
  intersection: (thing, [other]) => new Bag([...iter(other)].filter((item) => thing.has(item))),
  isdisjoint: (thing, [other]) => [...iter(other)].every((item) => !thing.has(item)),
  issubset: (thing, [other]) => [...thing].every((item) => [...iter(other)].some((one) => eq(one, item))),
  clear: (thing) => (thing.clear(), null),
  copy: (thing) => new Bag(thing),
};

const BYTES: Record<string, Method> = {
  decode: (thing) => new TextDecoder("utf-8", { fatal: true }).decode(thing),
  hex: (thing) => [...thing].map((byte: number) => byte.toString(16).padStart(2, "0")).join(""),
};

const NUMBER: Record<string, Method> = {
  bit_count: (thing) => [...thing.toString(2)].filter((digit) => digit === "1").length,
  bit_length: (thing) => (thing ? Math.abs(thing).toString(2).length : 0),
  item: (thing) => thing,
};

export function builtinMethod(thing: Value, name: string): Method | undefined {
  if (name === "__getitem__" && (Array.isArray(thing) || thing instanceof Dict)) return (it, [key]) => get(it, key);
  if (typeof thing === "string") return own(TEXT, name);
  if (typeof thing === "number" || typeof thing === "bigint") return own(NUMBER, name);
  if (thing === null || typeof thing !== "object") return undefined;
  if (Array.isArray(thing)) return own(LIST, name);
  if (thing instanceof Dict) return own(DICT, name);
  if (thing instanceof Bag) return own(BAG, name);
  return thing instanceof Uint8Array ? own(BYTES, name) : undefined;
}

const own = (table: Record<string, Method>, name: string) => (Object.hasOwn(table, name) ? table[name] : undefined);

function trimmed(text: string, chars: string | undefined | null, left: boolean, right: boolean): string {
  const kind = chars == null ? "\\s" : `[${escaped(chars)}]`;
  const cutLeft = left ? text.replace(new RegExp(`^${kind}+`), "") : text;
  return right ? cutLeft.replace(new RegExp(`${kind}+$`), "") : cutLeft;
}

const cut = (text: string, by: string, at: number, whole: string[]) =>
  at < 0 ? whole : [text.slice(0, at), by, text.slice(at + by.length)];

function found(at: number, otherwise: string): number {
  if (at < 0) throw new ValueError(otherwise);
  return at;
}

function filled(text: string, args: Value[], named: Map<string, Value>): string {
  let next = 0;
  return text.replace(/\{\{|\}\}|\{(\w*)(?::([^}]*))?\}/g, (whole, name, spec) => {
    if (whole === "{{" || whole === "}}") return whole[0]!;
    if (name !== "" && !/^\d+$/.test(name) && !named.has(name)) throw new KeyError(name);
    const part = name === "" ? args[next++] : /^\d+$/.test(name) ? args[Number(name)] : named.get(name);
    return spec ? format(part, "", spec) : str(part);
  });
}
