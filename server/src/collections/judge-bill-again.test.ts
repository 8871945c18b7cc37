import assert from 'node:assert/strict'
import { test } from 'node:test'
import { collectionStatuses } from '@malipo/contract'
import {
  collection,
  expected,
  isHereBy,
  names,
  noScreening,
  type Told,
  told,
  type WordName,
  words,
} from '../../test/judging/words-by-state.ts'
import type { CollectionRow } from './collection-row.ts'
import { judgeReport } from './judge-report.ts'

/** A bill that has failed: whether its money is owed to whoever paid, and whether its provider has called it gone since. */
const failedBill = {
  ...collection('failed'),
  method: 'BILL_PAY',
  provider_reference: 'RCP1',
} as CollectionRow
const billSituations = {
  owed: { owedFor: new Set(['RCP1']), isCalledGone: false },
  'owed, and called gone': { owedFor: new Set(['RCP1']), isCalledGone: true },
  'owed to nobody': { owedFor: new Set<string>(), isCalledGone: false },
  'owed to nobody, and called gone': { owedFor: new Set<string>(), isCalledGone: true },
}
type BillSituation = keyof typeof billSituations

const always = (told: Told) => ({
  owed: told,
  'owed, and called gone': told,
  'owed to nobody': told,
  'owed to nobody, and called gone': told,
})
/** It agrees with the books where the money is owed, and nobody has said since that it is gone. */
const success = { ...always('bill_refused: successful TZS 1000.00'), owed: '–' } as const
const failure = 'reversal_after_failure: failed'

const expectedOfBill: Record<WordName, Record<BillSituation, Told>> = {
  pending: always('–'),
  unknown: always('–'),
  succeeded: success,
  'succeeded with what was ordered': success,
  'succeeded with less': always('other_amount: successful TZS 999.99'),
  'succeeded with more': always('other_amount: successful TZS 1000.01'),
  'succeeded in other money': always('other_currency: successful KES 1000.00'),
  'succeeded and held': success,
  failed: { ...always('–'), owed: failure, 'owed, and called gone': failure },
  reversed: always('reversal_after_failure: reversed'),
  expired: always('–'),
}

const billPairs = names.flatMap((name) =>
  (Object.keys(billSituations) as BillSituation[]).map((situation) => ({ name, situation })),
)

test('a bill whose money is not the merchant’s never is, and a success is news unless the money is known to be here', () => {
  for (const { name, situation } of billPairs) {
    const screening = { ...noScreening, ...billSituations[situation] }
    const verdict = judgeReport(failedBill, words[name], screening)
    assert.equal(told(verdict), expectedOfBill[name][situation], `${name} while ${situation}`)
  }
})

test('in every other state a word means for a bill what it means for all', () => {
  for (const name of names) {
    for (const status of collectionStatuses) {
      if (status === 'failed') continue
      for (const circumstances of Object.values(billSituations)) {
        const bill = { ...failedBill, status, provider_reference: 'RCP2' }
        const verdict = judgeReport(bill, words[name], { ...noScreening, ...circumstances })
        assert.equal(told(verdict), expected[name][status], `${name} while ${status}`)
      }
    }
  }
})

test('no word is passed over that contradicts what is known of the money of a bill', () => {
  for (const { name, situation } of billPairs) {
    const isHere = isHereBy[words[name].kind]
    const isKnown = situation === 'owed'
    if (isHere === undefined || isHere === isKnown) continue
    const screening = { ...noScreening, ...billSituations[situation] }
    const { kind } = judgeReport(failedBill, words[name], screening)
    assert.notEqual(kind, 'ignore', `${name} while ${situation}`)
  }
})
