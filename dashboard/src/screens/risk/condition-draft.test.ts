import assert from 'node:assert/strict'
import { test } from 'node:test'
import { about, conditionOf, type Draft, draftOf, newRow, ofKind, pathOf, whats } from './condition-draft.ts'

const pushes = { field: 'payer_count_10m', is: 'more_than', value: '4' } as const
const byPush = { field: 'method', is: 'equals', value: 'USSD_PUSH' } as const
const listed = { field: 'payer_listed', is: 'differs', value: 'known' } as const
const threshold = { field: 'amount', is: 'more_than', value: 'hold_threshold' } as const

test('what a form shows is sent as it was written', () => {
  for (const condition of [
    pushes,
    threshold,
    { all: [pushes, byPush] },
    { any: [pushes, { all: [byPush, listed] }] },
    { all: [{ field: 'merchant_sum_30d', is: 'less_than', value: '500000.00' } as const, { any: [listed] }] },
  ]) {
    const draft = draftOf(condition)
    assert.ok(draft, JSON.stringify(condition))
    assert.deepEqual(conditionOf(draft, 'collections'), condition)
  }
})

test('what is not true is said to be false', () => {
  const draft = draftOf({ field: 'payer_new', is: 'differs', value: 'true' })
  assert.ok(draft)
  assert.deepEqual(conditionOf(draft, 'collections'), { field: 'payer_new', is: 'equals', value: 'false' })
})

test('a form shows no condition that says more than it can', () => {
  for (const condition of [
    { not: pushes },
    { all: [{ not: pushes }] },
    { all: [] },
    { all: [pushes], any: [byPush] },
    { ...pushes, all: [byPush] },
    { field: 'amount' as const },
    {},
  ])
    assert.equal(draftOf(condition), null, JSON.stringify(condition))
})

test('who pays becomes who is paid when a rule looks at payouts', () => {
  const draft = draftOf({ any: [pushes, { all: [listed, byPush] }] })
  assert.ok(draft)
  assert.deepEqual(conditionOf(ofKind(draft, 'payouts'), 'payouts'), {
    any: [
      { ...pushes, field: 'recipient_count_10m' },
      {
        all: [
          { ...listed, field: 'recipient_listed' },
          { ...byPush, value: 'MOBILE_MONEY' },
        ],
      },
    ],
  })
})

test('what the service says is wrong is found where it stands', () => {
  const row = newRow('amount', 'collections')
  const one: Draft = { how: 'all', parts: [row] }
  const two: Draft = { how: 'any', parts: [row, { how: 'all', rows: [row] }] }
  assert.deepEqual([pathOf(one, 0), pathOf(two, 1)], ['when', 'when.any.1'])
})

test('everything that can be chosen can be sent, and a number stays when another is asked for', () => {
  for (const what of whats) {
    const fresh = newRow(what, 'collections')
    const row = fresh.value === '' ? { ...fresh, value: '1' } : fresh
    assert.deepEqual(draftOf(conditionOf({ how: 'all', parts: [row] }, 'collections'))?.parts.length, 1, what)
  }
  const count = { ...newRow('count', 'collections'), is: 'less_than', value: '7' } as const
  const { is, value } = about(count, 'age', 'collections')
  assert.deepEqual([is, value], ['less_than', '7'])
  assert.equal(about(count, 'method', 'payouts').value, 'MOBILE_MONEY')
})

test('a flag that is written wrongly stays as it was written', () => {
  for (const wrong of [
    { field: 'payer_new', is: 'equals', value: 'yes' },
    { field: 'payer_new', is: 'equals', value: 'True' },
    { field: 'self_payment', is: 'more_than', value: 'true' },
  ] as const) {
    assert.equal(draftOf(wrong), null, JSON.stringify(wrong))
  }
  assert.ok(draftOf({ field: 'payer_new', is: 'differs', value: 'false' }))
})
