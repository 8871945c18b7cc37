import type { Transaction } from '../database/database.ts'
import { textFromMinor } from '../primitives/money.ts'
import type { World } from '../world/world.ts'
import type { CollectionRow } from './collection-row.ts'
import type { DiscrepancyKind } from './judge-report.ts'

export type Contradiction = { collection: CollectionRow; kind: DiscrepancyKind; theirs: string }

/** Keeps contradictions for a person. Told again, the same one stays one, settled or not. */
export async function openDiscrepancies(
  tx: Transaction,
  world: World,
  contradictions: Contradiction[],
): Promise<void> {
  if (contradictions.length === 0) return
  const rows = contradictions.map(({ collection, kind, theirs }) => ({
    id: world.newId(),
    merchant_id: collection.merchant_id,
    environment: collection.environment,
    collection_id: collection.id,
    kind,
    ours: `${collection.status} ${collection.currency} ${textFromMinor(collection.amount)}`,
    theirs,
    status: 'open',
    created_at: world.clock.now(),
  }))
  await tx`
    insert into discrepancies (id, merchant_id, environment, collection_id, kind, ours, theirs, status, created_at)
    select id, merchant_id, environment, collection_id, kind, ours, theirs, status, created_at
    from json_populate_recordset(null::discrepancies, ${JSON.stringify(rows)}::json)
    on conflict (collection_id, kind, theirs) do nothing`
}
