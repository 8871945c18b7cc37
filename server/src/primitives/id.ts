import { randomFillSync } from 'node:crypto'
import type { Clock } from './clock.ts'

/** Makes UUIDs of version 7: they sort by time, and by order of making within one process. */
export type NewId = () => string

/** Random bytes are drawn for many ids at once: asking for 10 at a time costs more than all the rest. */
const idsPerDraw = 256
const bytesPerId = 10

export function idsFrom(clock: Clock, fillRandom: (bytes: Uint8Array) => void = randomFillSync): NewId {
  const random = Buffer.alloc(bytesPerId * idsPerDraw)
  let position = random.length
  let lastMs = 0
  let counter = 0

  function tick(): void {
    const nowMs = clock.now().getTime()
    if (nowMs > lastMs) {
      lastMs = nowMs
      // Half the range, so that a burst within one millisecond has room to count up.
      counter = random.readUInt16BE(position) & 0x07ff
    } else if (++counter > 0xfff) {
      lastMs += 1
      counter = 0
    }
  }

  return () => {
    if (position === random.length) {
      fillRandom(random)
      position = 0
    }
    tick()
    const time = lastMs.toString(16).padStart(12, '0')
    const variant = (0x8000 | (random.readUInt16BE(position + 2) & 0x3fff)).toString(16)
    const node = random.toString('hex', position + 4, position + bytesPerId)
    position += bytesPerId
    return `${time.slice(0, 8)}-${time.slice(8)}-7${counter.toString(16).padStart(3, '0')}-${variant}-${node}`
  }
}

/** Lower than every id that is made from that millisecond on, so that a time can bound a walk over ids. */
export function lowestIdAt(ms: number): string {
  const hex = Math.max(0, ms).toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`
}

/** When an id was made. */
export function timeOfId(id: string): Date {
  return new Date(Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16))
}

const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

export function isId(text: string): boolean {
  return uuidPattern.test(text)
}
