import type { Transaction } from '../database/database.ts'
import type { People } from '../primitives/leave-out-people.ts'
import { isRefund, peopleOf, type WithdrawalRow } from './withdrawal-row.ts'

type Payer = {
  id: string
  customer_name: string | null
  payer_name: string | null
  customer_email: string | null
}

/**
 * Whom nothing that is kept for ever may name, of many at once. A refund is also about whoever paid: the provider may have told a name
 * that stands with the payment only.
 */
export async function findPeople(
  tx: Transaction,
  rows: readonly WithdrawalRow[],
): Promise<(row: WithdrawalRow) => People> {
  const paid = [...new Set(rows.filter(isRefund).map(({ collection_id: id }) => id))]
  const payers =
    paid.length === 0
      ? []
      : await tx<Payer[]>`
          select id, customer_name, payer_name, customer_email from collections where id = any(${paid}::uuid[])`
  const payerOf = new Map(payers.map((payer) => [payer.id, payer]))
  return (row) => {
    const { names = [], numbers = [] } = peopleOf(row)
    const payer = isRefund(row) ? payerOf.get(row.collection_id) : undefined
    return {
      names: [...names, payer?.customer_name, payer?.payer_name],
      numbers,
      emails: [payer?.customer_email],
    }
  }
}
