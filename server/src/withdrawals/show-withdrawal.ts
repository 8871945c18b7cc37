import type { FailureCode, Withdrawal } from '@malipo/contract'
import type { Static } from 'typebox'
import { showFailure } from '../primitives/failure.ts'
import { textFromMinor } from '../primitives/money.ts'
import { spokenReference } from '../primitives/reference.ts'
import type { Registry } from '../providers/providers.ts'
import { type Gates, isRestricted } from './is-restricted.ts'
import type { WithdrawalRow } from './withdrawal-row.ts'

/** What is said of those that ended before codes were kept. */
const unnamedFailure: Partial<Record<WithdrawalRow['status'], FailureCode>> = {
  FAILED: 'refused',
  REJECTED: 'rejected',
}

/** References are shown once the payout was sent: before that there is nothing they refer to. */
export function showWithdrawal(
  row: WithdrawalRow,
  registry: Waits,
  merchant: Gates,
): Static<typeof Withdrawal> {
  return { ...showSteady(row), waiting_for: showWaiting(row, registry, merchant) }
}

export function showWaiting(row: WithdrawalRow, registry: Waits, merchant: Gates) {
  if (!isUnsent(row)) return null
  if (isRestricted(row, merchant)) return 'merchant'
  const waits = registry.payOutWaitsFor(row)
  // What a provider returns of its own payment is not paid from what we keep there.
  return waits === 'float' && row.way === 'native' ? null : waits
}

export type Waits = Pick<Registry, 'payOutWaitsFor'>

/** Approved, and nobody has taken it up to be sent. */
function isUnsent({ status, attempts }: WithdrawalRow): boolean {
  return status === 'PROCESSING' && attempts === 0
}

/** What only changes with a step of its own, and can be told in an event. */
export function showSteady(row: WithdrawalRow): Omit<Static<typeof Withdrawal>, 'waiting_for'> {
  const wasSent = row.sent_at !== null
  const isAsked = row.status === 'PENDING_ADMIN_APPROVAL' || row.status === 'INFO_REQUESTED'
  return {
    id: row.id,
    merchant_id: row.merchant_id,
    method: row.method,
    amount: textFromMinor(row.amount),
    currency: row.currency,
    destination_name: row.destination_name,
    destination_identifier: row.destination_identifier,
    destination_code: row.destination_code,
    bank_name: row.bank_name,
    bank_account_name: row.bank_account_name,
    merchant_reference: row.merchant_reference,
    metadata: row.metadata ?? {},
    recipient_id: row.recipient_id,
    batch_id: row.batch_id,
    row: row.batch_row,
    name_check: row.name_check,
    status: row.status,
    ...showFailure(row, unnamedFailure[row.status] ?? null),
    requires_approval: isAsked,
    ...(isAsked && row.review_hit !== null && { held_for_review: true }),
    total_charges: textFromMinor(row.total_charges),
    total_reserved_amount: textFromMinor(row.total_reserved),
    recipient_net_amount: textFromMinor(row.amount),
    provider_reference: wasSent ? row.provider_reference : null,
    transaction_reference: wasSent ? spokenReference('WX', row.id) : null,
    initiated_at: row.created_at.toISOString(),
    completed_at: row.completed_at?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  }
}
