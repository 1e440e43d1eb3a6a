// Idempotency keys. A table on one device has few commands, so none is forgotten.
import { repr, type Value } from "#python";

export class Keys {
  static readonly $isClass = true;
  static $begin(): void {}
  private readonly kept = new Map<string, number>();
  note(actor: Value, key: string, seq: number): void {
    this.kept.set(`${repr(actor)} ${key}`, seq);
  }
  find(actor: Value, key: string): number | null {
    return this.kept.get(`${repr(actor)} ${key}`) ?? null;
  }
}
