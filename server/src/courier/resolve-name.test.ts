import assert from 'node:assert/strict'
import { test } from 'node:test'
import { resolveName } from './resolve-name.ts'

test('localhost is this machine by definition, in both families', async () => {
  for (const name of ['localhost', 'Localhost', 'localhost.', 'shop.localhost', 'a.b.localhost.']) {
    const found = await resolveName(name)
    assert.deepEqual(
      found.map(({ address }) => address),
      ['127.0.0.1', '::1'],
      name,
    )
  }
})

test('a name that cannot exist is told in plain words, and nobody waits for long', async () => {
  for (const name of [
    'no-such-shop.invalid',
    'notlocalhost.invalid',
    '.',
    'a..b',
    `${'a'.repeat(64)}.invalid`,
  ]) {
    await assert.rejects(resolveName(name), /does not exist|did not answer/, name)
  }
})
