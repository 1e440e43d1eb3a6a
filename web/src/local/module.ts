/**
 * A game's rules and searches as a WebAssembly module: loads it, keeps records and arrays in its memory, calls its
 * exports. Runs in a page, in a Web Worker and in node. `lumitheque wasm` makes GAME.wasm and the description GAME.json.
 *
 * Records and arrays are places in the module's memory. When that memory grows, JavaScript's views of it die; so nothing
 * here keeps a view: `bytes`, `numbers`, `get` and `set` look anew every time, and so must whoever uses them.
 */

export interface Field {
  at: number;
  kind: Kind;
  itemsize: number;
  shape: number[];
}

export interface Layout {
  size: number;
  fields: Record<string, Field>;
}

export interface Parameter {
  name: string; // `seat`, or `d.nodes` of a workspace `d`
  kind: "i32" | "i64" | "f64" | "record" | "array";
  of?: string; // a layout, or a kind of number
  dimensions?: number;
}

export type Value = string | number | boolean;

/** GAME.json. */
export interface Description {
  format: number;
  game: string;
  letters: string;
  rules_version: number;
  secrets: boolean;
  seats: number[];
  layouts: Record<string, Layout>;
  constants: Record<string, unknown>; // of the game's record
  shared: Record<string, number>; // of chance, searches and bots: the same in all games
  skill: Record<string, unknown>;
  exports: Record<string, { parameters: Parameter[]; result: "void" | "bool" | "i32" | "i64" | "f64" }>;
  editions: { name: string | null; record: string }[];
  options: { name: string; values: Value[]; codes: number[]; defaults: Record<string, Value> }[];
}

const KINDS = {
  int8: Int8Array,
  uint8: Uint8Array,
  int16: Int16Array,
  uint16: Uint16Array,
  int32: Int32Array,
  uint32: Uint32Array,
  int64: BigInt64Array,
  uint64: BigUint64Array,
  float32: Float32Array,
  float64: Float64Array,
} as const;

export type Kind = keyof typeof KINDS;
export type Numbers = InstanceType<(typeof KINDS)[Kind]>;

/** A record (no sizes) or an array of records or numbers in the memory of a module. */
export interface Place {
  readonly at: number;
  readonly of: string;
  readonly sizes: readonly number[];
}

/** What a search works with: records and arrays by name, as bots/workspaces.py has them. */
export type Workspace = Readonly<Record<string, Place>>;
export type Argument = number | bigint | Place | Workspace;

const FORMAT = 1;
const ALIGNED = 16;
const PAGE = 65536;

const isPlace = (argument: Argument): argument is Place =>
  typeof argument === "object" && typeof argument.at === "number";
const product = (sizes: readonly number[]) => sizes.reduce((all, size) => all * size, 1);

/** The parameters of an export by argument: a workspace is one argument of several. */
interface Signature {
  name: string;
  fields: { field: string; parameter: Parameter }[];
}

export class Module {
  readonly #memory: WebAssembly.Memory;
  readonly #functions: WebAssembly.Exports;
  readonly #signatures = new Map<string, Signature[]>();
  #free = new Map<number, number[]>(); // places to use again, by size
  #top: number;

  private constructor(
    readonly description: Description,
    instance: WebAssembly.Instance,
  ) {
    this.#functions = instance.exports;
    this.#memory = instance.exports["memory"] as WebAssembly.Memory;
    this.#top = (instance.exports["__heap_base"] as WebAssembly.Global).value as number;
    for (const [name, { parameters }] of Object.entries(description.exports))
      this.#signatures.set(name, signatureOf(parameters));
  }

  /** A module of its own memory, out of bytes or of a compiled module (which workers can be sent). */
  static async load(code: BufferSource | WebAssembly.Module, description: Description): Promise<Module> {
    if (description.format !== FORMAT) throw new Error(`a module of format ${description.format}, not ${FORMAT}`);
    const compiled = code instanceof WebAssembly.Module ? code : await WebAssembly.compile(code);
    return new Module(description, await WebAssembly.instantiate(compiled, {}));
  }

  // --- memory -------------------------------------------------------------------------------------------------------

  /** How many bytes of memory are in use or kept for reuse. */
  get top(): number {
    return this.#top;
  }

  /** A zeroed record. */
  record(of: string): Place {
    return this.#place(of, []);
  }

  /** A zeroed array of records or numbers. */
  array(of: string, ...sizes: number[]): Place {
    return this.#place(of, sizes);
  }

  /** An array of numbers with these values. */
  filled(of: Kind, values: ArrayLike<number | bigint>): Place {
    const place = this.array(of, values.length);
    (this.numbers(place) as { set(values: ArrayLike<number | bigint>): void }).set(values);
    return place;
  }

  /** One record of an array of records, or one row of an array of several dimensions: the same memory. */
  item(place: Place, index: number): Place {
    const [count = 0, ...rest] = place.sizes;
    if (!(index >= 0 && index < count)) throw new RangeError(`${index} is not below ${count}`);
    return { at: place.at + index * product(rest) * this.#size(place.of), of: place.of, sizes: rest };
  }

  /** The same memory as numbers of a kind: rows of words, for hashing. */
  seenAs(place: Place, of: Kind, ...sizes: number[]): Place {
    if (product(sizes) * KINDS[of].BYTES_PER_ELEMENT !== this.length(place)) throw new RangeError("another size");
    return { at: place.at, of, sizes };
  }

  /** Give memory back. Nobody may use the place, nor parts of it, afterwards. */
  release(place: Place): void {
    const size = aligned(this.length(place));
    this.#free.set(size, [...(this.#free.get(size) ?? []), place.at]);
  }

  /** Whatever `work` takes of this memory is given back when it ends: nobody may use it afterwards. */
  within<Result>(work: () => Result): Result {
    const top = this.#top;
    const free = [...this.#free].map(([size, places]): [number, number[]] => [size, [...places]]);
    try {
      return work();
    } finally {
      this.#top = top;
      this.#free = new Map(free);
    }
  }

  length(place: Place): number {
    return product(place.sizes) * this.#size(place.of);
  }

  /** The bytes of a place; valid until memory grows. */
  bytes(place: Place): Uint8Array<ArrayBuffer> {
    return new Uint8Array(this.#buffer, place.at, this.length(place));
  }

  /** An array of numbers; valid until memory grows. */
  numbers(place: Place): Numbers {
    const kind = KINDS[place.of as Kind];
    if (!kind) throw new TypeError(`${place.of} is not a kind of number`);
    return new kind(this.#buffer, place.at, product(place.sizes));
  }

  /** A field of a record, as numbers; valid until memory grows. */
  field(record: Place, name: string): Numbers {
    const field = this.description.layouts[record.of]?.fields[name];
    if (!field || record.sizes.length) throw new TypeError(`no field ${name} in ${record.of}`);
    return new KINDS[field.kind](this.#buffer, record.at + field.at, product(field.shape));
  }

  /** The number in a field; one of 64 bits as a number too. */
  get(record: Place, name: string, index = 0): number {
    return Number(this.field(record, name)[index]);
  }

  set(record: Place, name: string, value: number | bigint, index = 0): void {
    const numbers = this.field(record, name);
    if (numbers instanceof BigInt64Array || numbers instanceof BigUint64Array) numbers[index] = BigInt(value);
    else numbers[index] = Number(value);
  }

  /** Copy a place into another of the same length. */
  copy(from: Place, to: Place): void {
    this.bytes(to).set(this.bytes(from));
  }

  /** Zero a place. */
  clear(place: Place): void {
    this.bytes(place).fill(0);
  }

  // --- calls --------------------------------------------------------------------------------------------------------

  has(name: string): boolean {
    return this.#signatures.has(name);
  }

  /** Call an export; its result is a number (a truth value as 0 or 1). */
  call(name: string, ...given: Argument[]): number {
    return Number(this.#called(name, given) ?? 0);
  }

  /** Call an export whose result has 64 bits. */
  callWide(name: string, ...given: Argument[]): bigint {
    return this.#called(name, given) as bigint;
  }

  /** The record of an edition; the first one if none is named. */
  edition(name?: string): Place {
    const { editions } = this.description;
    const found = name === undefined ? editions[0] : editions.find((one) => one.name === name);
    if (!found) throw new Error(`no edition ${name}`);
    const record = this.record("EDITION");
    this.bytes(record).set(Uint8Array.from(atob(found.record), (letter) => letter.charCodeAt(0)));
    return record;
  }

  #called(name: string, given: Argument[]): unknown {
    const signature = this.#signatures.get(name);
    if (!signature || signature.length !== given.length)
      throw new TypeError(
        `${name} takes ${signature ? signature.map((one) => one.name).join(", ") : "nothing: unknown"}`,
      );
    const flat: (number | bigint)[] = [];
    signature.forEach((one, i) => flatten(one, given[i]!, flat));
    return (this.#functions[name] as (...flat: unknown[]) => unknown)(...flat);
  }

  get #buffer(): ArrayBuffer {
    return this.#memory.buffer as ArrayBuffer;
  }

  #size(of: string): number {
    const size = this.description.layouts[of]?.size ?? KINDS[of as Kind]?.BYTES_PER_ELEMENT;
    if (size === undefined) throw new TypeError(`no layout ${of}`);
    return size;
  }

  #place(of: string, sizes: number[]): Place {
    const size = aligned(product(sizes) * this.#size(of));
    const at = this.#free.get(size)?.pop() ?? this.#fresh(size);
    const place = { at, of, sizes };
    this.clear(place);
    return place;
  }

  #fresh(size: number): number {
    const at = aligned(this.#top);
    const missing = at + size - this.#buffer.byteLength;
    if (missing > 0) this.#memory.grow(Math.ceil(missing / PAGE));
    this.#top = at + size;
    return at;
  }
}

/** Never empty, so that no two places are the same. */
const aligned = (size: number) => Math.ceil(Math.max(1, size) / ALIGNED) * ALIGNED;

function signatureOf(parameters: Parameter[]): Signature[] {
  const signature: Signature[] = [];
  for (const parameter of parameters) {
    const [name = "", field = ""] = parameter.name.split(".");
    if (signature.at(-1)?.name !== name) signature.push({ name, fields: [] });
    signature.at(-1)!.fields.push({ field, parameter });
  }
  return signature;
}

function flatten({ name, fields }: Signature, argument: Argument, flat: (number | bigint)[]): void {
  for (const { field, parameter } of fields) {
    const one = field ? (argument as Workspace)[field] : argument;
    if (parameter.kind === "record" || parameter.kind === "array") {
      const right = one !== undefined && typeof one !== "bigint" && typeof one !== "number" && isPlace(one);
      if (!right || one.of !== parameter.of || one.sizes.length !== (parameter.dimensions ?? 0))
        throw new TypeError(`${field ? `${name}.${field}` : name} is ${parameter.kind} of ${parameter.of}`);
      flat.push(one.at, ...one.sizes);
    } else if (parameter.kind === "i64") {
      flat.push(BigInt(one as bigint));
    } else {
      flat.push(one as number);
    }
  }
}
