import type { Transaction } from '../database/database.ts'
import { type Hasten, type Hastened, nothingIsDue } from '../jobs/jobs.ts'
import type { SimulatedNetwork } from '../providers/providers.ts'
import type { CollectionRow } from './collection-row.ts'

/** Makes what is due next for a collection due now: what the network does about it, else that we ask. */
export function collectionHastener(network: Pick<SimulatedNetwork, 'hasten'>): Hasten {
  return async (tx, { merchantId }, id, now) => {
    const [row] = await tx<CollectionRow[]>`
      select * from collections where id = ${id} and merchant_id = ${merchantId}
        and (environment = 'sandbox' or made_in = 'sandbox') for update`
    if (row === undefined) return null
    if (row.environment === 'live') return await endPage(tx, row, now)
    const isOpen = row.status === 'processing'
    const played = await network.hasten(tx, { reference: row.provider_reference, isOpen })
    if (played === null) return await lookUp(tx, row, now)
    // Nobody tells of an expiry, so it is asked about at once.
    if (played.what === 'prompt_expires' || played.what === 'qr_expires')
      await tx`
        update collections set due_at = ${now}, qr_expires_at = case when qr_expires_at > ${now} then ${now} else qr_expires_at end where id = ${id}`
    return played
  }
}

/** A hosted page runs live whoever made it. One of the sandbox may be ended, which asks and tells no provider anything. */
async function endPage(
  tx: Transaction,
  { id, ends_at: endsAt }: CollectionRow,
  now: Date,
): Promise<Hastened> {
  if (endsAt === null) throw nothingIsDue('a payment on a hosted page runs live, whichever key made it.')
  await tx`update collections set ends_at = least(ends_at, ${now}::timestamptz) where id = ${id}`
  return { what: 'page_ends', wasDueAt: endsAt }
}

async function lookUp(
  tx: Transaction,
  { id, status, due_at: dueAt }: CollectionRow,
  now: Date,
): Promise<Hastened> {
  if (status === 'pending_clearance') throw nothingIsDue('the collection waits for a Super Admin.')
  if (status !== 'processing' || dueAt === null)
    throw nothingIsDue(`the collection is ${status}, and stays so by itself.`)
  await tx`update collections set due_at = least(due_at, ${now}::timestamptz) where id = ${id}`
  return { what: 'look_up', wasDueAt: dueAt }
}
