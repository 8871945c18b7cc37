import type { CollectionRow, PageTry } from '../collections/collections.ts'
import { findOpenLink, statusOf } from '../payment-links/payment-links.ts'
import { isToken } from '../primitives/token.ts'
import type { World } from '../world/world.ts'
import { type PayState, type Source, stateOf } from './pay-state.ts'
import { onlyTry, type PayView } from './pay-view.ts'
import { findShop, isClosed } from './shop.ts'

/** A payment that was begun by a link, as its page shows it. Somebody else's payment is none of this link's. */
export async function findLinkPayment(world: World, token: string, payment: string): Promise<PayView | null> {
  const { sql } = world
  if (!isToken(payment)) return null
  const link = await findOpenLink(sql, token)
  const [row] = await sql<(CollectionRow & { last_source: Source })[]>`
    select c.*,
      coalesce((select source from collection_history where collection_id = c.id order by seq desc limit 1), '') as last_source
    from collections c where c.public_token = ${payment} and c.payment_link_id = ${link.id}`
  if (!row) return null
  const { last_source: lastSource, ...collection } = row
  const tries = onlyTry(collection).map(
    (one): PageTry => ({
      ...one,
      collection_id: one.id,
      number: 1,
      attempt: null,
      ended_at: one.completed_at,
    }),
  )
  const shop = await findShop(sql, collection.merchant_id)
  const takesMore = statusOf(link, world.clock.now()) === 'ACTIVE' && !isClosed(shop, link.environment)
  return {
    collection,
    tries,
    triesLeft: 0,
    may: { begin: false, useAnotherWay: false, leave: false },
    endsAt: collection.qr_expires_at ?? collection.created_at,
    token: payment,
    path: `/l/${token}/${payment}`,
    again: takesMore ? `/l/${token}` : null,
    codeEndsAt: collection.qr_expires_at,
    lastSource,
    shown: tries[0] ?? null,
    shop,
  }
}

/** By a link somebody begins anew after a definite failure, as long as it takes payments. A code that is over says no more than that. */
export function linkStateOf(view: PayView, now: Date): PayState {
  const state = stateOf(view, now)
  if (state === 'expired') return 'stale'
  return state === 'failed' && view.again !== null ? 'retry' : state
}
