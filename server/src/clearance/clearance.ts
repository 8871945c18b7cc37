import { operations } from '@malipo/contract'
import {
  type CollectionRow,
  findHistory,
  listCollections,
  showCollection,
  silentSince,
} from '../collections/collections.ts'
import {
  type Askers,
  evidenceColumn,
  type Kept,
  lookFresh,
  readEvidence,
  showEvidence,
} from '../evidence/evidence.ts'
import { deciderOf, type Route, route } from '../http/http.ts'
import type { Registry } from '../providers/providers.ts'
import type { World } from '../world/world.ts'
import { decideClearance, findHeld } from './decide-clearance.ts'

export { decideClearance }

type Parts = { world: World; registry: Registry; askers: Askers }
type ListedRow = CollectionRow & { merchant_name: string; kept: Kept }

/** Where Super Admins see what is held, and let it go or not, one environment at a time. */
export function routes({ world, registry, askers }: Parts): Route[] {
  const decide = (
    operation: typeof operations.clearCollection | typeof operations.declineCollection,
    to: 'successful' | 'failed',
  ) =>
    route(operation, async ({ params, body, caller, requestId, environment, idempotently }) => {
      const by = { ...deciderOf({ caller, requestId }), environment: environment() }
      const id = params.collection_id
      const fresh = await lookFresh(world.sql, askers.collection, () => findHeld(world, by, id))
      return await idempotently(async (tx) => {
        const decision = { to, note: body.note ?? null, seen: body.evidence_version ?? fresh }
        const collection = await decideClearance(tx, world, registry, by, id, decision)
        return {
          ...showCollection(world, collection),
          history: await findHistory(tx, collection.id),
          ...(await readEvidence(tx, collection)),
        }
      })
    })
  return [
    route(operations.adminListCollections, ({ query, environment, lists }) =>
      listCollections(
        lists,
        environment(),
        { ...query, ...(query.silent && { silentSince: silentSince(world.clock) }) },
        (row: ListedRow) => ({
          ...showCollection(world, row),
          merchant_name: row.merchant_name,
          silent: row.status === 'processing' && row.updated_at < silentSince(world.clock),
          ...showEvidence(row.kept, row.moves),
        }),
        lists`, ${evidenceColumn(lists, lists`c.id`)} as kept`,
      ),
    ),
    decide(operations.clearCollection, 'successful'),
    decide(operations.declineCollection, 'failed'),
  ]
}
