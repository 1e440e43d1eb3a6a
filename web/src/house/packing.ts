/**
 * A text in the fragment of an address: made small, in letters that no messenger changes, with a check that all of it came.
 *
 * First a letter that says how it is packed (`z`: deflated; `t`: as it is, where a browser cannot), then four bytes of
 * CRC-32 and the text, in base64url.
 */
const LONGEST = 400_000; // bytes of an unpacked text: what a link could be made to unpack is not without end

/** What was in the link is not all there, or was never packed here. */
export class Unreadable extends Error {}

/** This browser cannot unpack it. */
export class TooOld extends Error {}

export async function pack(text: string): Promise<string> {
  const bytes = new TextEncoder().encode(text);
  const deflates = typeof CompressionStream !== "undefined";
  const small = deflates ? await through(bytes, new CompressionStream("deflate-raw"), Infinity) : bytes;
  const all = new Uint8Array(4 + small.length);
  new DataView(all.buffer).setUint32(0, crc32(small));
  all.set(small, 4);
  return (deflates ? "z" : "t") + toLetters(all);
}

/** Unreadable for anything that `pack` did not make. */
export async function unpack(packed: string): Promise<string> {
  const all = fromLetters(packed.slice(1));
  const small = all.subarray(4);
  if (!/^[zt]/.test(packed) || all.length < 5) throw new Unreadable("no packed text");
  if (new DataView(all.buffer).getUint32(0) !== crc32(small)) throw new Unreadable("a part is missing");
  if (packed.startsWith("t")) return new TextDecoder().decode(small);
  if (typeof DecompressionStream === "undefined") throw new TooOld("deflate-raw");
  const bytes = await through(small, new DecompressionStream("deflate-raw"), LONGEST).catch(() => {
    throw new Unreadable("not deflated");
  });
  return new TextDecoder().decode(bytes);
}

async function through(
  bytes: Uint8Array<ArrayBuffer>,
  stream: CompressionStream | DecompressionStream,
  longest: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const parts: Uint8Array[] = [];
  let length = 0;
  const reader = new Blob([bytes]).stream().pipeThrough(stream).getReader();
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    parts.push(part.value);
    length += part.value.length;
    if (length > longest) throw new Unreadable("too long");
  }
  return new Uint8Array(await new Blob(parts as BlobPart[]).arrayBuffer());
}

const toLetters = (bytes: Uint8Array): string =>
  btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replace(/=+$/, "");

function fromLetters(letters: string): Uint8Array<ArrayBuffer> {
  if (!/^[\w-]*$/.test(letters) || letters.length % 4 === 1) throw new Unreadable("other letters");
  const bytes = atob(letters.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(bytes, (letter) => letter.charCodeAt(0));
}

/** Not a hash that keeps anybody from anything: it finds what was lost on the way. (`crypto.subtle` needs HTTPS.) */
function crc32(bytes: Uint8Array): number {
  let rest = -1;
  for (const byte of bytes) {
    rest ^= byte;
    for (let bit = 0; bit < 8; bit++) rest = (rest >>> 1) ^ (rest & 1 ? 0xedb88320 : 0);
  }
  return (rest ^ -1) >>> 0;
}
