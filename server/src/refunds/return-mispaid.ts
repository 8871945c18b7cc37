import type { Decider } from '../auth/auth.ts'
import type { CollectionRow } from '../collections/collections.ts'
import type { Transaction } from '../database/database.ts'
import type { DiscrepancyRow, GiveBack, PlayedDelay } from '../discrepancies/discrepancies.ts'
import { triesOf } from '../evidence/evidence.ts'
import { isId } from '../primitives/id.ts'
import { minorFromText } from '../primitives/money.ts'
import { Refusal } from '../primitives/refusal.ts'
import type { Registry } from '../providers/providers.ts'
import { wasToldGone } from '../withdrawals/withdrawals.ts'
import type { World } from '../world/world.ts'
import type { GivenDestination, Paid } from './draft-refund.ts'
import { lockReturns } from './lock-returns.ts'
import { oweAgain, returnedByItself } from './owe-again.ts'
import { playedDelay } from './played-delay.ts'
import { type ReturnDesk, returnToPayer } from './return-to-payer.ts'

/** What settling a discrepancy by a refund needs of this room. */
export function mispaidReturner(
  world: World,
  registry: Registry,
): { giveBack: GiveBack; playedDelay: PlayedDelay } {
  return {
    async giveBack(tx, found, by, { note, given = {}, approvalDelayMs = null }) {
      await returnMispaid(tx, { world, registry }, found, by, note, given, approvalDelayMs)
    },
    async playedDelay(environment, id) {
      await registry.ready()
      const [found] = isId(id)
        ? await world.sql<
            { merchant_id: string | null }[]
          >`select merchant_id from discrepancies where id = ${id}`
        : []
      if (!found?.merchant_id) return null
      return await playedDelay({ registry }, { environment, merchantId: found.merchant_id })
    },
  }
}

/**
 * Sends back money that came late, for another try than the one that paid, or with another amount. What was booked for the merchant by
 * now is the merchant's to refund.
 */
export async function returnMispaid(
  tx: Transaction,
  desk: ReturnDesk,
  found: DiscrepancyRow,
  by: Decider,
  note: string | null,
  given: GivenDestination,
  approvalDelayMs: number | null,
): Promise<void> {
  const returns = await lockReturns(tx, found)
  const paid = await findPaid(tx, found)
  const wish = { paid, amount: amountIn(found, paid.amount), given, by, note, approvalDelayMs }
  if (returns) return await oweAgain(tx, desk, found, returns, wish)
  const refund = await returnToPayer(tx, desk, { ...wish, origin: 'mispaid' })
  if (await wasToldGone(tx, refund)) throw returnedByItself()
}

/** The order of which the provider says that it was paid: the one that the collection shows, or another of its tries. */
async function findPaid(tx: Transaction, { collection_id: id, reference }: DiscrepancyRow): Promise<Paid> {
  const [collection] = await tx<CollectionRow[]>`select * from collections where id = ${id} for update`
  if (!collection) throw new Refusal('invalid_state', { message: 'It is about no payment of ours.' })
  if (collection.status === 'created' || collection.status === 'processing') {
    throw new Refusal('invalid_state', {
      message: `The collection is ${collection.status}: it may be paid by this money yet.`,
    })
  }
  const isShown = reference === null || reference === collection.provider_reference
  if (isShown) {
    if (collection.status === 'successful' || collection.status === 'pending_clearance') {
      throw new Refusal('invalid_state', { message: `The collection is ${collection.status} by now.` })
    }
    return collection
  }
  const [tried] = await tx<Tried[]>`
    select provider, provider_reference, method, customer_phone, number = 1 and attempt is null as is_plain from collection_tries
    where id in (select id from ${triesOf(tx, tx`${id}::uuid`)} tries) and provider_reference = ${reference}`
  if (!tried) throw new Refusal('invalid_state', { message: 'It is about no order of ours.' })
  const { is_plain: isPlain, ...order } = tried
  // The order that a call made has the number of its collection, which never changes. Each try of a page has its own, or none that is known:
  // the collection shows whoever tried last, and that may be somebody else.
  const phone = isPlain ? (order.customer_phone ?? collection.customer_phone) : order.customer_phone
  return { ...collection, ...order, customer_phone: phone }
}

type Tried = Pick<Paid, 'provider' | 'provider_reference' | 'method' | 'customer_phone'> & {
  is_plain: boolean
}

/** What was paid, as the contradiction tells it; what was ordered, where it tells of no other amount. */
export function amountIn({ kind, theirs }: Pick<DiscrepancyRow, 'kind' | 'theirs'>, ordered: bigint): bigint {
  if (kind !== 'other_amount') return ordered
  const [, text] = /^successful [A-Z]{3} ([0-9]+\.[0-9]{2})/.exec(theirs) ?? []
  const amount = text === undefined ? null : minorFromText(text)
  if (amount === null) throw new Refusal('invalid_state', { message: 'Nobody knows how much came.' })
  return amount
}
