/** A place in the write-ahead log, which PostgreSQL writes as 16/B374D848. */
export function lsnFromText(text: string): bigint {
  const parts = /^([0-9A-Fa-f]{1,8})\/([0-9A-Fa-f]{1,8})$/.exec(text)
  if (parts === null) throw new Error(`${text} is no place in the write-ahead log`)
  return (BigInt(`0x${parts[1]}`) << 32n) | BigInt(`0x${parts[2]}`)
}

export function lsnAsText(lsn: bigint): string {
  const half = (part: bigint) => part.toString(16).toUpperCase()
  return `${half(lsn >> 32n)}/${half(lsn & 0xffff_ffffn)}`
}

const hex8 = (part: bigint | number) => part.toString(16).toUpperCase().padStart(8, '0')

/** The file that holds a place: a timeline, and the number of the segment in two halves. */
export function segmentOf(timeline: number, lsn: bigint, segmentBytes: number): string {
  const number = lsn / BigInt(segmentBytes)
  const perHalf = 0x1_0000_0000n / BigInt(segmentBytes)
  return hex8(timeline) + hex8(number / perHalf) + hex8(number % perHalf)
}

export const isSegment = (name: string): boolean => /^[0-9A-F]{24}$/.test(name)
export const isHistory = (name: string): boolean => /^[0-9A-F]{8}\.history$/.test(name)
export const historyOf = (timeline: number): string => `${hex8(timeline)}.history`

/** Where a segment begins. */
export function startOfSegment(name: string, segmentBytes: number): { timeline: number; lsn: bigint } {
  const part = (at: number) => BigInt(`0x${name.slice(at, at + 8)}`)
  const perHalf = 0x1_0000_0000n / BigInt(segmentBytes)
  return { timeline: Number(part(0)), lsn: (part(8) * perHalf + part(16)) * BigInt(segmentBytes) }
}
