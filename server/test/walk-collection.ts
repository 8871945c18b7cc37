import type { Transaction } from '../src/database/database.ts'
import { hold, moneyBack, moneyIn, type Posting, releaseHold, returnHold } from '../src/ledger/ledger.ts'
import { dayAt } from '../src/primitives/instant.ts'
import type { World } from '../src/world/world.ts'

const amount = 1_000n

/** A collection that went the given way, with all that belongs to it; answers with what it owes to the books. */
export async function walkCollection(
  tx: Transaction,
  world: World,
  merchantId: string,
  way: string[],
): Promise<Posting[]> {
  const id = world.newId()
  const now = world.clock.now()
  const status = way.at(-1) ?? ''
  const method = way.length === 1 && status === 'created' ? null : 'USSD_PUSH'
  const shown = status === 'created' ? null : method
  await tx`
    insert into collections (id, merchant_id, environment, family, method, status, amount, currency, provider,
      provider_reference, moves, due_at, created_at, updated_at, completed_at)
    values (${id}, ${merchantId}, 'live', 'A', ${shown}, ${status}, ${amount}, 'TZS', 'simulated', ${id},
      ${way.length}, ${status === 'processing' ? now : null}, ${now}, ${now},
      ${['successful', 'failed', 'reversed'].includes(status) ? now : null})`
  if (shown !== null) {
    await tx`
      insert into collection_tries (id, collection_id, number, provider, provider_reference, method, created_at)
      values (${id}, ${id}, 1, 'simulated', ${id}, ${shown}, ${now})`
  }
  await tx`
    insert into collection_counts (merchant_id, environment, method, status, change)
    values (${merchantId}, 'live', ${shown}, ${status}, 1)`
  if (['successful', 'failed', 'reversed'].includes(status)) {
    await tx`
      insert into collection_day_changes
        (merchant_id, environment, day, currency, method, network, status, failure_code, many, amount, fees)
      values (${merchantId}, 'live', ${dayAt(now)}, 'TZS', ${shown}, '', ${status}, '', 1, ${amount}, 0)`
  }
  for (const [position, to] of way.entries()) {
    await tx`
      insert into collection_history (collection_id, seq, from_status, to_status, source, at)
      values (${id}, ${position + 1}, ${way[position - 1] ?? null}, ${to}, 'caller', ${now})`
    if (to === 'created' || to === 'processing') continue
    const body = JSON.stringify({
      type: 'collection.told',
      data: { environment: 'live', merchant_id: merchantId },
    })
    await tx`
      insert into events (id, merchant_id, environment, type, resource_id, sequence, body, created_at)
      values (${world.newId()}, ${merchantId}, 'live', 'collection.told', ${id}, ${position + 1}, ${body}, ${now})`
  }
  return way.flatMap((to, position) => postingsInto(merchantId, id, way[position - 1], to))
}

function postingsInto(merchantId: string, collectionId: string, from: string | undefined, to: string) {
  type Effect = Pick<Posting, 'legs' | 'debt'>
  const of = (type: Posting['type'], direction: Posting['direction'], effect: Effect): Posting => {
    const cause = `collection:${collectionId}:${type}`
    const book = { merchantId, environment: 'live', currency: 'TZS' } as const
    return { ...book, cause, type, direction, amount, collectionId, ...effect }
  }
  const wasHeld = from === 'pending_clearance'
  if (to === 'successful' && wasHeld) return [of('clearance_release', 'credit', releaseHold(amount))]
  if (to === 'successful') return [of('collection', 'credit', moneyIn('simulated', amount))]
  if (to === 'reversed') return [of('collection_reversal', 'debit', moneyBack('simulated', amount))]
  if (to === 'pending_clearance') return [of('clearance_hold', 'credit', hold('simulated', amount))]
  return wasHeld ? [of('clearance_return', 'debit', returnHold('simulated', amount))] : []
}

/** What gives a collection two more tries than it had, both in that state. */
export function moreTries(collectionId: string, state: string): string {
  return `
    insert into collection_tries (id, collection_id, number, provider, provider_reference, method, created_at, state)
    select gen_random_uuid(), collection_id, n, provider, provider_reference, method, created_at, '${state}'
    from collection_tries, generate_series(2, 3) n where id = ${collectionId}`
}

/** What announces once more something of a collection, as its step with that number. */
export function toldAgain(collectionId: string, sequence: string): string {
  return `
    insert into events (id, merchant_id, environment, type, resource_id, sequence, body, created_at)
    select gen_random_uuid(), merchant_id, environment, type, resource_id, ${sequence}, body, created_at
    from events where resource_id = ${collectionId} limit 1`
}
