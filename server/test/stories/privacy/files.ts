import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import type { Environment } from '@malipo/contract'
import type { Fields, Shop } from '../money/shop.ts'

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

export async function saveFile(
  shop: Pick<Shop, 'dashboard'>,
  path: string,
  environment: Environment = 'live',
): Promise<string> {
  const answer = await shop.dashboard(path, environment)
  assert.equal(answer.status, 200, JSON.stringify(answer.body))
  assert.match(String(answer.headers.get('content-type')), /^application\/x-ndjson/)
  assert.match(String(answer.headers.get('content-disposition')), /\.ndjson/)
  return String(answer.body)
}
