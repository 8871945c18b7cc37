import { recordAudit } from '../audit/audit.ts'
import type { Transaction } from '../database/database.ts'
import type { Actor } from '../http/http.ts'
import { isId } from '../primitives/id.ts'
import { Refusal } from '../primitives/refusal.ts'
import type { World } from '../world/world.ts'
import { requeueReceipt } from './move-receipts.ts'
import type { FiscalReceiptRow } from './receipt-row.ts'

/** Queues a receipt that the authority refused once more, behind all others: its number went to somebody else. */
export async function retryReceipt(
  tx: Transaction,
  world: World,
  { caller, requestId }: { caller: Actor; requestId: string },
  id: string,
): Promise<FiscalReceiptRow> {
  const { merchantId, environment, by } = caller
  if (by.kind !== 'person') throw new Error('Receipts are asked for again by people.')
  const [found] = isId(id)
    ? await tx<Pick<FiscalReceiptRow, 'status' | 'failure_reason'>[]>`
        select status, failure_reason from fiscal_receipts
        where id = ${id} and merchant_id = ${merchantId} and environment = ${environment} for update`
    : []
  if (!found) throw new Refusal('not_found')
  if (found.status !== 'FAILED') {
    throw new Refusal('invalid_state', {
      message: `The receipt is ${found.status}. Only one that the authority refused is asked for again.`,
    })
  }
  const now = world.clock.now()
  const row = await requeueReceipt(tx, id, now)
  recordAudit(tx, world.vault, [
    {
      at: now,
      actor: { kind: 'member', id: by.user.id },
      action: 'fiscal_receipt.retried',
      subject: { kind: 'fiscal_receipt', id },
      merchantId,
      details: { environment, refused_because: found.failure_reason },
      requestId,
    },
  ])
  return row
}
