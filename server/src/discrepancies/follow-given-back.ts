import { recordAudit } from '../audit/audit.ts'
import type { Transaction } from '../database/database.ts'
import type { World } from '../world/world.ts'
import { closeDiscrepancies } from './close-discrepancies.ts'
import { openDiscrepancies } from './open-discrepancies.ts'
import type { DiscrepancyRow } from './settle-discrepancies.ts'

/** A payment of an invoice of which a refund has moved: all of it is back with whoever paid, or that refund has ended without it. */
export type GivenBack = {
  collectionId: string
  refundId: string
  isWhole: boolean
  /** When the refund that has ended in vain was asked for, if that was because too much was paid. */
  askedAsTooMuchAt: Date | null
}

/**
 * What was paid after its invoice was voided is nobody's question any more once all of it is back, whoever asked for that; and is a question
 * again when a refund that had answered it does not reach its payer, as what was paid beyond an invoice is. The caller holds the locks of the
 * payments.
 */
export async function followGivenBack(tx: Transaction, world: World, payments: GivenBack[]): Promise<void> {
  const whole = payments.filter(({ isWhole }) => isWhole)
  const kept = payments.filter(({ isWhole }) => !isWhole)
  if (whole.length > 0) await endGivenBack(tx, world, whole)
  if (kept.length > 0) await askAgain(tx, world, kept)
}

async function endGivenBack(tx: Transaction, world: World, payments: GivenBack[]): Promise<void> {
  const now = world.clock.now()
  const ended = await tx<(DiscrepancyRow & { refund_id: string })[]>`
    select d.*, p.refund_id
    from unnest(${payments.map((one) => one.collectionId)}::uuid[], ${payments.map((one) => one.refundId)}::uuid[])
      as p (collection_id, refund_id)
    join discrepancies d on d.collection_id = p.collection_id and d.kind = 'paid_after_void' and d.status = 'open'
    for update of d`
  if (ended.length === 0) return
  const action = 'refund'
  await closeDiscrepancies(
    tx,
    ended.map(({ id, refund_id: refundId }) => ({
      ...{ id, action, settledBy: null },
      note: `All of it is back with whoever paid, the last of it by refund ${refundId}.`,
    })),
    now,
  )
  recordAudit(
    tx,
    world.vault,
    ended.map(({ id, merchant_id: merchantId, collection_id, kind, refund_id }) => ({
      at: now,
      actor: { kind: 'system', id: null },
      action: 'discrepancy.settled',
      subject: { kind: 'discrepancy', id },
      merchantId,
      details: { action, kind, collection_id, refund_id },
      requestId: null,
    })),
  )
}

/**
 * Whoever kept the money where it is has decided about it, whatever becomes of refunds. What was too much is answered by refunds that were
 * there when it was settled, and asked for because of it; others of the same payment say nothing of it.
 */
async function askAgain(tx: Transaction, world: World, payments: GivenBack[]): Promise<void> {
  const last = await tx<(DiscrepancyRow & { too_much_since: Date | null })[]>`
    select distinct on (d.collection_id, d.kind) d.*, p.too_much_since
    from unnest(${payments.map((one) => one.collectionId)}::uuid[], ${payments.map((one) => one.askedAsTooMuchAt)}::timestamptz[])
      as p (collection_id, too_much_since)
    join discrepancies d on d.collection_id = p.collection_id and d.kind in ('paid_after_void', 'overpaid')
    order by d.collection_id, d.kind, d.id desc`
  await openDiscrepancies(
    tx,
    world,
    last
      .filter(isAnsweredInVain)
      .flatMap(({ merchant_id: merchantId, collection_id: collectionId, ...told }) => {
        if (merchantId === null || collectionId === null) return []
        const { environment, kind, ours, theirs } = told
        return [{ merchantId, collectionId, environment, kind, ours, theirs, isTurn: true }]
      }),
  )
}

function isAnsweredInVain(one: DiscrepancyRow & { too_much_since: Date | null }): boolean {
  const { kind, action, settled_at: settledAt, too_much_since: since } = one
  if (action !== 'refund') return false
  return kind !== 'overpaid' || (since !== null && settledAt !== null && since <= settledAt)
}
