/**
 * In which of so many equal ranges of hashes an id lies, by the same hash and the same ranges by which Citus gives rows to the parts of a table that is
 * distributed by a UUID. What is gathered by it comes to the same node, however many nodes share the ranges.
 */
export function rangeOf(id: string, ranges: number): number {
  const width = Math.floor(2 ** 32 / ranges)
  // What does not divide evenly is left to the last.
  return Math.min(Math.floor((hashOf(id) + 2 ** 31) / width), ranges - 1)
}

/** PostgreSQL's `uuid_hash`: Bob Jenkins's lookup3 over the sixteen bytes. */
export function hashOf(id: string): number {
  const start = (0x9e3779b9 + 16 + 3_923_095) | 0
  let [a, b, c] = [start, start, start]
  a = (a + word(id.slice(0, 8))) | 0
  b = (b + word(id.slice(9, 13) + id.slice(14, 18))) | 0
  c = (c + word(id.slice(19, 23) + id.slice(24, 28))) | 0
  a = (a - c) ^ turned(c, 4)
  c = (c + b) | 0
  b = (b - a) ^ turned(a, 6)
  a = (a + c) | 0
  c = (c - b) ^ turned(b, 8)
  b = (b + a) | 0
  a = (a - c) ^ turned(c, 16)
  c = (c + b) | 0
  b = (b - a) ^ turned(a, 19)
  a = (a + c) | 0
  c = (c - b) ^ turned(b, 4)
  b = (b + a) | 0
  a = (a + word(id.slice(28))) | 0
  c = ((c ^ b) - turned(b, 14)) | 0
  a = ((a ^ c) - turned(c, 11)) | 0
  b = ((b ^ a) - turned(a, 25)) | 0
  c = ((c ^ b) - turned(b, 16)) | 0
  a = ((a ^ c) - turned(c, 4)) | 0
  b = ((b ^ a) - turned(a, 14)) | 0
  return ((c ^ b) - turned(b, 24)) | 0
}

/** Four bytes as a number, the first of them the least. */
function word(hex: string): number {
  const value = Number.parseInt(hex, 16)
  if (Number.isNaN(value)) throw new TypeError(`${hex} is no part of a UUID`)
  return (value << 24) | ((value & 0xff00) << 8) | ((value >>> 8) & 0xff00) | (value >>> 24)
}

function turned(value: number, by: number): number {
  return (value << by) | (value >>> (32 - by))
}
