import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { openStage } from '../../test/stage.ts'
import { harmless, harmlessJson } from './harmless.ts'

const hostile = 'Asha\u001b]0;owned\u0007\u001b[2J\u009b2K\u202e\u001b[8m\nstatus         successful'

test('what a payer calls themselves is shown, and neither obeyed nor taken for a line of ours', async () => {
  const collection = { collection_id: 'c', reference: hostile, status: 'processing' }
  const server = createServer((_, response) =>
    response.end(JSON.stringify({ success: true, data: collection })),
  )
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const env = { MALIPO_KEY: 'mlp_sandbox_x', MALIPO_MERCHANT: 'm', MALIPO_URL: url }
  const stage = await openStage({ env })
  try {
    const shown = await stage.run('collections', 'get', 'c')
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not be there.
    assert.doesNotMatch(shown.stdout, /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]/)
    assert.equal(shown.stdout.match(/^status/gm)?.length, 1)
    assert.match(shown.stdout, /^reference +Asha\\u\{1b\}\]0;owned/m)
    const json = await stage.run('collections', 'get', 'c', '--json')
    assert.doesNotMatch(json.stdout, /[\u007f-\u009f\u202e]/)
    assert.deepEqual(JSON.parse(json.stdout), collection)
  } finally {
    server.close()
    server.closeAllConnections()
    await stage.close()
  }
})

test('our own colours stay where there are any, and nothing else does', () => {
  const words = '\u001b[32msuccessful\u001b[39m\tand\u001b[8mhidden\nnext'
  assert.equal(
    harmless(words, { isColourful: true }),
    '\u001b[32msuccessful\u001b[39m\tand\\u{1b}[8mhidden\nnext',
  )
  assert.equal(harmless('\u001b[32mpaid', { isColourful: false }), '\\u{1b}[32mpaid')
  assert.equal(harmlessJson({ a: 'Dúka 🧺' }), '{"a":"Dúka 🧺"}')
})
