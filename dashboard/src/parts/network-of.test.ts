import assert from 'node:assert/strict'
import { test } from 'node:test'
import { networkOf as inService } from '../../../server/src/providers/providers.ts'
import { networkOf } from './network-of.ts'

test('a number is of the network that the service says', () => {
  for (let start = 600; start < 800; start++) {
    const phone = `255${start}123456`
    assert.equal(networkOf(phone) ?? null, inService(phone), phone)
  }
  assert.equal(networkOf('0712345678'), undefined)
})
