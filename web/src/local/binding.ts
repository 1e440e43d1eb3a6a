/** Translated Python calls rules and searches of a WebAssembly module as it calls its own functions. */
import type { Value } from "#python";
import type { Argument, Kind, Module, Parameter, Place } from "./module";
import { bytesOf, type Layout, type Memory, NDArray, Record_, Records } from "./python/numpy";

const isMemory = (value: Value): boolean =>
  value instanceof Record_ || value instanceof NDArray || value instanceof Records;

/** A place in the module's memory as memory of records and arrays. */
export function resident(module: Module, place: Place): Memory {
  let view = new DataView(new ArrayBuffer(0));
  const fresh = () => {
    const { buffer } = module.bytes(place);
    if (view.buffer !== buffer) view = new DataView(buffer); // it has grown
    return view;
  };
  return { view: fresh, at: place.at, size: module.length(place), owner: module };
}

export function residentRecord(module: Module, of: string, layout: Layout): Value {
  return new layout.made(layout, resident(module, module.record(of)));
}

export function residentRecords(module: Module, of: string, layout: Layout, count: number): Value {
  return new Records(layout, resident(module, module.array(of, count)), count);
}

export function residentArray(module: Module, of: Kind, type: Value, ...shape: number[]): NDArray {
  const memory = resident(module, module.array(of, ...shape));
  return new NDArray(memory, type.kind, memory.at, shape);
}

/** The memory of an argument, and how long it is in each dimension. */
function extent(value: Value): { memory: Memory; sizes: number[] } {
  if (value instanceof Record_) return { memory: value.memory, sizes: [] };
  if (value instanceof Records) return { memory: value.memory, sizes: [value.count] };
  const size = value.kind.size * value.shape.reduce((one: number, other: number) => one * other, 1);
  return { memory: { ...value.memory, at: value.at, size }, sizes: value.shape };
}

/** A function that Python may call with records, arrays and workspaces, wherever they lie. */
export function bound(module: Module, name: string): (...given: Value[]) => Value {
  const { parameters, result } = module.description.exports[name]!;
  const names = [...new Set(parameters.map((parameter) => parameter.name.split(".")[0]!))];
  return (...given) => {
    const lent: [Memory, Place][] = [];
    const lend = (value: Value, { of }: Parameter): Place => {
      const { memory, sizes } = extent(value);
      if (memory.owner === module) return { at: memory.at, of: of!, sizes };
      const place = sizes.length ? module.array(of!, ...sizes) : module.record(of!);
      lent.push([memory, place]);
      return place;
    };
    const handed = names.map((argument, number): Argument => {
      const value = given[number];
      const own = parameters.filter((parameter) => parameter.name.split(".")[0] === argument);
      if (isMemory(value)) return lend(value, own[0]!);
      if (own.length === 1) return typeof value === "bigint" ? value : Number(value);
      return Object.fromEntries(own.map((one) => [one.name.split(".")[1], lend(value[one.name.split(".")[1]!], one)]));
    });
    for (const [memory, place] of lent) module.bytes(place).set(bytesOf(memory)); // memory does not grow any more
    const answer = result === "i64" ? module.callWide(name, ...handed) : module.call(name, ...handed);
    for (const [memory, place] of lent) {
      bytesOf(memory).set(module.bytes(place));
      module.release(place);
    }
    return result === "bool" ? Boolean(answer) : answer;
  };
}

/** Functions of a module by their names in Python. */
export const boundAll = (module: Module, names: string[]): Record<string, Value> =>
  Object.fromEntries(names.filter((name) => module.has(name)).map((name) => [name, bound(module, name)]));
