// NumPy's records and arrays, as far as rules and notation need them: views into memory, with the layout of C structs.
import { attr } from "./classes";
import { Dict, iter, Slice, type Value } from "./values";

type Number_ = {
  name: string;
  size: number;
  get: (view: DataView, at: number) => Value;
  set: (view: DataView, at: number, value: Value) => void;
};
const number = (name: string, size: number, get: Number_["get"], set: Number_["set"]): Value =>
  Object.assign((value: Value = 0) => Number(value), {
    kind: { name, size, get, set },
    $is: (thing: Value) => typeof thing === "number",
  });
const narrow = (value: bigint): Value => (Number.isSafeInteger(Number(value)) ? Number(value) : value);

export const int8 = number(
  "i1",
  1,
  (view, at) => view.getInt8(at),
  (view, at, value) => view.setInt8(at, Number(value)),
);
export const uint8 = number(
  "u1",
  1,
  (view, at) => view.getUint8(at),
  (view, at, value) => view.setUint8(at, Number(value)),
);
export const int16 = number(
  "i2",
  2,
  (view, at) => view.getInt16(at, true),
  (view, at, value) => view.setInt16(at, Number(value), true),
);
export const uint16 = number(
  "u2",
  2,
  (view, at) => view.getUint16(at, true),
  (view, at, value) => view.setUint16(at, Number(value), true),
);
export const int32 = number(
  "i4",
  4,
  (view, at) => view.getInt32(at, true),
  (view, at, value) => view.setInt32(at, Number(value), true),
);
export const uint32 = number(
  "u4",
  4,
  (view, at) => view.getUint32(at, true),
  (view, at, value) => view.setUint32(at, Number(value), true),
);
export const int64 = number(
  "i8",
  8,
  (view, at) => narrow(view.getBigInt64(at, true)),
  (view, at, value) => view.setBigInt64(at, BigInt(value), true),
);
export const uint64 = number(
  "u8",
  8,
  (view, at) => narrow(view.getBigUint64(at, true)),
  (view, at, value) => view.setBigUint64(at, BigInt(value), true),
);
export const float32 = number(
  "f4",
  4,
  (view, at) => view.getFloat32(at, true),
  (view, at, value) => view.setFloat32(at, Number(value), true),
);
export const float64 = number(
  "f8",
  8,
  (view, at) => view.getFloat64(at, true),
  (view, at, value) => view.setFloat64(at, Number(value), true),
);

/** Memory: bytes of our own, or a stretch of a WebAssembly module's memory, which may move when it grows. */
export type Memory = { view: () => DataView; at: number; size: number; owner?: object };
export function ownMemory(size: number): Memory {
  const view = new DataView(new ArrayBuffer(size));
  return { view: () => view, at: 0, size };
}
export const bytesOf = (memory: Memory): Uint8Array =>
  new Uint8Array(memory.view().buffer, memory.view().byteOffset + memory.at, memory.size);

// --- layouts -----------------------------------------------------------------------------------------------------------

export type Field = { name: string; offset: number; kind: Number_; shape: number[] };
export class Layout {
  readonly fields = new Map<string, Field>();
  itemsize = 0;
  readonly made: Value;
  constructor(described: [string, Value, Value?][]) {
    let widest = 1;
    for (const [name, type, shape] of described) {
      const { kind } = type;
      const dimensions = shape === undefined ? [] : [shape].flat();
      this.itemsize = Math.ceil(this.itemsize / kind.size) * kind.size;
      this.fields.set(name, { name, offset: this.itemsize, kind, shape: dimensions });
      this.itemsize += kind.size * dimensions.reduce((one: number, other: number) => one * other, 1);
      widest = Math.max(widest, kind.size);
    }
    this.itemsize = Math.ceil(this.itemsize / widest) * widest;
    this.made = recordClass(this);
  }
  get names(): string[] {
    return [...this.fields.keys()];
  }
}
export const dtype = (described: [string, Value, Value?][] | Layout): Layout =>
  described instanceof Layout ? described : new Layout(described);

/** One record: its fields are attributes. */
export class Record_ {
  constructor(
    readonly layout: Layout,
    readonly memory: Memory,
  ) {}
  get nbytes(): number {
    return this.layout.itemsize;
  }
  get dtype(): Layout {
    return this.layout;
  }
  tobytes(): Uint8Array {
    return bytesOf(this.memory).slice();
  }
  __getitem__(name: string): Value {
    return attr(this, name);
  }
  __setitem__(name: string, value: Value): void {
    (this as Value)[name] = value;
  }
}

function recordClass(layout: Layout): Value {
  const made = class extends Record_ {};
  for (const field of layout.fields.values()) {
    const { kind, offset, shape } = field;
    Object.defineProperty(made.prototype, field.name, {
      get(this: Record_) {
        return shape.length
          ? new NDArray(this.memory, kind, this.memory.at + offset, shape)
          : kind.get(this.memory.view(), this.memory.at + offset);
      },
      set(this: Record_, value: Value) {
        if (shape.length) new NDArray(this.memory, kind, this.memory.at + offset, shape).fillWith(value);
        else kind.set(this.memory.view(), this.memory.at + offset, value);
      },
    });
  }
  return made;
}

export function recordFrom(data: Uint8Array | number, layout: Layout): Value {
  const memory = ownMemory(layout.itemsize);
  if (typeof data !== "number") bytesOf(memory).set(data);
  return new layout.made(layout, memory);
}

// --- arrays ------------------------------------------------------------------------------------------------------------

export class NDArray {
  readonly strides: number[];
  constructor(
    readonly memory: Memory,
    readonly kind: Number_,
    readonly at: number,
    readonly shape: number[],
    strides?: number[],
  ) {
    this.strides =
      strides ?? shape.map((_, axis) => kind.size * shape.slice(axis + 1).reduce((one, other) => one * other, 1));
  }
  __len__(): number {
    return this.shape[0] ?? 0;
  }
  get T(): NDArray {
    return new NDArray(this.memory, this.kind, this.at, this.shape.toReversed(), this.strides.toReversed());
  }
  private step(index: number): Value {
    const place = index < 0 ? index + this.shape[0]! : Number(index);
    const at = this.at + place * this.strides[0]!;
    return this.shape.length === 1
      ? this.kind.get(this.memory.view(), at)
      : new NDArray(this.memory, this.kind, at, this.shape.slice(1), this.strides.slice(1));
  }
  private cut(axis: number, slice: Slice): NDArray {
    const places = slice.places(this.shape[axis]!);
    const shape = this.shape.with(axis, places.length);
    return new NDArray(this.memory, this.kind, this.at + (places[0] ?? 0) * this.strides[axis]!, shape, this.strides);
  }
  __getitem__(index: Value): Value {
    if (index instanceof Slice) return this.cut(0, index);
    if (index instanceof NDArray || (Array.isArray(index) && this.shape.length === 1))
      return pick(this, [...iter(index)]);
    if (!Array.isArray(index)) return this.step(index);
    if (index[0] instanceof NDArray) {
      const columns = index.map((one: NDArray) => one.tolist() as number[]);
      return array(
        columns[0]!.map((_: number, at: number) => this.__getitem__(columns.map((column: number[]) => column[at]))),
        { kind: this.kind },
      );
    }
    let found: Value = this;
    let axis = 0;
    for (const one of index) {
      if (one instanceof Slice) found = found.cut(axis++, one);
      else found = axis ? found.along(axis, one) : found.step(one);
    }
    return found;
  }
  along(axis: number, index: number): Value {
    const at = this.at + (index < 0 ? index + this.shape[axis]! : index) * this.strides[axis]!;
    return new NDArray(this.memory, this.kind, at, this.shape.toSpliced(axis, 1), this.strides.toSpliced(axis, 1));
  }
  __setitem__(index: Value, value: Value): void {
    const last = Array.isArray(index) ? index.at(-1) : index;
    const plainIndex =
      !(last instanceof Slice) &&
      (Array.isArray(index) ? index.length : 1) === this.shape.length &&
      (!Array.isArray(index) || !index.some((one) => one instanceof Slice));
    if (plainIndex) {
      const row: Value = Array.isArray(index) && index.length > 1 ? this.__getitem__(index.slice(0, -1)) : this;
      const place = last < 0 ? last + row.shape[0] : Number(last);
      this.kind.set(this.memory.view(), row.at + place * row.strides[0], value);
    } else this.__getitem__(index).fillWith(value);
  }
  fillWith(value: Value): void {
    const many = value instanceof NDArray || Array.isArray(value) ? [...iter(value)] : null;
    for (let i = 0; i < this.shape[0]!; i++) this.__setitem__(i, many ? many[i] : value);
  }
  *[Symbol.iterator](): Iterator<Value> {
    for (let i = 0; i < this.shape[0]!; i++) yield this.step(i);
  }
  tolist(): Value {
    return [...this].map((one) => (one instanceof NDArray ? one.tolist() : one));
  }
  nonzero(): Value[] {
    if (this.shape.length === 1) return [this.indices((one) => one !== 0)];
    const rows: number[] = [];
    const columns: number[] = [];
    [...this].forEach((row: NDArray, at) =>
      [...row].forEach((one, column) => {
        if (one !== 0) {
          rows.push(at);
          columns.push(column);
        }
      }),
    );
    return [rows, columns].map((places) => array(places, int64));
  }
  private indices(wanted: (one: Value) => boolean): NDArray {
    return array(
      [...this].flatMap((one, at) => (wanted(one) ? [at] : [])),
      int64,
    );
  }
  tobytes(): Uint8Array {
    const made = zeros(this.shape, { kind: this.kind });
    made.fillWith(this);
    return bytesOf(made.memory).slice();
  }
  copy(): NDArray {
    const made = zeros(this.shape, { kind: this.kind });
    made.fillWith(this);
    return made;
  }
  __mul__(by: number): NDArray {
    const made = this.copy();
    made.fillWith([...made].map((one) => (one instanceof NDArray ? one.__mul__(by) : one * by)));
    return made;
  }
  any(): boolean {
    return [...this].some((one) => (one instanceof NDArray ? one.any() : one !== 0));
  }
  sum(): number {
    return [...this].reduce((total, one) => total + (one instanceof NDArray ? one.sum() : Number(one)), 0);
  }
}

function pick(from: NDArray, places: Value[]): NDArray {
  if (Array.isArray(places[0])) throw new TypeError("such an index is not known here");
  const rows = places.map((place) => from.__getitem__(place));
  return array(
    rows.map((row) => (row instanceof NDArray ? row.tolist() : row)),
    { kind: from.kind },
    [places.length, ...from.shape.slice(1)],
  );
}

/** An array of records: one by its number, a field of all of them by its name. */
export class Records {
  constructor(
    readonly layout: Layout,
    readonly memory: Memory,
    readonly count: number,
  ) {
    for (const { name, offset, kind } of layout.fields.values()) {
      const column = () => new NDArray(memory, kind, memory.at + offset, [count], [layout.itemsize]);
      const fill = (value: Value): void => column().fillWith(value);
      Object.defineProperty(this, name, { get: column, set: fill });
    }
  }
  __len__(): number {
    return this.count;
  }
  __getitem__(index: number | string): Value {
    if (typeof index === "string") return (this as Value)[index];
    const { itemsize, made } = this.layout;
    return new made(this.layout, { ...this.memory, at: this.memory.at + Number(index) * itemsize, size: itemsize });
  }
  __setitem__(index: number, record: Record_): void {
    bytesOf(this.__getitem__(index).memory).set(record.tobytes());
  }
  *[Symbol.iterator](): Iterator<Value> {
    for (let i = 0; i < this.count; i++) yield this.__getitem__(i);
  }
}

/** Records out of bytes. */
export function frombuffer(data: Uint8Array, layout: Layout): Records {
  const memory = ownMemory(data.length);
  bytesOf(memory).set(data);
  return new Records(layout, memory, data.length / layout.itemsize);
}

export function zeros(shape: Value, type: Value = float64): Value {
  if (type instanceof Layout) return new Records(type, ownMemory(shape * type.itemsize), shape);
  const dimensions: number[] = [shape].flat().map(Number);
  const size = dimensions.reduce((one, other) => one * other, 1);
  return new NDArray(ownMemory(size * type.kind.size), type.kind, 0, dimensions);
}
export const empty = zeros;

export function array(items: Value, type: Value = int64, shape?: number[]): NDArray {
  const listed: Value[] = items instanceof NDArray ? items.tolist() : [...iter(items)];
  const dimensions = shape ?? measure(listed);
  const made = zeros(dimensions, type instanceof Dict ? float64 : type);
  if (dimensions[0]) made.fillWith(listed);
  return made;
}

function measure(items: Value): number[] {
  return Array.isArray(items) ? [items.length, ...(Array.isArray(items[0]) ? measure(items[0]) : [])] : [];
}
