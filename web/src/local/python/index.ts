// What translated Python calls `$`: Python's values, operators, classes and library, in JavaScript.
export * from "./values";
export * from "./operators";
export * from "./errors";
export * from "./builtins";
export {
  attr,
  bare,
  cachedProperty,
  call,
  caught,
  class_,
  classmethod,
  dataclass,
  fn,
  isinstance,
  namedtuple,
  property,
  raised,
  registry,
  send,
  staticmethod,
  struct,
  super_,
  value,
} from "./classes";
export { decoded } from "./msgspec";
export { library } from "./library";
