import assert from 'node:assert/strict'
import { test } from 'node:test'
import { networkOf } from './subscribers.ts'

test('the prefix hints at the network', () => {
  const expected = {
    '255741234567': 'M-Pesa',
    '255791234567': 'M-Pesa',
    '255724123456': 'M-Pesa',
    '255681234567': 'Airtel Money',
    '255781234567': 'Airtel Money',
    '255651234567': 'Mixx by Yas',
    '255712345678': 'Mixx by Yas',
    '255771234567': 'Mixx by Yas',
    '255621234567': 'HaloPesa',
    '255731234567': 'T-Pesa',
  }
  for (const [phone, network] of Object.entries(expected)) assert.equal(networkOf(phone), network, phone)
})

test('disputed ranges, neighbours and what is no number have no hint', () => {
  for (const phone of ['255721234567', '255661234567', '255631234567', '254712345678', '25571234567', '']) {
    assert.equal(networkOf(phone), null, phone)
  }
})
