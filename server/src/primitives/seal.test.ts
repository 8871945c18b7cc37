import assert from 'node:assert/strict'
import { test } from 'node:test'
import { vaultFrom } from './seal.ts'

const vault = vaultFrom('a secret of more than thirty-two letters')
const other = vaultFrom('another secret of more than 32 letters..')

test('a sealed text is opened by the same secret and by no other', () => {
  for (const text of ['', 'whsec_abc', 'Habari 😀', 'x'.repeat(100_000)]) {
    const sealed = vault.seal(text)
    assert.equal(vaultFrom('a secret of more than thirty-two letters').open(sealed), text)
    assert.throws(() => other.open(sealed))
  }
})

test('the same text is sealed differently each time and cannot be read', () => {
  const [first, second] = [vault.seal('whsec_abc'), vault.seal('whsec_abc')]
  assert.notDeepEqual(first, second)
  assert.ok(!first.includes('whsec'))
})

test('a changed or cut seal does not open', () => {
  const sealed = vault.seal('whsec_abc')
  for (let at = 0; at < sealed.length; at += 1) {
    const changed = Buffer.from(sealed)
    changed[at] = (changed[at] ?? 0) ^ 1
    assert.throws(() => vault.open(changed), `byte ${at}`)
  }
  for (const length of [0, 12, 20, 28, sealed.length - 1]) {
    assert.throws(() => vault.open(sealed.subarray(0, length)), `${length} bytes`)
  }
})

test('each purpose has a key of its own', () => {
  assert.equal(vault.auditHash('a').length, 32)
  assert.deepEqual(vault.auditHash('a'), vault.auditHash('a'))
  assert.notDeepEqual(vault.auditHash('a'), other.auditHash('a'))
  assert.notEqual(vault.sessionSecret, other.sessionSecret)
})
