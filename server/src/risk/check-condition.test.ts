import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mostRiskConditions, type RiskKind, riskFields } from '@malipo/contract'
import { Refusal } from '../primitives/refusal.ts'
import { conditionFrom } from './check-condition.ts'
import { fields } from './fields.ts'

type Given = Parameters<typeof conditionFrom>[0]

function problems(given: unknown, kind: RiskKind = 'collections'): string[] {
  try {
    conditionFrom(given as Given, kind)
    return []
  } catch (error) {
    assert.ok(error instanceof Refusal, String(error))
    return (error.details as { field: string }[]).map(({ field }) => field)
  }
}

const push = { field: 'method', is: 'equals', value: 'USSD_PUSH' }

test('every field of the interface is known here, and no other', () => {
  assert.deepEqual([...fields.keys()].toSorted(), [...riskFields].toSorted())
})

test('what is wrong is told where it stands', () => {
  assert.deepEqual(problems(push), [])
  assert.deepEqual(problems({ all: [push, { any: [push] }] }), [])
  assert.deepEqual(problems({}), ['when'])
  assert.deepEqual(problems({ ...push, all: [push] }), ['when'])
  assert.deepEqual(problems({ all: [push], any: [push] }), ['when'])
  assert.deepEqual(problems({ field: 'method', value: 'USSD_PUSH' }), ['when.is'])
  assert.deepEqual(problems({ not: { field: 'amount', is: 'equals' } }), ['when.not.value'])
  assert.deepEqual(problems({ all: [push], value: '3' }), ['when.value'])
  assert.deepEqual(problems({ all: [push, { field: 'hour', is: 'equals', value: '24' }] }), [
    'when.all.1.value',
  ])
})

test('each field takes the values and comparisons that mean something', () => {
  const value = (field: string, text: string, is = 'equals') => problems({ field, is, value: text })
  assert.deepEqual(value('method', 'USSD_PUSH', 'more_than'), ['when.is'])
  assert.deepEqual(value('payer_new', 'yes'), ['when.value'])
  assert.deepEqual(value('payer_count_10m', '0', 'more_than'), ['when.value'])
  assert.deepEqual(value('payer_count_10m', '999', 'more_than'), [])
  assert.deepEqual(value('payer_count_10m', '1000', 'more_than'), ['when.value'])
  assert.deepEqual(value('payer_count_10m', '1.5', 'more_than'), ['when.value'])
  assert.deepEqual(value('payer_sum_1d', '500000.50', 'more_than'), [])
  assert.deepEqual(value('payer_sum_1d', '5.001', 'more_than'), ['when.value'])
  assert.deepEqual(value('payer_sum_1d', 'hold_threshold', 'more_than'), ['when.value'])
  assert.deepEqual(value('amount', 'hold_threshold', 'more_than'), [])
  assert.deepEqual(value('payer_listed', 'Stolen phones'), ['when.value'])
  assert.deepEqual(value('payer_name_match', 'close'), [])
  assert.deepEqual(value('payer_name_match', 'similar'), ['when.value'])
  assert.deepEqual(value('recipient_new', 'true'), ['when.field'])
  assert.deepEqual(problems({ field: 'payer_new', is: 'equals', value: 'true' }, 'payouts'), ['when.field'])
})

test('a rule has so many comparisons and no more, wherever they stand', () => {
  const many = (count: number) => Array.from({ length: count }, () => push)
  assert.deepEqual(problems({ all: many(mostRiskConditions) }), [])
  assert.deepEqual(problems({ all: [...many(mostRiskConditions - 1), { any: many(2) }] }), ['when'])
})
