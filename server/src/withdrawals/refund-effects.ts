import { creditRefunds, type RefundStep } from '../credit-notes/credit-notes.ts'
import type { Transaction } from '../database/database.ts'
import {
  type Contradiction,
  followGivenBack,
  type GivenBack,
  openDiscrepancies,
} from '../discrepancies/discrepancies.ts'
import { type Counted, countReturnedFees } from '../figures/figures.ts'
import { tellReturned } from '../fiscal/fiscal.ts'
import { textFromMinor } from '../primitives/money.ts'
import { Refusal } from '../primitives/refusal.ts'
import type { World } from '../world/world.ts'
import { bearReturns, turnsReturns } from './bear-returns.ts'
import { hasGoneBack } from './gone-back.ts'
import { paidAfterAll, refusePaidBefore } from './paid-before.ts'
import { feePart, findReturnableFees } from './refund-fees.ts'
import type { Source, WithdrawalStatus } from './withdrawal-lifecycle.ts'
import { endedUnpaid, isFromReturns, isRefund, type RefundRow, type WithdrawalRow } from './withdrawal-row.ts'

type Step = { before: WithdrawalRow; after: WithdrawalRow; source: Source }

/** A collection as far as refunds change it, locked. */
export type Refunded = Counted & {
  refunded: bigint | null
  refund_claimed: bigint | null
  invoice_id: string | null
  refunds_reckoned: bigint | null
  credited: bigint | null
}

/** What has ended without the money being with the payer counts no longer. */
export function countsAsRefund(status: WithdrawalStatus): boolean {
  return !endedUnpaid.includes(status)
}

/**
 * What steps of refunds do to what they are of: how much of it has gone back, how much of its fee goes back with it, and whether
 * that contradicts what became of it since. The collections are locked after the refunds and before the books, by everybody.
 * With what we bear of each step.
 */
export async function followRefunds<S extends Step>(
  tx: Transaction,
  world: World,
  steps: S[],
): Promise<(S & { borne?: bigint })[]> {
  const ids = steps.flatMap((step) => {
    const { after } = step
    return isRefund(after) && (!isFromReturns(after) || turnsReturns(step)) ? [after.collection_id] : []
  })
  if (ids.length === 0) return steps
  const collections = await lockRefunded(tx, ids)
  const borne = await bearReturns(tx, steps)
  const refunded = new Set<Refunded>()
  const fees = await findReturnableFees(tx, paidBy(steps, collections))
  const contradictions: Contradiction[] = []
  const returned: { collection: Counted; amount: bigint }[] = []
  const returnedWith = new Map<string, bigint>()
  const paidBack: RefundStep[] = []
  const reckonedWith = new Map<string, boolean>()
  const givenBack = new Map<string, GivenBack>()
  const followed = steps.map((step) => {
    const { before, after } = step
    if (!isRefund(after)) return step
    if (isFromReturns(after)) return { ...step, borne: borne.get(step) ?? 0n }
    const collection = collections.get(after.collection_id)
    if (!collection) throw new Error(`The refund ${after.id} is of no collection.`)
    refunded.add(collection)
    const feeBefore = returnedWith.get(after.id) ?? before.fee_returned
    count(collection, before, after)
    for (const one of givenBackBy(collection, before, after)) {
      const askedAsTooMuchAt = earliest(
        one.askedAsTooMuchAt,
        givenBack.get(collection.id)?.askedAsTooMuchAt ?? null,
      )
      givenBack.set(collection.id, { ...one, askedAsTooMuchAt })
    }
    const reckoned = reckonRefund(
      collection,
      { ...before, reckoned: reckonedWith.get(after.id) ?? before.reckoned },
      after,
    )
    reckonedWith.set(after.id, reckoned.is)
    paidBack.push(...reckoned.steps)
    const fee = feeAfter(collection, before, after, feeBefore, fees.get(collection.id))
    returnedWith.set(after.id, fee)
    returned.push({ collection: { ...collection }, amount: fee - feeBefore })
    if (after.status === 'SUCCESS' && collection.status === 'reversed') {
      contradictions.push(refundedAndReversed(collection, after))
    }
    return {
      ...step,
      before: { ...before, fee_returned: feeBefore },
      after: { ...after, fee_returned: fee, reckoned: reckoned.is },
    }
  })
  await writeRefunded(tx, [...refunded])
  await creditRefunds(tx, world, paidBack)
  await tellReturned(
    tx,
    world,
    followed.flatMap(({ before, after }) =>
      // What never was the merchant's is no sale of theirs that is taken back.
      isRefund(after) && !isFromReturns(after) && after.status === 'SUCCESS' && before.status !== 'SUCCESS'
        ? after.collection_id
        : [],
    ),
  )
  await countReturnedFees(tx, returned)
  await openDiscrepancies(tx, world, contradictions)
  await followGivenBack(tx, world, [...givenBack.values()])
  return followed
}

/**
 * What paying a refund, or its coming back, means for the invoice of its payment. What was reversed as well is no payment any more, and
 * what the invoice did not count when it was paid does not come back to it.
 */
function reckonRefund(
  collection: Refunded,
  { reckoned: isReckoned, status: was }: Pick<WithdrawalRow, 'reckoned' | 'status'>,
  after: RefundRow,
): { is: boolean; steps: RefundStep[] } {
  const { invoice_id: invoiceId, status } = collection
  const isPaid = after.status === 'SUCCESS'
  if (invoiceId === null || status !== 'successful' || isPaid === isReckoned) {
    return { is: isReckoned, steps: [] }
  }
  // Paid before anybody reckoned, or by an older version: there it stays.
  if (isPaid && was === 'SUCCESS') return { is: false, steps: [] }
  const { id, reason, credit_note: isCredited, updated_at: at } = after
  const before = leftOf(collection)
  collection.refunds_reckoned = (collection.refunds_reckoned ?? 0n) + (isPaid ? after.amount : -after.amount)
  const amount = isPaid ? before - leftOf(collection) : leftOf(collection) - before
  return {
    is: isPaid,
    steps: [{ refundId: id, invoiceId, amount, reason: reason ?? 'other', isPaid, isCredited, at }],
  }
}

/** What is left of a payment for its invoice. What went back twice was never paid, so that nothing is taken off for it. */
function leftOf({ amount, refunds_reckoned: refunded, credited }: Refunded): bigint {
  const left = amount - (refunded ?? 0n) - (credited ?? 0n)
  return left > 0n ? left : 0n
}

function count(collection: Refunded, before: WithdrawalRow, after: WithdrawalRow): void {
  const { amount } = after
  const claims = Number(countsAsRefund(after.status)) - Number(countsAsRefund(before.status))
  const paid = Number(after.status === 'SUCCESS') - Number(before.status === 'SUCCESS')
  collection.refund_claimed = (collection.refund_claimed ?? 0n) + BigInt(claims) * amount
  collection.refunded = (collection.refunded ?? 0n) + BigInt(paid) * amount
}

/** Of a payment of an invoice: whether all of it is back now, or somebody counted on this refund in vain. */
function givenBackBy(collection: Refunded, before: WithdrawalRow, after: RefundRow): GivenBack[] {
  const { id: collectionId, invoice_id: invoiceId, status, amount, refunded, credited } = collection
  if (invoiceId === null || status !== 'successful') return []
  const isPaid = after.status === 'SUCCESS'
  const isWhole = isPaid && (refunded ?? 0n) + (credited ?? 0n) >= amount
  const isInVain = countsAsRefund(before.status) && !countsAsRefund(after.status)
  const askedAsTooMuchAt = isInVain && after.reason === 'overpaid' ? after.created_at : null
  return isWhole || isInVain ? [{ collectionId, refundId: after.id, isWhole, askedAsTooMuchAt }] : []
}

/** Of refunds of one payment that end together, the first may have answered what the others did not. */
function earliest(one: Date | null, other: Date | null): Date | null {
  if (one === null || other === null) return one ?? other
  return one <= other ? one : other
}

type Fees = { fee: bigint; returned: bigint } | undefined

/** What of the fee is with the merchant after the step. A payment that was reversed has given its fee back already, once and for all. */
function feeAfter(
  collection: Refunded,
  before: WithdrawalRow,
  after: WithdrawalRow,
  feeBefore: bigint,
  fees: Fees,
): bigint {
  if (collection.status !== 'successful') return feeBefore
  if (before.status === 'SUCCESS' && after.status !== 'SUCCESS') {
    if (fees) fees.returned -= feeBefore
    return 0n
  }
  if (after.status !== 'SUCCESS' || !fees) return feeBefore
  const part = feePart(fees, collection.refunded ?? 0n, collection.amount)
  fees.returned += part
  return part
}

function paidBy(steps: Step[], collections: Map<string, Refunded>): Refunded[] {
  const paid = steps.flatMap(({ before, after }) =>
    after.status === 'SUCCESS' || before.status === 'SUCCESS'
      ? (collections.get(after.collection_id ?? '') ?? [])
      : [],
  )
  return [...new Set(paid)]
}

/** In the order of ids, as everywhere. */
export async function lockRefunded(tx: Transaction, ids: string[]): Promise<Map<string, Refunded>> {
  const rows = await tx<Refunded[]>`
    select id, merchant_id, environment, currency, method, customer_phone, status, failure_code, amount, completed_at, refunded,
      refund_claimed, invoice_id, refunds_reckoned, credited
    from collections where id = any(${[...new Set(ids)]}::uuid[]) order by id for update`
  return new Map(rows.map((row) => [row.id, { ...row }]))
}

export async function writeRefunded(
  tx: Transaction,
  rows: Pick<Refunded, 'id' | 'refunded' | 'refund_claimed' | 'refunds_reckoned'>[],
): Promise<void> {
  await tx`
    update collections c set refunded = r.refunded, refund_claimed = r.claimed, refunds_reckoned = r.reckoned
    from unnest(${rows.map(({ id }) => id)}::uuid[], ${rows.map(({ refunded }) => refunded ?? 0n)}::bigint[],
      ${rows.map(({ refund_claimed: claimed }) => claimed ?? 0n)}::bigint[],
      ${rows.map(({ refunds_reckoned: reckoned }) => reckoned)}::bigint[]) as r (id, refunded, claimed, reckoned)
    where c.id = r.id`
}

function refundedAndReversed(collection: Refunded, refund: RefundRow): Contradiction {
  const { id, merchant_id: merchantId, environment, status, currency, amount } = collection
  return {
    merchantId,
    environment,
    collectionId: id,
    kind: 'reversal_after_refund',
    ours: `${status} ${currency} ${textFromMinor(amount)}`,
    theirs: `refunded ${currency} ${textFromMinor(refund.amount)} too`,
  }
}

/** What the provider has returned by itself is not returned again. Its lock keeps it from being reversed meanwhile. */
async function refuseReversed(tx: Transaction, row: RefundRow): Promise<void> {
  if (!(await hasGoneBack(tx, row, tx`for update`))) return
  throw new Refusal('invalid_state', {
    message: 'The provider has returned the payment by itself. Reject the refund.',
    details: { status: row.status, payment: 'reversed' },
  })
}

/**
 * A refund that had failed may have been paid after all, when another was asked for in its place, or a credit note said that it was given
 * back outside: then the payer has the money. Locks of refunds come before those of collections.
 */
export async function refusePaidAfterAll(tx: Transaction, row: RefundRow): Promise<void> {
  await refusePaidBefore(tx, row)
  await refuseReversed(tx, row)
  const [over] = await tx`
    select from collections where id = ${row.collection_id} and refund_claimed + coalesce(credited, 0) > amount`
  if (over && !isFromReturns(row)) throw paidAfterAll(row)
}
