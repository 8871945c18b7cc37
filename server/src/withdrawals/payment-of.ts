import type { Payment } from '../risk/risk.ts'
import type { WithdrawalRow } from './withdrawal-row.ts'

/** A payout as rules see it. */
export function paymentOf(row: WithdrawalRow): Payment {
  const { id, environment, amount, currency, method } = row
  return {
    kind: 'payouts',
    id,
    merchantId: row.merchant_id,
    environment,
    at: row.created_at,
    amount,
    currency,
    method,
    person: row.destination_identifier,
    destinationCode: row.destination_code,
    keyId: row.api_key_id,
    nameMatch: row.name_check?.match ?? null,
  }
}
