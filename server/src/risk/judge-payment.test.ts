import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { RiskAction, RiskMode } from '@malipo/contract'
import { judgePayment } from './judge-payment.ts'
import type { Condition, Facts, Rule } from './rule.ts'
import { shippedRules } from './shipped-rules.ts'

function ruleOf(when: Condition, action: RiskAction = 'review', mode: RiskMode = 'on'): Rule {
  const named = { id: `${action} ${mode}`, version: 1, ships: null, name: 'A rule', merchantId: null }
  return { ...named, appliesTo: 'collections', when, action, mode }
}

const over = (value: string): Condition => ({ field: 'amount', is: 'more_than', value })
const yes: Condition = { field: 'method', is: 'equals', value: 'USSD_PUSH' }
const no: Condition = { field: 'method', is: 'differs', value: 'USSD_PUSH' }
const unknown: Condition = { field: 'payer_new', is: 'equals', value: 'true' }
const facts: Facts = { amount: 100_000n, method: 'USSD_PUSH', network: 'MPESA', hour: 3 }

const isMet = (when: Condition, known: Facts = facts) => judgePayment([ruleOf(when)], known).hits.length === 1

test('what holds, what does not and what is not known are three things, however they are put together', () => {
  const sorts = { yes, no, unknown }
  const named = { yes: true, no: false, unknown: null } as const
  for (const [one, first] of Object.entries(sorts)) {
    for (const [other, second] of Object.entries(sorts)) {
      const values = [named[one as keyof typeof named], named[other as keyof typeof named]]
      const all = values.includes(false) ? false : values.includes(null) ? null : true
      const any = values.includes(true) ? true : values.includes(null) ? null : false
      const label = `${one}, ${other}`
      assert.equal(isMet({ all: [first, second] }), all === true, `all of ${label}`)
      assert.equal(isMet({ any: [first, second] }), any === true, `any of ${label}`)
      assert.equal(isMet({ not: { all: [first, second] } }), all === false, `not all of ${label}`)
      assert.equal(isMet({ not: { any: [first, second] } }), any === false, `not any of ${label}`)
    }
  }
})

test('amounts are compared as money, counts as numbers, and the edge is not over itself', () => {
  const cases: [Condition, boolean][] = [
    [over('999.99'), true],
    [over('1000.00'), false],
    [over('1000'), false],
    [{ field: 'amount', is: 'less_than', value: '1000.01' }, true],
    [{ field: 'amount', is: 'less_than', value: '1000' }, false],
    [{ field: 'amount', is: 'equals', value: '1000' }, true],
    [{ field: 'hour', is: 'less_than', value: '10' }, true],
    [{ field: 'hour', is: 'more_than', value: '2' }, true],
    [{ field: 'hour', is: 'more_than', value: '3' }, false],
    [{ field: 'network', is: 'equals', value: 'MPESA' }, true],
    [{ field: 'network', is: 'differs', value: 'MPESA' }, false],
  ]
  for (const [when, expected] of cases) assert.equal(isMet(when), expected, JSON.stringify(when))
  const listed: Facts = { payer_listed: ['stolen', 'vip'] }
  assert.ok(isMet({ field: 'payer_listed', is: 'equals', value: 'vip' }, listed))
  assert.ok(!isMet({ field: 'payer_listed', is: 'differs', value: 'vip' }, listed))
  assert.ok(isMet({ field: 'payer_listed', is: 'differs', value: 'others' }, listed))
  // What was too much to add up is more than anything.
  const endless: Facts = { merchant_sum_30d: Number.POSITIVE_INFINITY }
  assert.ok(isMet({ field: 'merchant_sum_30d', is: 'more_than', value: '9999999999999' }, endless))
  assert.ok(!isMet({ field: 'merchant_sum_30d', is: 'less_than', value: '9999999999999' }, endless))
})

test('what one rule allows no other stops, and what is blocked is not merely looked at', () => {
  const rules = (['review', 'block', 'allow'] as const).map((action) => ruleOf(yes, action))
  for (let mask = 1; mask < 8; mask += 1) {
    const some = rules.filter((_, at) => (mask >> at) & 1)
    const expected = (['allow', 'block', 'review'] as const).find((one) =>
      some.some(({ action }) => action === one),
    )
    const { action, hits } = judgePayment(some, facts)
    assert.equal(action, expected)
    const outcome = { allow: 'allowed', block: 'blocked', review: 'held' }[expected ?? 'allow']
    assert.deepEqual(
      hits.map((hit) => hit.outcome),
      some.map((rule) => (rule.action === expected ? outcome : 'watched')),
    )
  }
})

test('a rule that watches decides nothing and is told, one that is off is not there', () => {
  const watching = judgePayment([ruleOf(yes, 'block', 'watch')], facts)
  assert.equal(watching.action, null)
  assert.deepEqual(
    watching.hits.map(({ outcome }) => outcome),
    ['watched'],
  )
  assert.deepEqual(judgePayment([ruleOf(yes, 'block', 'off')], facts), { action: null, hits: [] })
  // One that watches overrules nobody.
  assert.equal(judgePayment([ruleOf(yes, 'allow', 'watch'), ruleOf(yes, 'review')], facts).action, 'review')
})

test('a sentence says what was found and what is allowed, and facts are those that the rule asked for', () => {
  const many: Condition = { field: 'payer_count_10m', is: 'more_than', value: '4' }
  const [hit] = judgePayment([ruleOf({ all: [many, yes] })], { ...facts, payer_count_10m: 5 }).hits
  assert.equal(hit?.sentence, '5 payments in 10 minutes from this payer, 4 allowed; method is USSD_PUSH.')
  assert.deepEqual(hit?.facts, [
    { field: 'payer_count_10m', value: '5' },
    { field: 'method', value: 'USSD_PUSH' },
  ])
  const [either] = judgePayment([ruleOf({ any: [no, over('10')] })], facts).hits
  assert.equal(either?.sentence, 'Amount is 1000.00, 10 allowed.')
  const [not] = judgePayment([ruleOf({ not: over('5000') })], facts).hits
  assert.equal(not?.sentence, 'Amount is 1000.00, not more than 5000.')
})

test('the rules that come with the service hold what it always held', () => {
  const judged = (known: Facts) => judgePayment(shippedRules, known).hits.map(({ rule }) => rule.name)
  assert.deepEqual(judged({ amount: 100n, self_payment: true, hold_threshold: 100n }), ['self-payment'])
  assert.deepEqual(judged({ amount: 101n, self_payment: false, hold_threshold: 100n }), [
    'over the hold threshold',
  ])
  assert.deepEqual(judged({ amount: 101n, self_payment: null, hold_threshold: null }), [])
})
