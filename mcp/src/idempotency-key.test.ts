import assert from 'node:assert/strict'
import { test } from 'node:test'
import { idempotencyKeyOf } from './idempotency-key.ts'

test('one request of one tool has one key, and any other has another', () => {
  const key = idempotencyKeyOf('request_payout', 'pay-asha')
  assert.equal(idempotencyKeyOf('request_payout', 'pay-asha'), key)
  assert.match(key, /^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  const others = [
    idempotencyKeyOf('request_payout', 'pay-asha '),
    idempotencyKeyOf('create_payment_link', 'pay-asha'),
    idempotencyKeyOf('request', 'payout","pay-asha'),
  ]
  assert.equal(new Set([key, ...others]).size, 4)
})
