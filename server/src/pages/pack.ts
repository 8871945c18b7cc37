import { constants, crc32, deflateRawSync, gzipSync } from 'node:zlib'

/** How every packed text begins: by gzip, without a name or a time. */
const start = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff])
const endOfStyle = '</style>'

/** There are as many as languages times style sheets; whoever puts something else before a style must not fill our memory. */
const mostBeginnings = 16
const beginnings = new Map<string, Buffer>()

/**
 * Packs text with gzip. Pages begin with what all of them have in common, up to the end of their style: three quarters of their
 * bytes, which are packed once. It ends at a whole byte and nothing after it refers to it, so that anything may follow.
 */
export function pack(text: string): Buffer {
  const end = text.indexOf(endOfStyle)
  if (end < 0) return gzipSync(text)
  const beginning = text.slice(0, end + endOfStyle.length)
  const rest = deflateRawSync(text.slice(beginning.length))
  return Buffer.concat([start, packedBeginning(beginning), rest, checkOf(text)])
}

function packedBeginning(beginning: string): Buffer {
  const known = beginnings.get(beginning)
  if (known) return known
  const packed = deflateRawSync(beginning, { level: 9, finishFlush: constants.Z_FULL_FLUSH })
  if (beginnings.size < mostBeginnings) beginnings.set(beginning, packed)
  return packed
}

/** What browsers hold the unpacked text against. */
function checkOf(text: string): Buffer {
  const check = Buffer.alloc(8)
  check.writeUInt32LE(crc32(text), 0)
  check.writeUInt32LE(Buffer.byteLength(text) % 2 ** 32, 4)
  return check
}
