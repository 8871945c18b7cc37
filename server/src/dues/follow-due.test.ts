import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Due, followDue, hasHeir, type Payment, type PaymentStep, paidTwice } from './follow-due.ts'

function step(id: string, status: 'successful' | 'reversed'): PaymentStep {
  const payment: Payment = {
    id,
    merchant_id: 'shop',
    environment: 'live',
    status: status === 'successful' ? 'processing' : 'successful',
    amount: 100_000n,
    currency: 'TZS',
    payment_link_id: 'link',
    invoice_id: null,
    control_number_id: null,
    refunds_reckoned: null,
    credited: null,
    updated_at: new Date(0),
  }
  return { before: payment, after: { ...payment, status } }
}
const pays = (id: string) => step(id, 'successful')
const goesBack = (id: string) => step(id, 'reversed')

const once: Due = { id: 'due', isOnce: true, paidBy: null, paidCount: 0 }
const paid: Due = { ...once, paidBy: 'a', paidCount: 1 }
const often: Due = { ...once, isOnce: false, paidCount: 7 }

/** A due, what happens to it, and then: who pays it, how many have, who came second, whether somebody else takes over. */
const table: [
  told: string,
  Due,
  PaymentStep[],
  [by: string | null, count: number, twice: string, heir: boolean],
][] = [
  ['the first pays', once, [pays('a')], ['a', 1, '', false]],
  ['of two at once the first pays', once, [pays('a'), pays('b')], ['a', 2, 'b', false]],
  ['the second comes later', paid, [pays('b')], ['a', 2, 'b', false]],
  ['the one that paid goes back', paid, [goesBack('a')], [null, 0, '', false]],
  ['and another takes its place', paid, [goesBack('a'), pays('b')], ['b', 1, '', false]],
  ['the one that paid goes back, the second stays', paid, [pays('b'), goesBack('a')], [null, 1, 'b', true]],
  ['the second goes back', { ...paid, paidCount: 2 }, [goesBack('b')], ['a', 1, '', false]],
  ['the second goes back in the same breath', paid, [pays('b'), goesBack('b')], ['a', 1, '', false]],
  ['paid and taken back in the same breath', once, [pays('a'), goesBack('a')], [null, 0, '', false]],
  ['what can be paid again', often, [pays('a'), pays('b'), goesBack('c')], [null, 8, '', false]],
]

for (const [told, due, steps, expected] of table) {
  test(`a due: ${told}`, () => {
    const { due: after, twice } = followDue(due, steps)
    const second = twice.map(({ id }) => id).join(' ')
    assert.deepEqual([after.paidBy, after.paidCount, second, hasHeir(after)], expected)
  })
}

test('what was paid twice is told with who pays it and what came besides', () => {
  const { due, twice } = followDue(paid, [pays('b')])
  const [second] = twice
  assert.ok(second)
  assert.deepEqual(paidTwice('invoice', due, second), {
    merchantId: 'shop',
    environment: 'live',
    collectionId: 'b',
    kind: 'paid_twice',
    ours: 'invoice due is paid by collection a',
    theirs: 'successful TZS 1000.00',
  })
})
