// What the logarithm and the exponential function do with the bits of a number, which Python reads as whole numbers.
import type { Value } from "#python";
import { log_of_parts } from "#translated/games.real.js";

const view = new DataView(new ArrayBuffer(8));
const [BIAS, MANTISSA] = [1023, 52n];
const FRACTION = (1n << MANTISSA) - 1n;
const ONE = BigInt(BIAS) << MANTISSA;
const ABOVE_ROOT_HALF = 0x95f6400000000n;
const [NORMAL, SCALE, SCALE_BITS] = [2.2250738585072014e-308, 18014398509481984, 54];

function fromBits(bits: bigint): number {
  view.setBigInt64(0, bits);
  return view.getFloat64(0);
}

export const power_of_two = (k: number): number => fromBits(BigInt(k + BIAS) << MANTISSA);

export function log(x: number): Value {
  if (Number.isNaN(x) || x < 0) return NaN;
  if (x === 0) return -Infinity;
  if (x === Infinity) return Infinity;
  const isSmall = x < NORMAL;
  view.setFloat64(0, isSmall ? x * SCALE : x);
  const bits = view.getBigInt64(0);
  const fraction = bits & FRACTION;
  const carry = (fraction + ABOVE_ROOT_HALF) & (1n << MANTISSA);
  const k = (isSmall ? -SCALE_BITS : 0) + Number(bits >> MANTISSA) - BIAS + Number(carry >> MANTISSA);
  return log_of_parts(k, fromBits(fraction | (carry ^ ONE)) - 1);
}
