import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import type { Fields } from '../money/shop.ts'
import type { RefundStage } from '../refunds/stage.ts'

type Counter = Awaited<ReturnType<RefundStage['openCounter']>>

type Line = { line: number; kind: string; data: Fields; hash: string }

/** As the guide tells it to whoever checks a file, apart from our own code. */
export function readLines(text: string): Line[] {
  let before = '0'.repeat(64)
  const lines = text
    .trimEnd()
    .split('\n')
    .map((one) => JSON.parse(one) as Line)
  for (const [at, { line, data, hash }] of lines.entries()) {
    const expected = createHash('sha256')
      .update(`${before}\n${JSON.stringify(data)}`)
      .digest('hex')
    assert.deepEqual([line, hash], [at + 1, expected])
    before = hash
  }
  return lines
}

export async function saveFile(shop: Counter, path: string): Promise<string> {
  const answer = await shop.dashboard(path, 'live')
  assert.equal(answer.status, 200, JSON.stringify(answer.body))
  assert.match(String(answer.headers.get('content-type')), /^application\/x-ndjson/)
  assert.match(String(answer.headers.get('content-disposition')), /\.ndjson/)
  return String(answer.body)
}
