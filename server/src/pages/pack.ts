import { hash } from 'node:crypto'
import { constants, crc32, deflateRawSync, gzipSync } from 'node:zlib'

/** A text in two pieces: what it has in common with many others, and what it has not. */
export type Pieces = { beginning: string; rest: string }

/** A text as it is sent: by its tag a browser knows whether it has it already. */
export type Packed = { tag: string; packed: Buffer }

/** How every packed text begins: by gzip, without a name or a time. */
const start = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff])

/** What follows is a few kilobytes, for which a small window does; to clear a large one would cost more than the packing. */
const forLittle = { windowBits: 13, memLevel: 7 }

/** There are as many as languages times style sheets; should somebody make more of them, they must not fill our memory. */
const mostBeginnings = 16

/** The page of a link is one for everybody who opens it, and a page that loads itself again is mostly as it was. */
const mostKept = 128
const longestKept = 12 * 1024

type Beginning = { packed: Buffer; check: number; bytes: number; tag: string; kept: Map<string, Packed> }

const beginnings = new Map<string, Beginning>()

/**
 * Packs text with gzip. Pages begin with what all of them have in common, up to the end of their style: three quarters of their
 * bytes, which are packed, counted and hashed once. It ends at a whole byte and nothing after it refers to it, so that anything may follow.
 */
export function pack({ beginning, rest }: Pieces): Packed {
  if (beginning === '') return { tag: tagOf(rest), packed: gzipSync(rest) }
  const common = beginningOf(beginning)
  const known = common.kept.get(rest)
  if (known) {
    // Whoever was asked for last is forgotten last.
    common.kept.delete(rest)
    common.kept.set(rest, known)
    return known
  }
  const made = packBehind(common, rest)
  if (rest.length <= longestKept) common.kept.set(rest, made)
  if (common.kept.size > mostKept) common.kept.delete(String(common.kept.keys().next().value))
  return made
}

function packBehind(common: Beginning, rest: string): Packed {
  const end = Buffer.alloc(8)
  // What browsers hold the unpacked text against.
  end.writeUInt32LE(crc32(rest, common.check), 0)
  end.writeUInt32LE((common.bytes + Buffer.byteLength(rest)) % 2 ** 32, 4)
  const packed = Buffer.concat([start, common.packed, deflateRawSync(rest, forLittle), end])
  return { tag: tagOf(common.tag + rest), packed }
}

function beginningOf(text: string): Beginning {
  const known = beginnings.get(text)
  if (known) return known
  const made = {
    packed: deflateRawSync(text, { level: 9, finishFlush: constants.Z_FULL_FLUSH }),
    ...{ check: crc32(text), bytes: Buffer.byteLength(text), tag: tagOf(text), kept: new Map() },
  }
  if (beginnings.size < mostBeginnings) beginnings.set(text, made)
  return made
}

function tagOf(text: string): string {
  return hash('sha256', text, 'base64url').slice(0, 16)
}
