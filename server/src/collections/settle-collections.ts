import type { Transaction } from '../database/database.ts'
import type { SettleCollection } from '../discrepancies/discrepancies.ts'
import type { Registry } from '../providers/providers.ts'
import type { World } from '../world/world.ts'
import type { CollectionRow } from './collection-row.ts'
import { resolveCollections } from './resolve-collections.ts'

/** Carries out what a Super Admin decided about a contradiction, through the door of every other word. */
export function collectionSettler(world: World, registry: Registry): SettleCollection {
  return async (tx, collectionId, { endsTheOpen, ...step }, note) => {
    if (endsTheOpen && (await lockStatus(tx, collectionId)) !== step.from) return
    const word = { kind: 'decided', ...step, note } as const
    await resolveCollections(tx, world, registry, [{ collectionId, source: 'super_admin', word }])
  }
}

async function lockStatus(tx: Transaction, id: string): Promise<CollectionRow['status'] | undefined> {
  const [found] = await tx<Pick<CollectionRow, 'status'>[]>`
    select status from collections where id = ${id} for update`
  return found?.status
}
