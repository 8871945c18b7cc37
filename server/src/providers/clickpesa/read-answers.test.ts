import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Outcome } from '../provider.ts'
import type { Answer } from './client.ts'
import { outcomeOfPayment, outcomeOfPayOut } from './codes.ts'
import { readFound, readOrder } from './read-answers.ts'

const answer = (status: number | null, body: unknown): Answer => ({
  status,
  body,
  because: 'so',
  theirTime: null,
  exchange: { request: null, response: null },
})

const told = (message: string) => ({ message })

/** What each answer to an order means; `unknown, answered` is one that came from them and that nobody understands. */
const orders: [number | null, unknown, string][] = [
  [200, { orderReference: 'R1', status: 'PROCESSING' }, 'pending'],
  [201, { orderReference: 'R1', status: 'SUCCESS' }, 'succeeded'],
  [200, { orderReference: 'R1', status: 'QUEUED' }, 'unknown, answered'],
  [200, { orderReference: 'R1' }, 'unknown, answered'],
  [200, { orderReference: 'R2', status: 'SUCCESS' }, 'unknown'],
  [200, [{ orderReference: 'R1', status: 'SUCCESS' }], 'unknown'],
  [202, { orderReference: 'R1', status: 'SUCCESS' }, 'unknown'],
  [400, told('Invalid phone number'), 'failed invalid_number'],
  [400, told('amount must be above the minimum'), 'failed limit'],
  [400, told('Invalid checksum'), 'failed refused'],
  [400, told('Order reference already used'), 'seen'],
  [400, told('Please wait 45 seconds'), 'later'],
  [400, null, 'unknown'],
  [400, told(' '), 'unknown'],
  [401, told('Unauthorized'), 'failed refused'],
  [403, told('Feature is disabled'), 'failed refused'],
  [403, told('Your IP is not allowed'), 'blocked'],
  [403, '<html>', 'unknown'],
  [404, told('Cannot POST /x'), 'unknown, answered'],
  [409, told('anything'), 'seen'],
  [409, null, 'unknown'],
  [422, told('no'), 'unknown, answered'],
  [429, told('slow down'), 'later'],
  [500, told('Internal server error'), 'unknown'],
  [503, told('Order reference already used'), 'unknown'],
  [null, null, 'unknown'],
]

function inWords(outcome: ReturnType<typeof readOrder> | ReturnType<typeof readFound>): string {
  if (outcome.kind === 'failed') return `failed ${outcome.reason}`
  return outcome.kind === 'unknown' && outcome.answered ? 'unknown, answered' : outcome.kind
}

test('what an order is answered means what the table says', () => {
  for (const [status, body, wanted] of orders) {
    const read = inWords(readOrder(answer(status, body), 'R1', outcomeOfPayment))
    assert.equal(read, wanted, `${status} ${JSON.stringify(body)}`)
  }
})

const payment = (status: string, amount = 1500, currency = 'TZS') => ({
  orderReference: 'R1',
  status,
  collectedAmount: amount,
  collectedCurrency: currency,
})

const found: [number | null, unknown, string][] = [
  [200, [payment('PENDING')], 'pending'],
  [200, [payment('ON-HOLD')], 'pending'],
  [200, [], 'never_seen'],
  [200, [payment('FAILED'), payment('PROCESSING')], 'pending'],
  [200, [payment('PROCESSING'), payment('FAILED')], 'pending'],
  [200, [payment('FAILED'), payment('QUEUED')], 'unknown, answered'],
  [200, [payment('FAILED'), payment('REVERSED')], 'reversed'],
  [200, [payment('FAILED'), payment('FAILED')], 'failed declined'],
  [200, [payment('QUEUED'), payment('SETTLED')], 'succeeded'],
  [200, [payment('SUCCESS'), payment('SUCCESS', 1, 'USD')], 'unknown, answered'],
  [200, [payment('SUCCESS', 0.001)], 'unknown, answered'],
  [200, [payment('SUCCESS'), null], 'unknown, answered'],
  [200, [{ ...payment('SUCCESS'), orderReference: 'R2' }], 'unknown, answered'],
  [200, payment('SUCCESS'), 'unknown'],
  [201, [payment('SUCCESS')], 'unknown'],
  [404, told('Payment not found'), 'never_seen'],
  [404, told('Cannot GET /payments/R1: not found'), 'unknown'],
  [404, told('No such route'), 'unknown'],
  [404, null, 'unknown'],
  [400, told('Payment not found'), 'unknown'],
  [401, told('Unauthorized'), 'unknown'],
  [500, told('Payment not found'), 'unknown'],
  [null, null, 'unknown'],
]

test('what a look-up is answered means what the table says', () => {
  for (const [status, body, wanted] of found) {
    const read = inWords(readFound(answer(status, body), 'R1', outcomeOfPayment))
    assert.equal(read, wanted, `${status} ${JSON.stringify(body)}`)
  }
})

test('two payments under one reference are as much money as both', () => {
  const twice = readFound(
    answer(200, [payment('SUCCESS'), payment('SETTLED', 500.5)]),
    'R1',
    outcomeOfPayment,
  )
  assert.deepEqual(twice, {
    kind: 'succeeded',
    providerStatus: 'SUCCESS',
    paid: { amount: 200_050n, currency: 'TZS' },
  } satisfies Outcome)
})

test('what was paid out is never read from the amount that may be with its fee', () => {
  const payOut = { orderReference: 'R1', status: 'SUCCESS', amount: '1047.10', currency: 'TZS' }
  const paidOf = (more: Record<string, unknown>) => {
    const outcome = outcomeOfPayOut({ ...payOut, ...more })
    return outcome.kind === 'succeeded' ? outcome.paid?.amount : outcome.kind
  }
  assert.equal(paidOf({}), undefined)
  assert.equal(paidOf({ order: { amount: '1000.00', currency: 'TZS' } }), 100_000n)
  assert.equal(paidOf({ beneficiary: { amount: 1000 } }), 100_000n)
  assert.equal(paidOf({ beneficiary: { amount: 'much' } }), 'unknown')
})
