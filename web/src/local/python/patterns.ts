// Python's regular expressions, as far as they differ from JavaScript's.
import type { Value } from "./values";

class Found {
  constructor(private readonly found: RegExpExecArray) {}
  __getitem__(key: number | string): string | null {
    return (typeof key === "number" ? this.found[key] : this.found.groups?.[key]) ?? null;
  }
  group(key: number | string = 0): string | null {
    return this.__getitem__(key);
  }
  groups(): (string | null)[] {
    return [...this.found].slice(1).map((part) => part ?? null);
  }
  start(): number {
    return this.found.index;
  }
  end(): number {
    return this.found.index + this.found[0].length;
  }
}

class Pattern {
  private readonly source: string;
  constructor(readonly pattern: string) {
    this.source = pattern.replaceAll("(?P<", "(?<");
  }
  private run(source: string, flags: string, text: string, at = 0): Found | null {
    const expression = new RegExp(source, flags);
    expression.lastIndex = at;
    const found = expression.exec(text);
    return found && new Found(found);
  }
  fullmatch(text: string): Found | null {
    return this.run(`^(?:${this.source})$`, "", text);
  }
  match(text: string, at = 0): Found | null {
    return this.run(this.source, "y", text, at);
  }
  search(text: string): Found | null {
    return this.run(this.source, "", text);
  }
  sub(by: Value, text: string): string {
    return text.replace(new RegExp(this.source, "g"), (...found) => {
      if (typeof by === "string") return by;
      const groups = found.slice(
        0,
        found.findIndex((part) => typeof part === "number"),
      );
      return by(new Found(Object.assign(groups, { index: 0, input: text }) as Value));
    });
  }
  findall(text: string): string[] {
    return [...text.matchAll(new RegExp(this.source, "g"))].map((found) => found[1] ?? found[0]);
  }
}

export const compile = (pattern: string): Pattern => new Pattern(pattern);
