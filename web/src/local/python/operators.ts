// Python's operators, where JavaScript's mean something else.
import { KeyError, IndexError } from "./errors";
import { Bag, compare, Dict, eq, isClass, iter, Slice, truth, type Value } from "./values";

const isNumber = (value: Value): boolean => typeof value === "number" || typeof value === "boolean";

export function add(one: Value, other: Value): Value {
  if (typeof one === "number" && typeof other === "number") return one + other;
  if (typeof one === "string") return one + other;
  if (Array.isArray(one)) return [...one, ...other];
  if (one instanceof Uint8Array) return Uint8Array.from([...one, ...other]);
  return typeof one === "object" ? one.__add__(other) : Number(one) + Number(other);
}

export function sub(one: Value, other: Value): Value {
  if (one instanceof Bag) return new Bag([...one].filter((item) => !contains(other, item)));
  return one - other;
}

export function mul(one: Value, other: Value): Value {
  if (isNumber(one) && isNumber(other)) return one * other;
  if (typeof one === "object" && one !== null && one.__mul__) return one.__mul__(other);
  const [thing, times] = isNumber(one) ? [other, Number(one)] : [one, Number(other)];
  if (typeof thing === "string") return thing.repeat(Math.max(0, times));
  return Array.from({ length: Math.max(0, times) }, () => thing).flat();
}

export const div = (one: Value, other: Value): Value => one / other;
export const pow = (one: Value, other: Value): Value => one ** other;
export const floordiv = (one: Value, other: Value): Value => Math.floor(one / other);
export const mod = (one: Value, other: Value): Value => one - other * Math.floor(one / other);
export const shl = (one: Value, other: Value): Value => one * 2 ** other;
export const shr = (one: Value, other: Value): Value => Math.floor(one / 2 ** other);

/** Of a number with more than 32 bits, too. */
export const invert = (one: Value): Value => -one - 1;

const isSmall = (value: number): boolean => value === (value | 0);
const wide = (value: Value): bigint => BigInt(value);

export function and(one: Value, other: Value): Value {
  if (one instanceof Bag) return new Bag([...one].filter((item) => contains(other, item)));
  return isSmall(one) && isSmall(other) ? one & other : Number(wide(one) & wide(other));
}

export function or(one: Value, other: Value): Value {
  if (one instanceof Bag) return new Bag([...one, ...iter(other)]);
  if (one instanceof Dict) return new Dict([...one.pairs(), ...other.pairs()]);
  if (isClass(one) || Array.isArray(one) || one === null) return [one, other].flat(); // types: int | str
  return isSmall(one) && isSmall(other) ? one | other : Number(wide(one) | wide(other));
}

export const xor = (one: Value, other: Value): Value =>
  isSmall(one) && isSmall(other) ? one ^ other : Number(wide(one) ^ wide(other));

export function iadd(one: Value, other: Value): Value {
  if (!Array.isArray(one)) return add(one, other);
  one.push(...iter(other));
  return one;
}
export {
  sub as isub,
  mul as imul,
  floordiv as ifloordiv,
  mod as imod,
  shl as ishl,
  shr as ishr,
  div as idiv,
  pow as ipow,
};
export { or as ior, and as iand, xor as ixor };

export const lt = (one: Value, other: Value): boolean => compare(one, other) < 0;
export const le = (one: Value, other: Value): boolean => compare(one, other) <= 0;
export const gt = (one: Value, other: Value): boolean => compare(one, other) > 0;
export const ge = (one: Value, other: Value): boolean => compare(one, other) >= 0;
export const is = (one: Value, other: Value): boolean => one === other || (one == null && other == null);

export function contains(many: Value, one: Value): boolean {
  if (typeof many === "string") return many.includes(one);
  if (many instanceof Dict || many instanceof Bag) return many.has(one);
  if (many && typeof many.__contains__ === "function") return many.__contains__(one);
  for (const item of iter(many)) if (eq(item, one)) return true;
  return false;
}

export function get(thing: Value, index: Value): Value {
  if (thing instanceof Dict) {
    if (thing.has(index)) return thing.get(index);
    const missing = (thing as Value).__missing__;
    if (typeof missing === "function") return missing.call(thing, index);
    throw new KeyError(index);
  }
  if (Array.isArray(thing) || typeof thing === "string" || thing instanceof Uint8Array) {
    if (index instanceof Slice) return part(thing, index);
    const found = thing[index < 0 ? index + thing.length : Number(index)];
    if (found === undefined) throw new IndexError("index out of range");
    return found;
  }
  if (thing && typeof thing.__getitem__ === "function") return thing.__getitem__(index);
  throw new TypeError("it has no items");
}

function part(thing: Value, at: Slice): Value {
  if (at.step === null || at.step === 1) return thing.slice(at.from ?? 0, at.to ?? undefined);
  const picked = at.places(thing.length).map((place) => thing[place]);
  return typeof thing === "string" ? picked.join("") : picked;
}

export function put(thing: Value, index: Value, value: Value): void {
  if (thing instanceof Dict) thing.set(index, value);
  else if (Array.isArray(thing)) {
    if (index instanceof Slice) {
      const places = index.places(thing.length);
      const from =
        places[0] ??
        Math.min(
          Math.max((index.from ?? 0) < 0 ? (index.from ?? 0) + thing.length : (index.from ?? 0), 0),
          thing.length,
        );
      thing.splice(from, places.length, ...iter(value));
    } else thing[index < 0 ? index + thing.length : index] = value;
  } else thing.__setitem__(index, value);
}

export function del(thing: Value, index: Value): void {
  if (thing instanceof Dict) {
    if (!thing.delete(index)) throw new KeyError(index);
  } else if (Array.isArray(thing)) {
    const places = index instanceof Slice ? index.places(thing.length) : [index < 0 ? index + thing.length : index];
    if (places.length) thing.splice(Math.min(...places), places.length);
  } else thing.__delitem__(index);
}

/** Take a value apart: so many parts, the one at `star` takes what is left over. */
export function unpack(value: Value, count: number, star: number): Value[] {
  const items = Array.isArray(value) ? value : [...iter(value)];
  if (star < 0) {
    if (items.length !== count) throw new TypeError(`${count} values were expected, not ${items.length}`);
    return items;
  }
  const after = count - star - 1;
  return [...items.slice(0, star), items.slice(star, items.length - after), ...items.slice(items.length - after)];
}

export { truth };
