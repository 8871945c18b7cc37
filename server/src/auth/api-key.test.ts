import assert from 'node:assert/strict'
import { test } from 'node:test'
import { generateApiKey, hashApiKey, isWellFormedApiKey } from './api-key.ts'

test('a key names its environment and is well formed', () => {
  for (const environment of ['live', 'sandbox'] as const) {
    const key = generateApiKey(environment)
    assert.match(key, new RegExp(`^mlp_${environment}_[0-9A-Za-z]{36}$`))
    assert.ok(isWellFormedApiKey(key))
  }
})

test('no key is made twice', () => {
  const keys = new Set(Array.from({ length: 2_000 }, () => generateApiKey('live')))
  assert.equal(keys.size, 2_000)
})

test('any one wrong letter is noticed without a look-up', () => {
  const key = generateApiKey('live')
  for (let at = 0; at < key.length; at += 1) {
    const wrong = key[at] === 'x' ? 'y' : 'x'
    assert.equal(isWellFormedApiKey(key.slice(0, at) + wrong + key.slice(at + 1)), false, `letter ${at}`)
  }
})

test('two exchanged letters, a cut, a longer one and the other environment are noticed', () => {
  const key = generateApiKey('live')
  for (let at = 9; at < key.length - 1; at += 1) {
    if (key[at] === key[at + 1]) continue
    const exchanged = `${key.slice(0, at)}${key[at + 1]}${key[at]}${key.slice(at + 2)}`
    assert.equal(isWellFormedApiKey(exchanged), false, `letters ${at}`)
  }
  for (const wrong of [
    key.slice(0, -1),
    `${key}0`,
    ` ${key}`,
    `${key}\n`,
    key.replace('live', 'sandbox'),
    '',
  ]) {
    assert.equal(isWellFormedApiKey(wrong), false, wrong)
  }
})

test('a hash has 32 bytes and belongs to one key', () => {
  const key = generateApiKey('live')
  assert.equal(hashApiKey(key).length, 32)
  assert.deepEqual(hashApiKey(key), hashApiKey(key))
  assert.notDeepEqual(hashApiKey(key), hashApiKey(generateApiKey('live')))
})
