import { Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

export type TarEntry = {
  name: string
  kind: 'file' | 'folder' | 'link'
  bytes: number
  mode: number
  target: string
}

/** What is done with the entries of an archive, in their order. */
export type TarReader = {
  begin(entry: TarEntry): Promise<void>
  content(bytes: Buffer): Promise<void>
  end(): Promise<void>
}

const blockBytes = 512

/** Reads an archive as PostgreSQL writes them (ustar), and refuses one that breaks off. */
export async function readTar(source: AsyncIterable<Buffer>, reader: TarReader): Promise<void> {
  let held: Buffer = Buffer.alloc(0)
  let left = 0
  let padding = 0
  let isOver = false
  const take = async (chunk: Buffer): Promise<void> => {
    held = held.length === 0 ? chunk : Buffer.concat([held, chunk])
    for (;;) {
      if (left > 0) {
        if (held.length === 0) return
        const part = held.subarray(0, left)
        await reader.content(part)
        left -= part.length
        held = held.subarray(part.length)
        if (left === 0) await reader.end()
        continue
      }
      if (padding > 0) {
        const skipped = Math.min(padding, held.length)
        padding -= skipped
        held = held.subarray(skipped)
        if (padding > 0) return
      }
      if (held.length < blockBytes) return
      const block = held.subarray(0, blockBytes)
      held = held.subarray(blockBytes)
      if (isOver || block.every((byte) => byte === 0)) {
        isOver = true
        continue
      }
      const entry = entryFrom(block)
      await reader.begin(entry)
      left = entry.bytes
      padding = (blockBytes - (entry.bytes % blockBytes)) % blockBytes
      if (left === 0) await reader.end()
    }
  }
  await pipeline(
    source,
    new Writable({
      write: (chunk, _encoding, done) => void take(chunk).then(() => done(), done),
    }),
  )
  if (!isOver || left > 0) throw new Error('the archive breaks off before its end')
}

function entryFrom(block: Buffer): TarEntry {
  const text = (from: number, length: number) => {
    const field = block.subarray(from, from + length)
    const zero = field.indexOf(0)
    return field.toString('utf8', 0, zero === -1 ? length : zero)
  }
  const sum = block.reduce((total, byte, at) => total + (at >= 148 && at < 156 ? 32 : byte), 0)
  if (Number.parseInt(text(148, 8).trim(), 8) !== sum) throw new Error('the archive is damaged')
  const kinds: Record<string, TarEntry['kind']> = { '0': 'file', '5': 'folder', '2': 'link' }
  const kind = kinds[text(156, 1) || '0']
  const prefix = text(345, 155)
  const name = (prefix === '' ? text(0, 100) : `${prefix}/${text(0, 100)}`)
    .replace(/\/+$/, '')
    .replace(/^\.\//, '')
  if (kind === undefined) throw new Error(`the archive has ${name} of an unknown kind`)
  return {
    name,
    kind,
    bytes: sizeFrom(block),
    mode: Number.parseInt(text(100, 8).trim(), 8),
    target: text(157, 100),
  }
}

/** Octal digits; from 8 GiB on, which no file of a cluster has, a number in base 256 with the first bit set. */
function sizeFrom(block: Buffer): number {
  const field = block.subarray(124, 136)
  if (((field[0] ?? 0) & 0x80) === 0)
    return Number.parseInt(field.toString('latin1').replace(/[\0 ]/g, '') || '0', 8)
  return Number(field.readBigUInt64BE(4))
}
