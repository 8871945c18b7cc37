import type { Decider } from '../auth/auth.ts'
import { type CollectionRow, payerOf, refundableOf } from '../collections/collections.ts'
import type { Transaction } from '../database/database.ts'
import type { DiscrepancyRow, GiveBack } from '../discrepancies/discrepancies.ts'
import { figuresOf, lockInvoices } from '../invoices/invoices.ts'
import { readAvailable, tooLittle } from '../ledger/ledger.ts'
import { chargesOf, findRules } from '../pricing/pricing.ts'
import { minorFromText } from '../primitives/money.ts'
import { Refusal } from '../primitives/refusal.ts'
import type { Registry } from '../providers/providers.ts'
import { dueAfter, insertWithdrawal, type RefundRow, writeRefunded } from '../withdrawals/withdrawals.ts'
import type { World } from '../world/world.ts'
import { destinationOf, draftRefund, wayOf } from './draft-refund.ts'

/** What settling by a refund needs of this room, where the merchant has what nobody owed: beyond an invoice, or for one that was void. */
export function overpaidRefunder(world: World, registry: Registry): GiveBack {
  return async (tx, found, by, decision) => {
    await refundOverpaid(tx, { world, registry }, found, by, decision)
  }
}

/**
 * Gives back what came beyond an invoice, or after it was voided, out of the merchant's balance: a refund like one that the merchant asks
 * for, which waits for its approval. No more than is still too much, and than is left of that payment.
 */
async function refundOverpaid(
  tx: Transaction,
  { world, registry }: { world: World; registry: Registry },
  found: DiscrepancyRow,
  by: Decider,
  { note, given = {}, approvalDelayMs = null }: Parameters<GiveBack>[3],
): Promise<RefundRow> {
  const { collection, amount } = await findTooMuch(tx, found)
  const destination = destinationOf(collection, amount, given)
  const [now, { merchant_id: merchantId, environment, currency }] = [world.clock.now(), collection]
  const [rule] = await findRules(tx, now, [{ merchantId, channel: 'REFUND' }])
  if (!rule) throw new Error('There is no price for REFUND.')
  const charges = chargesOf(rule, amount)
  const row = draftRefund(world, collection, {
    ...destination,
    ...wayOf({ world, registry }, collection, amount, destination),
    amount,
    origin: 'requested',
    reason: found.kind === 'overpaid' ? 'overpaid' : 'other',
    refund_note: note,
    // Whoever says where money goes does not approve it. Where the payer is known, nobody chose.
    asked_by: payerOf(collection) === null ? by.adminId : null,
    api_key_id: null,
    again_of: null,
    rule,
    charges,
  })
  const available = await readAvailable(tx, { merchantId, environment, currency })
  if (available < row.total_reserved) throw tooLittle(currency, available, row.total_reserved)
  const { refund_claimed: claimed } = collection
  await writeRefunded(tx, [{ ...collection, refund_claimed: (claimed ?? 0n) + amount }])
  const due = { ...row, due_at: dueAfter(now, approvalDelayMs) }
  await insertWithdrawal(tx, due, by.adminId)
  return due
}

/** Payments are locked before invoices, by everybody. */
async function findTooMuch(
  tx: Transaction,
  found: DiscrepancyRow,
): Promise<{ collection: CollectionRow; amount: bigint }> {
  const [collection] = await tx<CollectionRow[]>`
    select * from collections where id = ${found.collection_id} for update`
  if (!collection?.invoice_id) throw new Error(`The discrepancy ${found.id} is about no invoice.`)
  const amounts = [refundableOf(collection)]
  if (found.kind === 'overpaid') {
    const [invoice] = await lockInvoices(tx, [collection.invoice_id])
    amounts.push(excessIn(found), invoice ? figuresOf(invoice).overpaid : 0n)
  }
  const amount = amounts.reduce((least, one) => (one < least ? one : least))
  if (amount === 0n) {
    throw new Refusal('invalid_state', {
      message: 'Nothing of this payment is too much by now, or it is being refunded already.',
    })
  }
  return { collection, amount }
}

/** What was too much when it came, as the discrepancy tells it. */
export function excessIn({ theirs }: Pick<DiscrepancyRow, 'theirs'>): bigint {
  const [, text] = /, ([0-9]+\.[0-9]{2}) too much$/.exec(theirs) ?? []
  const excess = text === undefined ? null : minorFromText(text)
  if (excess === null) throw new Error('A discrepancy does not tell how much is too much.')
  return excess
}
