import { compare, iter, truth, type Value } from "./values";

/** A sorted copy: stable, by `key`, from the last if `reverse`. */
export function sorted(items: Value, options: Map<string, Value> = new Map()): Value[] {
  const key = options.get("key") ?? ((item: Value) => item);
  const keyed: [Value, Value][] = [...iter(items)].map((item) => [key(item), item]);
  const sign = truth(options.get("reverse")) ? -1 : 1;
  return keyed
    .toSorted((one, other) => sign * compare(comparable(one[0]), comparable(other[0])))
    .map((pair) => pair[1]);
}

const comparable = (key: Value): Value =>
  Array.isArray(key) ? key.map(comparable) : typeof key === "boolean" ? Number(key) : key;
