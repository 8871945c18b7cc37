import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { type RiskComparison, type RiskField, riskComparisons, riskFields } from '@malipo/contract'
import { fieldNamed } from '../../src/risk/fields.ts'
import type { Fact, Facts } from '../../src/risk/rule.ts'
import { sentenceOf } from '../../src/risk/sentence.ts'

// Imported by its path: the dashboard's files are typed for browsers, and the service's are not.
const risk = join(import.meta.dirname, '..', '..', '..', 'dashboard', 'src', 'screens', 'risk')
const { tellSentence } = await import(join(risk, 'tell-sentence.ts'))

const english =
  /\b(is|on|not|in|of|by|from|to|than|less|more|other|exactly|allowed|payments?|payer|recipient|merchant|key|amount|method|network|hour|days?|minutes|age|name|match|new|listed|true|false|exact|close|different|unknown|added)\b/i

const facts: Record<ReturnType<typeof fieldNamed>['sort'], readonly Fact[]> = {
  money: [150_000n, Number.POSITIVE_INFINITY],
  number: [1, 5],
  word: ['exact', 'close', 'different', null],
  flag: [true, false],
  list: [['stolen']],
}

/** What has no order is more or less than nothing. */
function comparisonsOf(field: RiskField): readonly RiskComparison[] {
  const { sort } = fieldNamed(field)
  return sort === 'money' || sort === 'number' ? riskComparisons : ['equals', 'differs']
}

test('why a rule was met is told in Swahili, whatever it looks at', () => {
  let told = 0
  for (const field of riskFields)
    for (const is of comparisonsOf(field))
      for (const isNegated of [false, true])
        for (const fact of facts[fieldNamed(field).sort]) {
          const known: Facts = { [field]: fact, amount: field === 'amount' ? fact : 2_500n }
          const sentence = sentenceOf(
            [
              { field, is, value: '4', isNegated },
              { field: 'amount', is: 'more_than', value: '10', isNegated: false },
            ],
            known,
          )
          const inSwahili: string = tellSentence(sentence, 'sw')
          assert.doesNotMatch(inSwahili, english, sentence)
          assert.equal(tellSentence(sentence, 'en'), sentence)
          told += 1
        }
  assert.ok(told > 300, `only ${told} sentences were told`)
  assert.equal(
    tellSentence('5 payments in 10 minutes from this payer, 4 allowed.', 'sw'),
    'Malipo 5 ndani ya dakika 10 kutoka kwa mlipaji huyu, kinachoruhusiwa ni 4.',
  )
})
