import type { PayOutOutcome } from '../providers/providers.ts'
import type { WithdrawalStatus } from './withdrawal-lifecycle.ts'
import type { WithdrawalRow } from './withdrawal-row.ts'

export type Verdict =
  | { kind: 'move'; to: WithdrawalStatus; note: string | null }
  /** Nothing new: a repeat, or a word that decides nothing. */
  | { kind: 'ignore' }

const ignore: Verdict = { kind: 'ignore' }

const open: readonly WithdrawalStatus[] = ['PROCESSING', 'NEEDS_RECONCILIATION', 'BLOCKED_IP_WHITELIST']

/**
 * What a provider's word means for a withdrawal as it stands. Whatever contradicts our books waits for a person, with
 * the money set aside; not knowing is never failure.
 */
export function judgePayOut(withdrawal: WithdrawalRow, word: PayOutOutcome): Verdict {
  const { status } = withdrawal
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
      return status === 'SUCCESS'
        ? move('NEEDS_ADMIN_ATTENTION', 'the provider says failed after success')
        : ignore
    case 'reversed':
      if (status === 'SUCCESS') return move('REVERSED', null)
      return isOpen ? move('NEEDS_ADMIN_ATTENTION', 'the provider says reversed before it said paid') : ignore
  }
}

function judgeSuccess(
  { status, amount, currency }: WithdrawalRow,
  { paid }: Extract<PayOutOutcome, { kind: 'succeeded' }>,
  isOpen: boolean,
): Verdict {
  const isOther = paid !== undefined && (paid.amount !== amount || paid.currency !== currency)
  if (isOther) {
    return isOpen || status === 'SUCCESS' || status === 'FAILED'
      ? move('NEEDS_ADMIN_ATTENTION', `the provider paid ${paid.currency} ${paid.amount} in minor units`)
      : ignore
  }
  if (isOpen) return move('SUCCESS', null)
  return status === 'FAILED' ? move('NEEDS_ADMIN_ATTENTION', 'the provider says paid after failure') : ignore
}

function move(to: WithdrawalStatus, note: string | null): Verdict {
  return { kind: 'move', to, note }
}
