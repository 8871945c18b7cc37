import type { AttemptResult } from '@malipo/contract'

/** What is kept of an answer's body, for a person who wants to know what went wrong. */
const mostKeptBytes = 4096

/** What is read to the end so that the connection can serve again; to hang up on more is cheaper than to read it. */
const mostReadBytes = 65_536

const dayMs = 24 * 60 * 60 * 1000

export type Answer = { status: number; retryAfterMs: number | null; chunks: Buffer[]; bytes: number }

/** Takes one more piece of the body, and says whether reading on is worth it. */
export function takeChunk(answer: Answer, chunk: Buffer): boolean {
  if (answer.bytes < mostKeptBytes) answer.chunks.push(chunk)
  answer.bytes += chunk.length
  return answer.bytes <= mostReadBytes
}

/** The first 4 KB as text that a database stores, whatever the bytes are. */
export function textOf({ chunks }: Answer): string {
  const [first] = chunks
  if (first === undefined) return ''
  const whole = chunks.length === 1 ? first : Buffer.concat(chunks)
  const text = whole.toString('utf8', 0, endOfText(whole))
  return text.includes('\u0000') ? text.replaceAll('\u0000', '\ufffd') : text
}

/** Not in the middle of a letter: one of UTF-8 goes on with bytes that start with the bits 10, three at most. */
function endOfText(bytes: Buffer): number {
  if (bytes.length <= mostKeptBytes) return bytes.length
  for (let end = mostKeptBytes; end > mostKeptBytes - 4; end -= 1) {
    if (((bytes[end] ?? 0) & 0b1100_0000) !== 0b1000_0000) return end
  }
  return mostKeptBytes
}

export function resultOf(status: number): AttemptResult {
  if (status < 300) return 'delivered'
  if (status < 400) return 'redirected'
  return status === 410 ? 'gone' : 'refused'
}

export function errorOf(status: number): string | null {
  if (status < 300) return null
  if (status < 400) return `answered ${status}; redirects are not followed, so give the final address`
  if (status === 410) return 'answered 410: the endpoint is gone'
  return `answered ${status} instead of 2xx`
}

/** How long the receiver asks us to wait, in seconds or until a date; null if it does not say, or makes no sense. */
export function retryAfterOf(header: string | string[] | undefined, now: () => Date): number | null {
  const text = (Array.isArray(header) ? header[0] : header)?.trim()
  if (text === undefined) return null
  const ms = /^\d{1,10}$/.test(text) ? Number(text) * 1000 : untilDate(text, now)
  return ms > 0 ? Math.min(ms, dayMs) : null
}

function untilDate(text: string, now: () => Date): number {
  if (!/^[A-Z][a-z]{2,8}, .+ GMT$/.test(text)) return Number.NaN
  return Date.parse(text) - now().getTime()
}
