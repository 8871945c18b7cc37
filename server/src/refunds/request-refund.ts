import type { BodyOf, operations, RefundQuote } from '@malipo/contract'
import type { Static } from 'typebox'
import { countPayout } from '../auth/auth.ts'
import { type CollectionRow, isWindowOver, payerOf, refundableOf } from '../collections/collections.ts'
import type { Database, Transaction } from '../database/database.ts'
import type { Actor } from '../http/http.ts'
import { readAvailable, tooLittle } from '../ledger/ledger.ts'
import { joinMetadata } from '../metadata/metadata.ts'
import { type Charges, chargesOf, findRules, type Rule } from '../pricing/pricing.ts'
import { isId } from '../primitives/id.ts'
import { minorFromText, textFromMinor } from '../primitives/money.ts'
import { invalid, Refusal } from '../primitives/refusal.ts'
import type { Registry } from '../providers/providers.ts'
import { vetPayout } from '../risk/risk.ts'
import {
  dueAfter,
  feePart,
  findReturnableFees,
  insertWithdrawal,
  isRestricted,
  maskIdentifier,
  paymentOf,
  type RefundRow,
  writeRefunded,
} from '../withdrawals/withdrawals.ts'
import type { World } from '../world/world.ts'
import { destinationOf, draftRefund, type GivenDestination, wayOf } from './draft-refund.ts'

export type RefundDesk = { world: World; registry: Registry; config: { refundDays: number } }
type Asked = GivenDestination & { collection_id: string; amount?: string }

/** What was asked for, judged against the collection as it stands. */
type Judged = Pick<RefundRow, 'way' | 'provider'> &
  ReturnType<typeof destinationOf> & {
    collection: CollectionRow
    amount: bigint
    rule: Rule
    charges: Charges
  }

/**
 * Takes a refund in. What is left of the collection is decided under its lock, so that of two who ask for the rest at once one is
 * refused; the balance must cover it now, and is asked again when somebody approves.
 */
export async function requestRefund(
  tx: Transaction,
  desk: RefundDesk,
  caller: Actor,
  body: BodyOf<typeof operations.createRefund>,
  approvalDelayMs: number | null,
): Promise<RefundRow> {
  const { world } = desk
  const judged = await judge(tx, desk, caller, body, true)
  const { collection, amount, ...drafted } = judged
  if (body.credit_note === false && collection.invoice_id === null)
    throw invalid({ field: 'credit_note', problem: 'is only for payments of an invoice' })
  await countPayout(tx, world, caller.by, { amount, currency: collection.currency })
  const row = draftRefund(world, collection, {
    ...drafted,
    amount,
    origin: 'requested',
    reason: body.reason,
    refund_note: body.note ?? null,
    credit_note: body.credit_note ?? true,
    api_key_id: caller.by.kind === 'key' ? caller.by.keyId : null,
    asked_by: caller.by.kind === 'person' ? caller.by.user.id : null,
    again_of: null,
  })
  const { merchant_id: merchantId, environment, currency } = row
  const available = await readAvailable(tx, { merchantId, environment, currency })
  if (available < row.total_reserved) throw tooLittle(currency, available, row.total_reserved)
  const { refund_claimed: claimed } = collection
  await writeRefunded(tx, [{ ...collection, refund_claimed: (claimed ?? 0n) + amount }])
  const directed = payerOf(collection) === null
  const due = {
    ...row,
    directed,
    // Who is paid back what they paid is nobody's choice; whom the merchant names is looked at as every recipient is, and last, as there.
    review_hit: directed ? await vetPayout(tx, world, paymentOf(row)) : null,
    metadata: joinMetadata(body.metadata),
    due_at: dueAfter(world.clock.now(), approvalDelayMs),
  }
  await insertWithdrawal(tx, due)
  return due
}

/** What it would cost now, and what would be left. Nothing is locked or made. */
export async function quoteRefund(
  tx: Transaction,
  desk: RefundDesk,
  caller: Actor,
  asked: Asked,
): Promise<Static<typeof RefundQuote>> {
  const { collection, amount, charges, ...judged } = await judge(tx, desk, caller, asked, false)
  const { merchantId, environment } = caller
  const left = refundableOf(collection)
  const fees = (await findReturnableFees(tx, [collection])).get(collection.id)
  const part = fees ? feePart(fees, (collection.refunded ?? 0n) + amount, collection.amount) : 0n
  const available = await readAvailable(tx, { merchantId, environment, currency: collection.currency })
  return {
    collection_id: collection.id,
    amount: textFromMinor(amount),
    currency: collection.currency,
    total_charges: textFromMinor(charges.totalCharges),
    total_reserved_amount: textFromMinor(charges.totalReserved),
    fee_returned: textFromMinor(part),
    refundable_amount: textFromMinor(left),
    left_after: textFromMinor(left - amount),
    way: judged.way,
    destination_code: judged.destination_code,
    destination_identifier: maskIdentifier(judged.destination_identifier),
    available: textFromMinor(available),
  }
}

async function judge(
  tx: Transaction,
  desk: RefundDesk,
  caller: Actor,
  asked: Asked,
  isLocked: boolean,
): Promise<Judged> {
  const { world } = desk
  const collection = await findCollection(tx, caller, asked.collection_id, isLocked)
  const { environment, merchantId } = caller
  if (isRestricted({ environment, kind: 'refund', origin: 'requested' }, caller.merchant)) {
    throw new Refusal('merchant_inactive')
  }
  const amount = amountOf(collection, asked, desk)
  const destination = destinationOf(collection, amount, asked)
  const way = wayOf(desk, collection, amount, destination)
  const [rule] = await findRules(tx, world.clock.now(), [{ merchantId, channel: 'REFUND' }])
  if (!rule) throw new Error('There is no price for REFUND.')
  return { collection, amount, ...destination, ...way, rule, charges: chargesOf(rule, amount) }
}

/** Somebody else's id is no id. */
async function findCollection(
  sql: Database | Transaction,
  { merchantId, environment }: Actor,
  id: string,
  isLocked: boolean,
): Promise<CollectionRow> {
  const [row] = isId(id)
    ? await sql<CollectionRow[]>`
        select * from collections where id = ${id} and merchant_id = ${merchantId} and environment = ${environment}
        ${isLocked ? sql`for update` : sql``}`
    : []
  if (!row) throw new Refusal('not_found')
  return row
}

function amountOf(collection: CollectionRow, { amount: wished }: Asked, desk: RefundDesk): bigint {
  const { status, currency } = collection
  if (status !== 'successful') {
    throw new Refusal('invalid_state', {
      message: `The payment is ${status}. Only one that is successful can be refunded.`,
      details: { status },
    })
  }
  if (isWindowOver(collection, { clock: desk.world.clock, refundDays: desk.config.refundDays })) {
    throw new Refusal('refund_window_over', {
      message: `The payment was completed more than ${desk.config.refundDays} days ago.`,
      details: { completed_at: collection.completed_at?.toISOString(), days: desk.config.refundDays },
    })
  }
  const left = refundableOf(collection)
  const amount = wished === undefined ? left : minorFromText(wished)
  if (amount === null) throw new Error('What passed validation cannot be read.')
  if (amount > left || amount === 0n) {
    throw new Refusal('refund_too_large', {
      details: {
        refundable_amount: textFromMinor(left),
        refunded_amount: textFromMinor(collection.refunded ?? 0n),
        currency,
      },
    })
  }
  return amount
}
