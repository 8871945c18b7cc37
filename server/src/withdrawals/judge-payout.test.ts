import assert from 'node:assert/strict'
import { test } from 'node:test'
import { withdrawalStatuses } from '@malipo/contract'
import type { PayOutOutcome } from '../providers/providers.ts'
import { judgePayOut, type Verdict } from './judge-payout.ts'
import type { WithdrawalStatus } from './withdrawal-lifecycle.ts'
import type { WithdrawalRow } from './withdrawal-row.ts'

/** What nobody has approved was not sent. */
const unsent: readonly WithdrawalStatus[] = ['PENDING_ADMIN_APPROVAL', 'INFO_REQUESTED', 'REJECTED']

const withdrawal = (status: WithdrawalStatus) => {
  const sentAt = unsent.includes(status) ? null : new Date(0)
  return { status, amount: 100_000n, currency: 'TZS', sent_at: sentAt } as WithdrawalRow
}

const paid = { kind: 'succeeded', providerStatus: 'PAID' } as const
const words = {
  pending: { kind: 'pending', providerStatus: 'WAITING' },
  unknown: { kind: 'unknown', because: 'a timeout' },
  blocked: { kind: 'blocked', providerStatus: '403', providerMessage: 'Your address is not on our list' },
  succeeded: paid,
  'succeeded with what was ordered': { ...paid, paid: { amount: 100_000n, currency: 'TZS' } },
  'succeeded with less': { ...paid, paid: { amount: 99_999n, currency: 'TZS' } },
  'succeeded with more': { ...paid, paid: { amount: 100_001n, currency: 'TZS' } },
  'succeeded in other money': { ...paid, paid: { amount: 100_000n, currency: 'KES' } },
  failed: { kind: 'failed', providerStatus: 'NO', reason: 'invalid_number', providerMessage: 'No wallet' },
  reversed: { kind: 'reversed', providerStatus: 'BACK' },
} satisfies Record<string, PayOutOutcome>

type WordName = keyof typeof words
/** Where it goes, with the note after a colon; – for nothing; a contradiction in parentheses, with a question mark where the provider is asked first. */
type Told = '–' | WithdrawalStatus | `${WithdrawalStatus}: ${string}` | `(${string})`

function told(verdict: Verdict): string {
  if (verdict.kind === 'ignore') return '–'
  if (verdict.kind === 'discrepancy') return `(${verdict.what}: ${verdict.theirs})`
  if (verdict.kind === 'doubt') return `(${verdict.what}: ${verdict.theirs}?)`
  return verdict.to + (verdict.note === null ? '' : `: ${verdict.note}`)
}

/** Most words mean nothing before an administrator has approved, and after the end. */
const nothing = {
  PENDING_ADMIN_APPROVAL: '–',
  INFO_REQUESTED: '–',
  PROCESSING: '–',
  NEEDS_RECONCILIATION: '–',
  BLOCKED_IP_WHITELIST: '–',
  NEEDS_ADMIN_ATTENTION: '–',
  SUCCESS: '–',
  FAILED: '–',
  REJECTED: '–',
  REVERSED: '–',
} as const

const whileOpen = <What extends Told>(what: What) =>
  ({ PROCESSING: what, NEEDS_RECONCILIATION: what, BLOCKED_IP_WHITELIST: what }) as const

const beforeIt = <What extends Told>(what: What) =>
  ({ PENDING_ADMIN_APPROVAL: what, INFO_REQUESTED: what, REJECTED: what }) as const

const otherwise = (money: string, kind: string, theirs: string) => {
  const waits = `NEEDS_ADMIN_ATTENTION: the provider paid ${money} in minor units` as const
  return {
    ...nothing,
    ...whileOpen(waits),
    ...beforeIt(`(success_before_request: paid ${theirs})`),
    SUCCESS: `(${kind}: paid ${theirs})`,
    FAILED: waits,
    REVERSED: `(missing_here: paid ${theirs}?)`,
  } as const
}

const success = (theirs: string) =>
  ({
    ...nothing,
    ...whileOpen('SUCCESS'),
    ...beforeIt(`(success_before_request: ${theirs})`),
    FAILED: 'NEEDS_ADMIN_ATTENTION: the provider says paid after failure',
    REVERSED: `(missing_here: ${theirs}?)`,
  }) as const

const expected: Record<WordName, Record<WithdrawalStatus, Told>> = {
  pending: nothing,
  unknown: { ...nothing, PROCESSING: 'NEEDS_RECONCILIATION: no clear answer: a timeout' },
  blocked: { ...nothing, PROCESSING: 'BLOCKED_IP_WHITELIST: Your address is not on our list' },
  succeeded: success('paid'),
  'succeeded with what was ordered': success('paid TZS 1000.00'),
  'succeeded with less': otherwise('TZS 99999', 'other_amount', 'TZS 999.99'),
  'succeeded with more': otherwise('TZS 100001', 'other_amount', 'TZS 1000.01'),
  'succeeded in other money': otherwise('KES 100000', 'other_currency', 'KES 1000.00'),
  failed: {
    ...nothing,
    ...whileOpen('FAILED: invalid_number: No wallet'),
    SUCCESS: '(failure_after_success: failed)',
  },
  reversed: {
    ...nothing,
    ...whileOpen('NEEDS_ADMIN_ATTENTION: the provider says reversed before it said paid'),
    SUCCESS: 'REVERSED',
  },
}

test('each word of a provider means in each state what the table says', () => {
  for (const name of Object.keys(words) as WordName[]) {
    for (const status of withdrawalStatuses) {
      const verdict = judgePayOut(withdrawal(status), words[name])
      assert.equal(told(verdict), expected[name][status], `${name} while ${status}`)
    }
  }
})

/** Told apart from the table: where the money is by a word, and by the books. */
const isOutBy: Partial<Record<PayOutOutcome['kind'], boolean>> = {
  succeeded: true,
  failed: false,
  reversed: false,
}

test('no word that contradicts the books is passed over', () => {
  for (const name of Object.keys(words) as WordName[]) {
    for (const status of withdrawalStatuses) {
      const isOut = isOutBy[words[name].kind]
      // That waits for a person already, who sees all that was said.
      if (isOut === undefined || status === 'NEEDS_ADMIN_ATTENTION') continue
      const { kind } = judgePayOut(withdrawal(status), words[name])
      if (isOut !== (status === 'SUCCESS')) assert.notEqual(kind, 'ignore', `${name} while ${status}`)
    }
  }
})
