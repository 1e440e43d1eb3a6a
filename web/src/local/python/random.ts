// Python's random.Random (the Mersenne Twister) and NumPy's SeedSequence: the same seed gives the same numbers.
import { len } from "./builtins";
import { get } from "./operators";
import type { Value } from "./values";

const SIZE = 624;
const words = (seed: Value): number[] => {
  const found: number[] = [];
  for (let left = BigInt(seed); left > 0n || !found.length; left >>= 32n) found.push(Number(left & 0xffffffffn));
  return found;
};

export class Random {
  private readonly state = new Uint32Array(SIZE);
  private at = SIZE;

  constructor(seed: Value) {
    const key = words(BigInt(seed) < 0n ? -BigInt(seed) : seed);
    const { state } = this;
    state[0] = 19650218;
    for (let i = 1; i < SIZE; i++) state[i] = Math.imul(1812433253, state[i - 1]! ^ (state[i - 1]! >>> 30)) + i;
    let i = 1;
    const step = () => {
      if (++i >= SIZE) {
        state[0] = state[SIZE - 1]!;
        i = 1;
      }
    };
    for (let k = Math.max(SIZE, key.length), j = 0; k > 0; k--, j = (j + 1) % key.length) {
      state[i] = (state[i]! ^ Math.imul(state[i - 1]! ^ (state[i - 1]! >>> 30), 1664525)) + key[j]! + j;
      step();
    }
    for (let k = SIZE - 1; k > 0; k--) {
      state[i] = (state[i]! ^ Math.imul(state[i - 1]! ^ (state[i - 1]! >>> 30), 1566083941)) - i;
      step();
    }
    state[0] = 0x80000000;
  }

  private word(): number {
    if (this.at >= SIZE) this.turn();
    let y = this.state[this.at++]!;
    y ^= y >>> 11;
    y ^= (y << 7) & 0x9d2c5680;
    y ^= (y << 15) & 0xefc60000;
    return (y ^ (y >>> 18)) >>> 0;
  }

  private turn(): void {
    const { state } = this;
    for (let i = 0; i < SIZE; i++) {
      const y = (state[i]! & 0x80000000) | (state[(i + 1) % SIZE]! & 0x7fffffff);
      state[i] = state[(i + 397) % SIZE]! ^ (y >>> 1) ^ (y & 1 ? 0x9908b0df : 0);
    }
    this.at = 0;
  }

  random(): number {
    const [high, low] = [this.word() >>> 5, this.word() >>> 6];
    return (high * 2 ** 26 + low) / 2 ** 53;
  }

  /** A number below n: bits are drawn until they fit. */
  private below(n: number): number {
    const bits = 32 - Math.clz32(n);
    let drawn = this.word() >>> (32 - bits);
    while (drawn >= n) drawn = this.word() >>> (32 - bits);
    return drawn;
  }

  choice(items: Value): Value {
    return get(items, this.below(len(items)));
  }

  shuffle(items: Value[]): void {
    for (let i = items.length - 1; i > 0; i--) {
      const j = this.below(i + 1);
      [items[i], items[j]] = [items[j], items[i]];
    }
  }
}

/** SeedSequence(entropy).generate_state(1, uint64)[0]. */
export function seedSequence(entropy: Value[]): bigint {
  const given = entropy.flatMap(words);
  let constant = 0x43b0d7e5;
  const hashed = (value: number) => {
    let mixed = value ^ constant;
    constant = Math.imul(constant, 0x931e8875);
    mixed = Math.imul(mixed, constant);
    return (mixed ^ (mixed >>> 16)) >>> 0;
  };
  const mix = (x: number, y: number) => {
    const mixed = (Math.imul(0xca01f9dd, x) - Math.imul(0x4973f715, y)) >>> 0;
    return (mixed ^ (mixed >>> 16)) >>> 0;
  };
  const pool = [0, 1, 2, 3].map((i) => hashed(given[i] ?? 0));
  for (let from = 0; from < 4; from++)
    for (let to = 0; to < 4; to++) if (from !== to) pool[to] = mix(pool[to]!, hashed(pool[from]!));
  for (const value of given.slice(4)) for (let to = 0; to < 4; to++) pool[to] = mix(pool[to]!, hashed(value));
  let out = 0x8b51f9dd;
  const [low, high] = [0, 1].map((i) => {
    let value = pool[i]! ^ out;
    out = Math.imul(out, 0x58f38ded);
    value = Math.imul(value, out);
    return (value ^ (value >>> 16)) >>> 0;
  });
  return (BigInt(high!) << 32n) | BigInt(low!);
}
