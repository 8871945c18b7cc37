import type { Environment } from '@malipo/contract'
import { type CollectionRow, findTries, silentSince } from '../collections/collections.ts'
import { type Database, findPutAside, type Transaction } from '../database/database.ts'
import { isId } from '../primitives/id.ts'
import { Refusal } from '../primitives/refusal.ts'
import type { WithdrawalRow } from '../withdrawals/withdrawals.ts'
import type { World } from '../world/world.ts'
import { type Audience, type Entries, mergeEntries, type Subject } from './entries.ts'
import { findBooked, findRequest, findTold } from './find-own-entries.ts'
import { findCallbacks, findExchanges, findWords } from './find-provider-entries.ts'
import { findDecisions, findDiscrepancies, findStuck } from './find-review-entries.ts'
import { findCollectionSteps, findWithdrawalSteps, showTries } from './find-steps.ts'
import { tellCollection, tellWithdrawal } from './tell-sentence.ts'

/** Who asks: about a merchant of theirs, or, as an admin, about anybody's. */
export type Reader = {
  merchantId: string | null
  environment: Environment
  /** What of it they see, which may depend on where it is. */
  audienceIn(environment: Environment): Audience
}

/** In one snapshot, so that a step and what followed from it are both there or neither is. */
const snapshot = 'isolation level repeatable read read only'

export function collectionTimeline(
  sql: Database,
  { clock }: Pick<World, 'clock'>,
  id: string,
  reader: Reader,
) {
  return sql.begin(snapshot, async (tx) => {
    const [row] = isId(id)
      ? await tx<CollectionRow[]>`
          select * from collections where id = ${id} ${ofMerchant(tx, reader)}
            and (environment = ${reader.environment}
              ${reader.merchantId === null ? tx`` : tx`or made_in = ${reader.environment}`})`
      : []
    if (!row) throw new Refusal('not_found')
    const audience = reader.audienceIn(row.environment)
    const tries = (await findTries(tx, [row.id])).get(row.id) ?? []
    const subject: Subject = {
      ...subjectOf('collection', row),
      askedIn: row.made_in ?? row.environment,
      // Before the customer has picked a way to pay there is no try, and nothing was sent.
      orders: tries.map(({ id, number, provider, provider_reference: reference }) => ({
        ...{ id, number, provider, reference },
      })),
    }
    const steps = await findCollectionSteps(tx, subject)
    const { besides, shown } = await readAll(tx, subject, audience, [steps, showTries(tries)])
    return {
      id: row.id,
      sentence: tellCollection(row, { ...besides, silentSince: silentSince(clock) }),
      ...shown,
      ...(await findPutAside(tx, 'collection_history', subject, steps.entries.length)),
    }
  })
}

export function withdrawalTimeline(sql: Database, id: string, reader: Reader) {
  return sql.begin(snapshot, async (tx) => {
    const [row] = isId(id)
      ? await tx<WithdrawalRow[]>`
          select * from withdrawals where id = ${id} ${ofMerchant(tx, reader)} and environment = ${reader.environment}`
      : []
    if (!row) throw new Refusal('not_found')
    const audience = reader.audienceIn(row.environment)
    const { provider, provider_reference: reference } = row
    const subject: Subject = {
      ...subjectOf('withdrawal', row),
      askedIn: row.environment,
      orders: [{ id: row.id, number: 1, provider, reference }],
    }
    const steps = await findWithdrawalSteps(tx, subject, audience)
    const { besides, shown } = await readAll(tx, subject, audience, [steps])
    return {
      id: row.id,
      sentence: tellWithdrawal(row, besides),
      ...shown,
      ...(await findPutAside(tx, 'withdrawal_history', subject, steps.entries.length)),
    }
  })
}

/** Somebody else's id is no id. */
function ofMerchant(tx: Transaction, { merchantId }: Reader) {
  return merchantId === null ? tx`` : tx`and merchant_id = ${merchantId}`
}

function subjectOf(about: Subject['about'], row: CollectionRow | WithdrawalRow) {
  const { id, merchant_id: merchantId, environment, created_at: createdAt, moves } = row
  return { about, id, merchantId, environment, createdAt, moves }
}

/** What every payment has. One after another: they share a connection. */
async function readAll(tx: Transaction, subject: Subject, audience: Audience, own: Entries[]) {
  const discrepancies = await findDiscrepancies(tx, subject, audience)
  const stuck = await findStuck(tx, subject, audience)
  const shown = mergeEntries([
    ...own,
    await findRequest(tx, subject, audience),
    await findExchanges(tx, subject, audience),
    await findCallbacks(tx, subject, audience),
    await findWords(tx, subject, audience),
    await findBooked(tx, subject, audience),
    await findTold(tx, subject, audience),
    await findDecisions(tx, subject, audience),
    discrepancies,
    stuck,
  ])
  return { besides: { isChecked: discrepancies.isOpen, isStuck: stuck.isStuck }, shown }
}
