// Python's functions and classes: keyword arguments, bound methods, structs, several base classes.
import { AttributeError, BaseException, Exception } from "./errors";
import { builtinMethod } from "./methods";
import { dict, Dict, isClass, repr, type Value } from "./values";

type Signature = [name: string, names: string[], more: number];
type Keywords = [string, Value][];

/** A function with its signature, so that it can be called by keyword. */
export function fn(made: Value, signature: Signature): Value {
  made.$signature = signature;
  return made;
}

class Wrapped {
  constructor(
    readonly kind: "property" | "cached" | "class" | "static" | "value",
    readonly it: Value,
  ) {}
}
export const property = (it: Value): Wrapped => new Wrapped("property", it);
export const cachedProperty = (it: Value): Wrapped => new Wrapped("cached", it);
export const classmethod = (it: Value): Wrapped => new Wrapped("class", it);
export const staticmethod = (it: Value): Wrapped => new Wrapped("static", it);
export const value = (it: Value): Wrapped => new Wrapped("value", it);

export const registry = new Map<string, Value>(); // structs by name, for the decoder

// --- making classes --------------------------------------------------------------------------------------------------

export function class_(name: string, bases: Value[], members: Record<string, Value>): Value {
  bases = bases.map((base) => (base === dict ? Dict : base));
  const parent = bases[0] ?? Object;
  const made: Value = class extends parent {
    constructor(...args: Value[]) {
      super(...(parent.$isClass ? [BARE] : []));
      if (args[0] !== BARE) made.$begin(this, args, []);
    }
  };
  finish(made, name, bases, members);
  made.$begin ??= (self: Value, args: Value[], keywords: Keywords) => {
    const begin = self.__init__;
    if (begin?.$function) invoke(begin.$function, self, args, keywords);
    else begin?.apply(self, args);
  };
  return made;
}

const BARE = Symbol("an object that is filled in later");

function finish(made: Value, name: string, bases: Value[], members: Record<string, Value>): void {
  Object.defineProperty(made, "name", { value: name.split(".").at(-1) });
  Object.assign(made, { $isClass: true, $class: name, $bases: bases, $derived: [], __name__: name.split(".").at(-1) });
  made.__subclasses__ = () => [...made.$derived];
  made.prototype.$class = name;
  for (const base of bases) base.$derived?.push(made);
  for (const base of bases.slice(1)) inherit(made, base);
  for (const [key, member] of Object.entries(members)) define(made, key, member);
}

/** What a further base class has and nobody before it. */
function inherit(made: Value, base: Value): void {
  for (let from = base; from && from.$isClass; from = Object.getPrototypeOf(from)) {
    for (const [key, found] of Object.entries(Object.getOwnPropertyDescriptors(from.prototype)))
      if (!(key in made.prototype) && key !== "constructor") Object.defineProperty(made.prototype, key, found);
    for (const [key, found] of Object.entries(Object.getOwnPropertyDescriptors(from)))
      if (!(key in made) && !key.startsWith("$")) Object.defineProperty(made, key, found);
  }
}

function define(made: Value, key: string, member: Value): void {
  const { prototype } = made;
  if (!(member instanceof Wrapped)) {
    const method = function (this: Value, ...args: Value[]) {
      return member(this, ...args);
    };
    Object.assign(method, { $function: member });
    Object.defineProperty(prototype, key, { value: method, writable: true, configurable: true });
    Object.defineProperty(made, key, { value: member, writable: true, configurable: true });
  } else if (member.kind === "property")
    Object.defineProperty(prototype, key, {
      get: function () {
        return member.it(this);
      },
      configurable: true,
    });
  else if (member.kind === "cached")
    Object.defineProperty(prototype, key, { get: cached(key, member.it), configurable: true });
  else if (member.kind === "class") {
    const bound = function (this: Value, ...args: Value[]) {
      return member.it(typeof this === "function" ? this : this.constructor, ...args);
    };
    Object.assign(bound, { $function: member.it });
    made[key] = prototype[key] = bound;
  } else made[key] = prototype[key] = member.it;
}

const cached = (key: string, compute: Value) =>
  function (this: Value) {
    const found = compute(this);
    Object.defineProperty(this, key, { value: found, configurable: true });
    return found;
  };

/** [name, default?] of each field. */
type Declared = [name: string, fallback?: () => Value][];

function recordClass(name: string, bases: Value[], fields: Declared, members: Record<string, Value>): Value {
  const made = class_(name, bases, members);
  const names = fields.map((field) => field[0]);
  made.$names = names;
  made.$begin = (self: Value, args: Value[], keywords: Keywords) => {
    const given = new Map(keywords);
    if (args.length > names.length) throw new TypeError(`${name}: too many arguments`);
    fields.forEach(([field, fallback], number) => {
      if (number < args.length && args[number] !== undefined) self[field] = args[number];
      else if (given.has(field)) self[field] = given.get(field);
      else if (fallback) self[field] = fallback();
      else throw new TypeError(`${name}: ${field} is missing`);
    });
    self.__post_init__?.();
  };
  made.prototype.$fields = function () {
    return names.map((field) => this[field]);
  };
  made.prototype.__repr__ ??= function (this: Value) {
    return `${made.__name__}(${names.map((field) => `${field}=${repr(this[field])}`).join(", ")})`;
  };
  return made;
}

export const dataclass = (name: string, bases: Value[], fields: Declared, members: Record<string, Value>): Value =>
  recordClass(name, bases, fields, members);

export function namedtuple(name: string, fields: Declared, members: Record<string, Value>): Value {
  const made = recordClass(name, [], fields, members);
  made.prototype[Symbol.iterator] = function () {
    return this.$fields()[Symbol.iterator]();
  };
  made.prototype.__getitem__ = function (index: number) {
    return this.$fields().at(index);
  };
  made.prototype.__len__ = () => fields.length;
  made.prototype._replace = changed;
  made.prototype._replace.$keywords = true;
  return made;
}

function changed(this: Value, ...args: Value[]): Value {
  const keywords: Keywords = args.at(-1)?.$keywords ?? [];
  return replaced(this, keywords);
}

/** A copy with some fields changed. */
export function replaced(thing: Value, keywords: Keywords): Value {
  const copy = bare(thing.constructor);
  for (const name of thing.constructor.$names) copy[name] = thing[name];
  for (const [name, changedTo] of keywords) copy[name] = changedTo;
  copy.__post_init__?.();
  return copy;
}

/** An object whose fields the caller fills in. */
export const bare = (made: Value): Value => new made(BARE);

export type StructField = [name: string, encoded: string, type: Value, fallback?: () => Value];
export type StructFacts = {
  fields: StructField[];
  tag: string | null;
  tagField: string | null;
  omit: boolean;
  array: boolean;
  strict: boolean;
  kw: boolean;
};

export function struct(name: string, bases: Value[], facts: StructFacts, members: Record<string, Value>): Value {
  const fields: Declared = facts.fields.map(([field, , , fallback]) => (fallback ? [field, fallback] : [field]));
  const made = recordClass(name, bases, fields, members);
  made.$struct = facts;
  made.__struct_fields__ = facts.fields.map((field) => field[0]);
  made.prototype.__struct_fields__ = made.__struct_fields__;
  const config = { tag: facts.tag };
  made.__struct_config__ = made.prototype.__struct_config__ = config;
  registry.set(name, made);
  return made;
}

// --- calling ---------------------------------------------------------------------------------------------------------

export function call(called: Value, args: Value[], keywords: Keywords = []): Value {
  if (isClass(called)) {
    const made = bare(called);
    called.$begin(made, args, keywords);
    return made;
  }
  if (typeof called !== "function") {
    if (called && typeof called.__call__ === "function") return send(called, "__call__", args, keywords);
    throw new TypeError(`${repr(called)} cannot be called`);
  }
  return keywords.length ? invoke(called, NOBODY, args, keywords) : called(...args);
}

const NOBODY = Symbol("no self");

/** Call a function by keyword. What is not named is undefined, so that its default holds. */
function invoke(called: Value, self: Value, args: Value[], keywords: Keywords): Value {
  const target = called.$function ?? called;
  const all = self === NOBODY ? [...args] : [self, ...args];
  if (!keywords.length) return target(...all);
  const signature: Signature | undefined = target.$signature;
  if (!signature) return target(...all, { $keywords: keywords });
  const [, names, more] = signature;
  const extra: Keywords = [];
  for (const [name, given] of keywords) {
    const at = names.indexOf(name);
    if (at >= 0) all[at] = given;
    else if (more) extra.push([name, given]);
    else throw new TypeError(`${signature[0]}: there is no parameter ${name}`);
  }
  if (more) all[names.length] = new Dict(extra);
  return target(...Array.from(all));
}

/** thing.name(…): a method of ours, or one of Python's own types. */
export function send(thing: Value, name: string, args: Value[], keywords: Keywords = []): Value {
  const own = builtinMethod(thing, name);
  if (own) return own(thing, args, keywords);
  const method = thing[name] ?? thing[`${name}_`];
  if (isClass(method)) return call(method, args, keywords);
  if (typeof method !== "function") {
    if (method && typeof method.__call__ === "function") return call(method, args, keywords);
    throw new AttributeError(`${repr(thing)} has no method ${name}`);
  }
  if (!keywords.length) return method.apply(thing, args);
  if (!method.$function)
    return method.$signature
      ? invoke(method, NOBODY, args, keywords)
      : method.apply(thing, [...args, { $keywords: keywords }]);
  return invoke(method.$function, thing, args, keywords);
}

/** thing.name: a method is bound to its thing. */
export function attr(thing: Value, name: string): Value {
  if (thing === null || thing === undefined) throw new AttributeError(`None has no ${name}`);
  const found = thing[name];
  if (typeof found === "function" && found.$function && typeof thing === "object") {
    const bound = (...args: Value[]) => found.apply(thing, args);
    const [title, names, more] = (found.$function.$signature ?? ["", [], 0]) as Signature;
    return fn(bound, [title, names.slice(1), more]);
  }
  if (found !== undefined) return found;
  const own = builtinMethod(thing, name);
  if (own) return (...args: Value[]) => own(thing, args, args.at(-1)?.$keywords ?? []);
  if (typeof thing.__getattr__ === "function") return thing.__getattr__(name);
  const renamed = thing[`${name}_`];
  if (renamed !== undefined) return renamed;
  throw new AttributeError(`${repr(thing)} has no ${name}`);
}

/** super(): the methods of the first base class that has them, for this object. */
export function super_(made: Value, self: Value): Value {
  return new Proxy(
    {},
    {
      get: (_, name: string) => {
        for (const base of made.$bases.length ? made.$bases : [Object]) {
          const found = base.prototype?.[name];
          if (typeof found === "function") return (...args: Value[]) => found.apply(self, args);
        }
        return () => null;
      },
    },
  );
}

// --- exceptions ------------------------------------------------------------------------------------------------------

export const raised = (thing: Value): Value => (isClass(thing) ? call(thing, []) : thing);

export function caught(error: Value, kinds: Value): boolean {
  return [kinds].flat(3).some((kind) => error instanceof kind || (kind === Exception && error instanceof Error));
}

Object.assign(BaseException, {
  $isClass: true,
  $bases: [],
  $begin: (self: Value, args: Value[], keywords: Keywords) =>
    self.__init__.$function ? invoke(self.__init__.$function, self, args, keywords) : self.__init__(...args),
});

export function isinstance(thing: Value, kinds: Value): boolean {
  return [kinds].flat(3).some((kind) => isOf(thing, kind));
}

function isOf(thing: Value, kind: Value): boolean {
  if (kind === null) return thing === null;
  if (typeof kind.$is === "function") return kind.$is(thing);
  if (thing === null || typeof thing !== "object") return false;
  if (thing instanceof kind) return true;
  return (thing.constructor?.$bases ?? []).some((base: Value) => base === kind || derives(base, kind));
}

function derives(made: Value, kind: Value): boolean {
  return made === kind || (made.$bases ?? []).some((base: Value) => derives(base, kind));
}
