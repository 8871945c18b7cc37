import type { FileHandle } from 'node:fs/promises'
import { lsnAsText, lsnFromText, segmentOf } from './place-in-wal.ts'
import type { ReplicationLine, Sender } from './replication-line.ts'
import { keepWhole, openPartial } from './wal-archive.ts'

type Wishes = {
  folder: string
  slotName: string
  segmentBytes: number
  timeline: number
  /** Where a segment begins. */
  lsn: bigint
}

type Open = { name: string; path: string; file: FileHandle; isDirty: boolean }

/** What we have goes to the disk and is told to the server this often; it keeps what it was not told of. */
const tellEveryMs = 500
/** The server says something every half minute, if only that it is there. */
const silenceMs = 90_000

/** Returns where to go on when the timeline ends; the end of the connection rejects. */
export async function receiveSegments(
  line: ReplicationLine,
  { folder, slotName, segmentBytes, timeline, lsn }: Wishes,
): Promise<{ timeline: number; lsn: bigint } | undefined> {
  let open: Open | undefined
  let received = lsn
  let flushed = lsn
  let heardAt = performance.now()
  let sender: Sender | undefined
  let work: Promise<void> = Promise.resolve()

  const flush = async () => {
    if (open?.isDirty) await open.file.sync()
    if (open) open.isDirty = false
    flushed = received
  }
  const finishSegment = async () => {
    if (open === undefined) return
    await flush()
    await open.file.close()
    await keepWhole(open.path)
    open = undefined
  }
  const write = async (at: bigint, bytes: Buffer): Promise<void> => {
    if (at !== received)
      throw new Error(`the log went on at ${lsnAsText(at)} instead of ${lsnAsText(received)}`)
    for (let rest = bytes; rest.length > 0; ) {
      const offset = Number(received % BigInt(segmentBytes))
      if (open === undefined) {
        const name = segmentOf(timeline, received, segmentBytes)
        open = { name, ...(await openPartial(folder, name, segmentBytes)), isDirty: false }
      }
      const part = rest.subarray(0, segmentBytes - offset)
      await open.file.write(part, 0, part.length, offset)
      open.isDirty = true
      received += BigInt(part.length)
      rest = rest.subarray(part.length)
      if (received % BigInt(segmentBytes) === 0n) await finishSegment()
    }
  }
  const tell = async () => {
    await flush()
    sender?.send(statusOf(received, flushed))
  }
  /** One after the other: what is told must be on the disk. */
  const inTurn = (step: () => Promise<void>): Promise<void> => {
    work = work.then(step)
    return work
  }
  const watch = setInterval(() => {
    if (performance.now() - heardAt > silenceMs) line.cut()
    else if (flushed !== received) inTurn(tell).catch(() => line.cut())
  }, tellEveryMs)
  try {
    const answers = await line.copy(
      `START_REPLICATION SLOT ${slotName} PHYSICAL ${lsnAsText(lsn)} TIMELINE ${timeline}`,
      {
        receive: (bytes, given) => {
          sender = given
          heardAt = performance.now()
          const kind = String.fromCharCode(bytes[0] ?? 0)
          if (kind === 'w') return inTurn(() => write(bytes.readBigUInt64BE(1), bytes.subarray(25)))
          const wantsAnswer = kind === 'k' && bytes[17] === 1
          return wantsAnswer ? inTurn(tell) : undefined
        },
      },
    )
    const next = answers.flat().find((row) => row.next_tli)
    if (!next?.next_tli || !next.next_tli_startpos) return undefined
    return { timeline: Number(next.next_tli), lsn: lsnFromText(next.next_tli_startpos) }
  } finally {
    clearInterval(watch)
    await work.catch(() => {})
    await flush().catch(() => {})
    await open?.file.close()
  }
}

function statusOf(written: bigint, flushed: bigint): Buffer {
  const status = Buffer.alloc(34)
  status.write('r', 0, 'latin1')
  status.writeBigUInt64BE(written, 1)
  status.writeBigUInt64BE(flushed, 9)
  // Nothing is applied here, and the server wants the time for its views only.
  return status
}
