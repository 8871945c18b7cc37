import type { DiscrepancyKind } from '../discrepancies/discrepancies.ts'
import { textFromMinor } from '../primitives/money.ts'
import type { PayOutOutcome } from '../providers/providers.ts'
import type { WithdrawalStatus } from './withdrawal-lifecycle.ts'
import type { WithdrawalRow } from './withdrawal-row.ts'

export type Verdict =
  | { kind: 'move'; to: WithdrawalStatus; note: string | null }
  /** Nothing new: a repeat, or a word that decides nothing. */
  | { kind: 'ignore' }
  | { kind: 'discrepancy'; what: DiscrepancyKind; theirs: string }
  /** Said late, or once more: of what was taken back only the provider that is asked now tells which. */
  | { kind: 'doubt'; what: DiscrepancyKind; theirs: string }

const ignore: Verdict = { kind: 'ignore' }

const open: readonly WithdrawalStatus[] = ['PROCESSING', 'NEEDS_RECONCILIATION', 'BLOCKED_IP_WHITELIST']

/**
 * What a provider's word means for a withdrawal as it stands. Whatever contradicts our books waits for a person: with the
 * money set aside, or, where it is paid already, beside it. Not knowing is never failure.
 */
export function judgePayOut(withdrawal: WithdrawalRow, word: PayOutOutcome): Verdict {
  const { status, sent_at: sentAt } = withdrawal
  if (sentAt === null) return judgeUnsent(word)
  const isOpen = open.includes(status)
  switch (word.kind) {
    case 'pending':
      return ignore
    case 'unknown':
      return status === 'PROCESSING'
        ? move('NEEDS_RECONCILIATION', `no clear answer: ${word.because}`)
        : ignore
    case 'blocked':
      return status === 'PROCESSING' ? move('BLOCKED_IP_WHITELIST', word.providerMessage) : ignore
    case 'succeeded':
      return judgeSuccess(withdrawal, word, isOpen)
    case 'failed':
      if (isOpen) return move('FAILED', `${word.reason}: ${word.providerMessage}`)
      return status === 'SUCCESS' ? contradiction('failure_after_success', 'failed') : ignore
    case 'reversed':
      if (status === 'SUCCESS') return move('REVERSED', null)
      return isOpen ? move('NEEDS_ADMIN_ATTENTION', 'the provider says reversed before it said paid') : ignore
  }
}

type Success = Extract<PayOutOutcome, { kind: 'succeeded' }>

/** Nobody asked for it, so nothing that is said of it can be true of us; money that left all the same must be seen. */
function judgeUnsent(word: PayOutOutcome): Verdict {
  return word.kind === 'succeeded' ? contradiction('success_before_request', paidIn(word)) : ignore
}

function judgeSuccess({ status, amount, currency }: WithdrawalRow, word: Success, isOpen: boolean): Verdict {
  const { paid } = word
  const isOther = paid !== undefined && (paid.amount !== amount || paid.currency !== currency)
  if (status === 'REVERSED') return { kind: 'doubt', what: 'missing_here', theirs: paidIn(word) }
  if (isOther && status === 'SUCCESS') {
    return contradiction(paid.currency === currency ? 'other_amount' : 'other_currency', paidIn(word))
  }
  if (isOther) {
    return isOpen || status === 'FAILED'
      ? move('NEEDS_ADMIN_ATTENTION', `the provider paid ${paid.currency} ${paid.amount} in minor units`)
      : ignore
  }
  if (isOpen) return move('SUCCESS', null)
  return status === 'FAILED' ? move('NEEDS_ADMIN_ATTENTION', 'the provider says paid after failure') : ignore
}

function paidIn({ paid }: Success): string {
  return paid === undefined ? 'paid' : `paid ${paid.currency} ${textFromMinor(paid.amount)}`
}

function contradiction(what: DiscrepancyKind, theirs: string): Verdict {
  return { kind: 'discrepancy', what, theirs }
}

function move(to: WithdrawalStatus, note: string | null): Verdict {
  return { kind: 'move', to, note }
}
