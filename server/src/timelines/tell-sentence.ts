import type { CollectionSentence, WithdrawalSentence } from '@malipo/contract'
import type { Static } from 'typebox'
import type { CollectionRow } from '../collections/collections.ts'
import type { WithdrawalRow } from '../withdrawals/withdrawals.ts'

type Told<S extends { state: string; next: string }> = [
  state: S['state'],
  next: S['next'],
  at?: Date | null | undefined,
]
type OfCollection = Static<typeof CollectionSentence>
type OfWithdrawal = Static<typeof WithdrawalSentence>

/** What the row alone does not tell. */
type Besides = { isChecked: boolean; isStuck: boolean }

type Collected = Pick<
  CollectionRow,
  'status' | 'attempts' | 'due_at' | 'ends_at' | 'page_ends_at' | 'updated_at'
>
type PaidOut = Pick<WithdrawalRow, 'status' | 'attempts' | 'due_at'>

/** What is true of a collection and what comes next, in codes that each page words in its language. */
export function tellCollection(
  row: Collected,
  { isChecked, isStuck, silentSince }: Besides & { silentSince: Date },
): OfCollection {
  const told = (): Told<OfCollection> => {
    switch (row.status) {
      case 'created':
        return ['waiting_for_choice', 'payer_chooses', row.ends_at ?? row.page_ends_at]
      case 'processing':
        if (isStuck) return ['stuck', 'provider_is_asked', row.due_at]
        // No try is open then: the page waits for its customer, and ends by itself.
        if (row.ends_at !== null) return ['waiting_for_another_try', 'payer_tries_again', row.ends_at]
        if (row.attempts === 0) return ['being_sent', 'order_is_sent', row.due_at]
        if (row.updated_at < silentSince) return ['silent', 'provider_is_asked', row.due_at]
        return ['waiting_for_payer', 'provider_is_asked', row.due_at]
      case 'pending_clearance':
        return ['held', 'operator_decides']
      case 'successful':
        return ['paid', 'nothing']
      case 'failed':
        return ['failed', 'nothing']
      case 'reversed':
        return ['returned', 'nothing']
    }
  }
  return sentenceOf(told(), isChecked)
}

export function tellWithdrawal(row: PaidOut, { isChecked, isStuck }: Besides): OfWithdrawal {
  const told = (): Told<OfWithdrawal> => {
    switch (row.status) {
      case 'PENDING_ADMIN_APPROVAL':
        // In the sandbox the approval is played, and has its time.
        return ['waiting_for_approval', 'operator_decides', row.due_at]
      case 'INFO_REQUESTED':
        return ['waiting_for_answer', 'merchant_answers']
      case 'PROCESSING':
        if (isStuck) return ['stuck', 'provider_is_asked', row.due_at]
        if (row.attempts === 0) return ['waiting_to_be_sent', 'order_is_sent', row.due_at]
        return ['being_paid', 'provider_is_asked', row.due_at]
      case 'NEEDS_RECONCILIATION':
        return [isStuck ? 'stuck' : 'unclear', 'provider_is_asked', row.due_at]
      case 'NEEDS_ADMIN_ATTENTION':
        return ['contradicted', 'operator_decides']
      case 'BLOCKED_IP_WHITELIST':
        return ['blocked', 'operator_decides']
      case 'SUCCESS':
        return ['paid', 'nothing']
      case 'FAILED':
        return ['failed', 'nothing']
      case 'REJECTED':
        return ['rejected', 'nothing']
      case 'REVERSED':
        return ['returned', 'nothing']
    }
  }
  return sentenceOf(told(), isChecked)
}

function sentenceOf<S extends { state: string; next: string }>(
  [state, next, at = null]: Told<S>,
  isChecked: boolean,
): { state: S['state']; next: S['next']; next_at: string | null; being_checked: boolean } {
  return { state, next, next_at: at?.toISOString() ?? null, being_checked: isChecked }
}
