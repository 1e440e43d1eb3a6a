// What a move changed: places (two bytes each), then the old bytes there.
export function what_changed(before: Uint8Array, after: Uint8Array): Uint8Array {
  const places = [...before.keys()].filter((at) => before[at] !== after[at]);
  return Uint8Array.from([...places.flatMap((at) => [at & 255, at >> 8]), ...places.map((at) => before[at]!)]);
}

export function before_change(after: Uint8Array, undo: Uint8Array): Uint8Array {
  const count = undo.length / 3;
  const old = after.slice();
  for (let i = 0; i < count; i++) old[undo[2 * i]! + 256 * undo[2 * i + 1]!] = undo[2 * count + i]!;
  return old;
}
