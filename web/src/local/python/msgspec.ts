// msgspec: structs written as JSON and read from it, with the types that Python declares.
import { bare, registry, replaced, type StructFacts } from "./classes";
import { ValueError } from "./errors";
import { Dict, iter, UNSET, type Value, isClass } from "./values";

export class DecodeError extends ValueError {}
export class ValidationError extends DecodeError {}
export const NODEFAULT = Symbol("no default");
export const Struct = null;
export { UNSET };

/** JSON that is written already. */
class RawText {
  static readonly $isClass = true;
  text = "";
  static $begin(self: RawText, [text]: [string]): void {
    self.text = text;
  }
}
export const Raw = RawText;

// --- writing ---------------------------------------------------------------------------------------------------------

export function encode(value: Value): string {
  if (value === null || value === undefined) return "null";
  if (typeof value === "bigint") return value.toString();
  if (typeof value !== "object") return JSON.stringify(value);
  if (value instanceof RawText) return value.text;
  if (value instanceof Dict)
    return `{${value
      .pairs()
      .map(([key, one]) => `${JSON.stringify(String(key))}:${encode(one)}`)
      .join(",")}}`;
  const facts: StructFacts | undefined = value.constructor.$struct;
  if (!facts) return `[${[...iter(value)].map(encode).join(",")}]`;
  if (facts.array) return `[${facts.fields.map(([name]) => encode(value[name])).join(",")}]`;
  const parts = facts.tagField ? [`${JSON.stringify(facts.tagField)}:${JSON.stringify(facts.tag)}`] : [];
  for (const [name, encoded, , fallback] of facts.fields) {
    const one = value[name];
    if (one === UNSET || (facts.omit && fallback && isDefault(one, fallback()))) continue;
    parts.push(`${JSON.stringify(encoded)}:${encode(one)}`);
  }
  return `{${parts.join(",")}}`;
}

const isDefault = (one: Value, fallback: Value): boolean =>
  one === fallback ||
  (Array.isArray(fallback) && Array.isArray(one) && !one.length && !fallback.length) ||
  (fallback instanceof Dict && one instanceof Dict && !one.size && !fallback.size);

/** The same value made of dicts and lists. */
export const to_builtins = (value: Value): Value => plain(JSON.parse(encode(value)));

// --- reading ---------------------------------------------------------------------------------------------------------

export const decode = (text: Value, more: Value = { $keywords: [] }): Value => {
  let parsed: Value;
  try {
    parsed = JSON.parse(typeof text === "string" ? text : new TextDecoder("utf-8", { fatal: true }).decode(text));
  } catch (error) {
    throw new DecodeError(String((error as Error).message));
  }
  const kind = new Map<string, Value>(more.$keywords).get("type");
  return kind ? read(parsed, typeOf(kind), "$") : plain(parsed);
};

export const convert = (value: Value, kind: Value): Value => read(JSON.parse(encode(value)), typeOf(kind), "$");
const defaults = new Map<string, Value>();

/** A struct that is somebody's default: always the same one, because a field is left out if it holds that very one. */
export function decoded(name: string, text: string): Value {
  const key = `${name} ${text}`;
  if (!defaults.has(key)) defaults.set(key, read(JSON.parse(text), ["struct", name], "$"));
  return defaults.get(key);
}
export const json = {
  encode,
  decode,
  Encoder: () => ({ encode }),
  Decoder: (kind: Value) => ({ decode: (text: string) => decode(text, { $keywords: [["type", kind]] }) }),
  format: encode,
};

function typeOf(kind: Value): Value {
  if (isClass(kind)) return ["struct", kind.$class];
  if (Array.isArray(kind)) return ["union", ...kind.map(typeOf)];
  return kind?.$type ?? "any";
}

/** What JSON.parse gives, with dicts for objects. */
function plain(value: Value): Value {
  if (Array.isArray(value)) return value.map(plain);
  return value !== null && typeof value === "object"
    ? new Dict(Object.entries(value).map(([key, one]) => [key, plain(one)]))
    : value;
}

const SIMPLE: Record<string, (value: Value) => boolean> = {
  int: (value) => Number.isInteger(value),
  float: (value) => typeof value === "number",
  str: (value) => typeof value === "string",
  bool: (value) => typeof value === "boolean",
  none: (value) => value === null,
  any: () => true,
};

function read(value: Value, type: Value, at: string): Value {
  const [kind, ...of] = Array.isArray(type) ? type : [type];
  if (kind in SIMPLE) {
    if (!SIMPLE[kind]!(value)) return fail(`Expected \`${kind === "none" ? "null" : kind}\``, value, at);
    limit(value, of[0], at);
    return kind === "any" ? plain(value) : value;
  }
  if (kind === "union") return readUnion(value, of, at);
  if (kind === "literal") return of.includes(value) ? value : fail("Invalid enum value", value, at);
  if (kind === "struct") return readStruct(value, registry.get(of[0]), at);
  if (kind === "dict") {
    if (value === null || typeof value !== "object" || Array.isArray(value))
      return fail("Expected `object`", value, at);
    return new Dict(Object.entries(value).map(([key, one]) => [key, read(one, of[0], `${at}[...]`)]));
  }
  if (!Array.isArray(value)) return fail("Expected `array`", value, at);
  if (kind === "tuple" && value.length !== of.length)
    return fail(`Expected \`array\` of length ${of.length}`, value, at);
  return value.map((one, number) =>
    read(one, kind === "tuple" ? of[number] : of[0], `${at}[${kind === "tuple" ? number : "..."}]`),
  );
}

function readUnion(value: Value, types: Value[], at: string): Value {
  if (value !== null && typeof value === "object" && !Array.isArray(value)) {
    const structs = types.filter((type) => type[0] === "struct").map((type) => registry.get(type[1]));
    const tagged = structs.find((made) => made.$struct.tagField);
    if (tagged) {
      const tag = value[tagged.$struct.tagField];
      const chosen = structs.find((made) => made.$struct.tag === tag);
      return chosen ? readStruct(value, chosen, at) : fail(`Invalid value ${JSON.stringify(tag)}`, value, at);
    }
  }
  for (const type of types.filter((one) => one !== "unset")) {
    try {
      return read(value, type, at);
    } catch (error) {
      const meant = type[0] === "struct" && value !== null && typeof value === "object"; // then say what is wrong in it
      if (!(error instanceof ValidationError) || meant) throw error;
    }
  }
  return fail(`Expected \`${types.map((type) => (type === "none" ? "null" : type)).join(" | ")}\``, value, at);
}

function readStruct(value: Value, made: Value, at: string): Value {
  const facts: StructFacts = made.$struct;
  const self = bare(made);
  const given = facts.array ? fromArray(value, facts, at) : value;
  if (given === null || typeof given !== "object" || Array.isArray(given)) return fail("Expected `object`", value, at);
  for (const [name, encoded, type, fallback] of facts.fields) {
    if (Object.hasOwn(given, encoded)) self[name] = read(given[encoded], type, `${at}.${encoded}`);
    else if (fallback) self[name] = fallback();
    else
      throw new ValidationError(`Object missing required field \`${encoded}\`${at === "$" ? "" : ` - at \`${at}\``}`);
  }
  if (facts.strict) {
    const known = new Set([...facts.fields.map((field) => field[1]), facts.tagField]);
    const odd = Object.keys(given).find((key) => !known.has(key));
    if (odd !== undefined)
      throw new ValidationError(`Object contains unknown field \`${odd}\`${at === "$" ? "" : ` - at \`${at}\``}`);
  }
  self.__post_init__?.();
  return self;
}

function fromArray(value: Value, facts: StructFacts, at: string): Value {
  if (!Array.isArray(value)) return fail("Expected `array`", value, at);
  return Object.fromEntries(facts.fields.slice(0, value.length).map(([, encoded], number) => [encoded, value[number]]));
}

function limit(value: Value, limits: Value, at: string): void {
  if (!limits) return;
  if (limits.min_length !== undefined && value.length < limits.min_length)
    fail(`Expected \`str\` of length >= ${limits.min_length}`, null, at);
  if (limits.max_length !== undefined && value.length > limits.max_length)
    fail(`Expected \`str\` of length <= ${limits.max_length}`, null, at);
}

const kindOf = (value: Value) =>
  value === null
    ? "null"
    : Array.isArray(value)
      ? "array"
      : Number.isInteger(value)
        ? "int"
        : typeof value === "number"
          ? "float"
          : typeof value === "string"
            ? "str"
            : typeof value === "boolean"
              ? "bool"
              : "object";

function fail(expected: string, value: Value, at: string): never {
  const got =
    expected.startsWith("Expected") && value !== null
      ? `, got \`${kindOf(value)}\``
      : expected.startsWith("Expected `") && value === null
        ? ", got `null`"
        : "";
  throw new ValidationError(`${expected}${got}${at === "$" ? "" : ` - at \`${at}\``}`);
}

// --- msgspec.structs ---------------------------------------------------------------------------------------------------

export const fields = (made: Value): Value[] =>
  made.$struct.fields.map(([name, , , fallback]: [string, string, Value, (() => Value) | undefined]) => ({
    name,
    default: fallback ? fallback() : NODEFAULT,
  }));
export const force_setattr = (thing: Value, name: string, value: Value): void => {
  thing[name] = value;
};
export const structs = {
  replace: (thing: Value, more: Value = { $keywords: [] }): Value => replaced(thing, more.$keywords),
  fields,
  force_setattr,
};
