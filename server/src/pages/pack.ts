import { hash } from 'node:crypto'
import { constants, crc32, deflateRawSync, gzipSync } from 'node:zlib'

/** A text in pieces: what it has in common with many others, and what it has not. */
export type Pieces = {
  beginning: string
  rest: string
  /** What stands in the rest for one visitor alone: a short text that is nowhere else in it. */
  own?: string | undefined
}

/** A text as it is sent: by its tag a browser knows whether it has it already. */
export type Packed = { tag: string; packed: Buffer }

/** A piece that was packed on its own, and ends at a whole byte. */
type Piece = { packed: Buffer; check: number; bytes: number; tag: string }

/** All of a text up to what is somebody's own, and what follows on that. */
type Around = { before: Piece; after: string; packedAfter: Buffer }

type Beginning = Piece & { kept: Map<string, Around> }

/** How every packed text begins: by gzip, without a name or a time. */
const start = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff])

/** For a few kilobytes a small window does; to clear a large one would cost more than the packing. */
const forLittle = { windowBits: 13, memLevel: 7 }
const forMuch = {}
const toBeContinued = { finishFlush: constants.Z_FULL_FLUSH }

/** There are as many as languages times style sheets; should somebody make more of them, they must not fill our memory. */
const mostBeginnings = 16

/** The page of a link is one for everybody who opens it, and a page that loads itself again is mostly as it was. */
const mostKept = 128
const longestKept = 12 * 1024

/** Bytes that are not packed are counted by two bytes, and a character has four at most. */
const longestOwn = 16_000

const beginnings = new Map<string, Beginning>()

/**
 * Packs text with gzip. Pages begin with what all of them have in common, up to the end of their style: three quarters of their
 * bytes, which are packed, counted and hashed once. What was sent lately is not packed again, nor is what surrounds somebody's own. Each piece
 * ends at a whole byte and nothing after it refers to it, so that anything may follow.
 */
export function pack({ beginning, rest, own = '' }: Pieces): Packed {
  if (beginning === '') return { tag: tagOf(rest), packed: gzipSync(rest) }
  const common = beginningOf(beginning)
  const place = own === '' || own.length > longestOwn ? -1 : rest.indexOf(own)
  return place < 0
    ? assemble(aroundOf(common, '', rest), '')
    : assemble(aroundOf(common, rest.slice(0, place), rest.slice(place + own.length)), own)
}

function assemble({ before, after, packedAfter }: Around, own: string): Packed {
  const bytes = Buffer.from(own)
  const end = Buffer.alloc(8)
  // What browsers hold the unpacked text against.
  end.writeUInt32LE(crc32(after, crc32(bytes, before.check)), 0)
  end.writeUInt32LE((before.bytes + bytes.length + Buffer.byteLength(after)) % 2 ** 32, 4)
  return {
    tag: own === '' ? before.tag : tagOf(before.tag + own),
    packed: Buffer.concat([start, before.packed, unpackedBlock(bytes), packedAfter, end]),
  }
}

/** A block of bytes as they are: a mark, their number, and the same with each bit turned. */
function unpackedBlock(bytes: Buffer): Buffer {
  if (bytes.length === 0) return bytes
  const head = Buffer.alloc(5)
  head.writeUInt16LE(bytes.length, 1)
  head.writeUInt16LE(bytes.length ^ 0xffff, 3)
  return Buffer.concat([head, bytes])
}

function aroundOf(common: Beginning, before: string, after: string): Around {
  const { kept } = common
  const name = `${before}\0${after}`
  const around = kept.get(name) ?? packAround(common, before, after)
  // Whoever was asked for last is forgotten last.
  kept.delete(name)
  if (name.length <= longestKept) kept.set(name, around)
  if (kept.size > mostKept) kept.delete(String(kept.keys().next().value))
  return around
}

function packAround(common: Beginning, text: string, after: string): Around {
  const tag = tagOf(`${common.tag}${text}\0${after}`)
  const packedAfter = deflateRawSync(after, after.length <= longestKept ? forLittle : forMuch)
  if (text === '') return { before: { ...common, tag }, after, packedAfter }
  const before = {
    packed: Buffer.concat([common.packed, deflateRawSync(text, { ...forLittle, ...toBeContinued })]),
    ...{ check: crc32(text, common.check), bytes: common.bytes + Buffer.byteLength(text), tag },
  }
  return { before, after, packedAfter }
}

function beginningOf(text: string): Beginning {
  const known = beginnings.get(text)
  if (known) return known
  const made = {
    packed: deflateRawSync(text, { level: 9, ...toBeContinued }),
    ...{ check: crc32(text), bytes: Buffer.byteLength(text), tag: tagOf(text), kept: new Map() },
  }
  if (beginnings.size < mostBeginnings) beginnings.set(text, made)
  return made
}

function tagOf(text: string): string {
  return hash('sha256', text, 'base64url').slice(0, 16)
}
