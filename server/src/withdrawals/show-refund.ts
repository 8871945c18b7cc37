import type { Refund } from '@malipo/contract'
import type { Static } from 'typebox'
import { textFromMinor } from '../primitives/money.ts'
import type { Gates } from './is-restricted.ts'
import { showSteady, showWaiting, type Waits } from './show-withdrawal.ts'
import { isRefund, type RefundRow, type WithdrawalRow } from './withdrawal-row.ts'

/** A refund as its merchant sees it: whom the money goes to they know, and the number is nobody's to collect. */
export function showRefund(row: RefundRow, registry: Waits, merchant: Gates): Static<typeof Refund> {
  return { ...showSteadyRefund(row), waiting_for: showWaiting(row, registry, merchant) }
}

function showSteadyRefund(row: RefundRow): Omit<Static<typeof Refund>, 'waiting_for'> {
  return {
    ...showSteady(row),
    destination_identifier: maskIdentifier(row.destination_identifier),
    collection_id: row.collection_id,
    reason: row.reason,
    note: row.refund_note,
    origin: row.origin,
    way: row.way,
    fee_returned: textFromMinor(row.fee_returned),
    credit_note: row.credit_note,
  }
}

/** Enough for whoever knows it to tell it by. */
export function maskIdentifier(identifier: string): string {
  const shown = Math.min(3, Math.floor(identifier.length / 2))
  return `${'*'.repeat(identifier.length - shown)}${identifier.slice(-shown)}`
}

/** The resource inside an event: of a withdrawal by both of its names. */
export function resourceOf(row: WithdrawalRow): Record<string, unknown> {
  return isRefund(row)
    ? { ...showSteadyRefund(row), refund_id: row.id }
    : { ...showSteady(row), disbursement_id: row.id, withdrawal_id: row.id }
}
