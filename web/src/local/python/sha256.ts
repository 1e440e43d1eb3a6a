// SHA-256. The browser's own (crypto.subtle) is only there on secure pages, and this house is also served on plain HTTP.
const PRIMES = (count: number): number[] => {
  const found: number[] = [];
  for (let n = 2; found.length < count; n++) if (found.every((prime) => n % prime)) found.push(n);
  return found;
};
const fraction = (root: number) => ((root - Math.floor(root)) * 2 ** 32) | 0;
const K = PRIMES(64).map((prime) => fraction(Math.cbrt(prime)));
const H = PRIMES(8).map((prime) => fraction(Math.sqrt(prime)));
const turn = (x: number, by: number) => (x >>> by) | (x << (32 - by));

export function sha256(data: Uint8Array): Uint8Array {
  const padded = new DataView(new ArrayBuffer(((data.length + 8) >> 6) * 64 + 64));
  new Uint8Array(padded.buffer).set(data);
  padded.setUint8(data.length, 0x80);
  padded.setUint32(padded.byteLength - 8, Math.floor(data.length / 2 ** 29));
  padded.setUint32(padded.byteLength - 4, (data.length << 3) >>> 0);
  const sum = [...H];
  const w = new Int32Array(64);
  for (let at = 0; at < padded.byteLength; at += 64) {
    for (let i = 0; i < 64; i++) w[i] = i < 16 ? padded.getInt32(at + 4 * i) : schedule(w, i);
    mix(sum, w);
  }
  const out = new DataView(new ArrayBuffer(32));
  sum.forEach((word, i) => out.setInt32(4 * i, word));
  return new Uint8Array(out.buffer);
}

function schedule(w: Int32Array, i: number): number {
  const a = w[i - 15]!;
  const b = w[i - 2]!;
  const s0 = turn(a, 7) ^ turn(a, 18) ^ (a >>> 3);
  const s1 = turn(b, 17) ^ turn(b, 19) ^ (b >>> 10);
  return (w[i - 16]! + s0 + w[i - 7]! + s1) | 0;
}

function mix(sum: number[], w: Int32Array): void {
  let [a, b, c, d, e, f, g, h] = sum as [number, number, number, number, number, number, number, number];
  for (let i = 0; i < 64; i++) {
    const one = (h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + K[i]! + w[i]!) | 0;
    const two = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
  }
  [a, b, c, d, e, f, g, h].forEach((word, i) => (sum[i] = (sum[i]! + word) | 0));
}
