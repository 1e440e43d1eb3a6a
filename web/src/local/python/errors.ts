// Python's exceptions. Those of translated modules derive from them.
import { repr, type Value } from "./values";

export class BaseException extends Error {
  args: Value[];
  constructor(...args: Value[]) {
    super(args.length ? (typeof args[0] === "string" ? args[0] : repr(args[0])) : "");
    this.args = args;
  }
  __init__(...args: Value[]): void {
    this.args = args;
    this.message = args.length ? (typeof args[0] === "string" ? args[0] : repr(args[0])) : "";
  }
}
export class Exception extends BaseException {}
export class ValueError extends Exception {}
export class LookupError extends Exception {}
export class KeyError extends LookupError {}
export class IndexError extends LookupError {}
export class AttributeError extends Exception {}
export class RuntimeError extends Exception {}
export class NotImplementedError extends RuntimeError {}
export class OSError extends Exception {}
export class FileNotFoundError extends OSError {}
export class UnicodeDecodeError extends ValueError {}
export class RecursionError extends RuntimeError {}
export class TimeoutError extends OSError {}
export class StopIteration extends Exception {}
