import type { Transaction } from '../database/database.ts'
import type { Settle, Wanted } from '../discrepancies/discrepancies.ts'
import { idOfReference, referenceOf } from '../primitives/reference.ts'
import { Refusal } from '../primitives/refusal.ts'
import type { Registry } from '../providers/providers.ts'
import type { World } from '../world/world.ts'
import type { CollectionStatus } from './collection-lifecycle.ts'
import { referencePrefix } from './collection-row.ts'
import { resolveCollections } from './resolve-collections.ts'

/** Carries out what a Super Admin decided about a contradiction, through the door of every other word. */
export function collectionSettler(world: World, registry: Registry): Settle {
  return async (tx, collectionId, wanted, _by, note, reference) => {
    const from = await lockStatus(tx, collectionId)
    const tryId = (reference && idOfReference(referencePrefix, reference)) ?? undefined
    // Who ends one of several tries does not end those after it.
    if (wanted === 'ended' && tryId !== undefined && !(await isOpen(tx, tryId))) return
    const path = planSettlement(from, wanted, await wasReversed(tx, collectionId, tryId ?? collectionId))
    if (path === null) throw new Refusal('invalid_state', { message: `The collection is ${from} by now.` })
    if (path.length === 0) return
    const word = { kind: 'decided', from, path, note } as const
    const report = { collectionId, ...(tryId && { tryId }), source: 'super_admin', word } as const
    await resolveCollections(tx, world, registry, [report])
  }
}

async function lockStatus(tx: Transaction, id: string): Promise<CollectionStatus> {
  const [found] = await tx<{ status: CollectionStatus }[]>`
    select status from collections where id = ${id} for update`
  if (!found) throw new Error(`The collection ${id} is contradicted and does not exist.`)
  return found.status
}

async function isOpen(tx: Transaction, tryId: string): Promise<boolean> {
  const [open] = await tx`select from collection_tries where id = ${tryId} and state = 'open'`
  return open !== undefined
}

/** Whether the provider has said that the money went back, while we held that it had never come. */
async function wasReversed(tx: Transaction, id: string, tryId: string): Promise<boolean> {
  const [told] = await tx`
    select from provider_words where subject_id = ${tryId} and kind = 'reversed'
    union all select from discrepancies where collection_id = ${id} and kind = 'reversal_after_failure'
      and (reference is null or reference = ${referenceOf(referencePrefix, tryId)})
    limit 1`
  return told !== undefined
}

/**
 * The states to go through from where it stands: none where it is as wanted already, null where no way leads there. Who
 * believes the provider that it was paid believes it too that it was taken back.
 */
export function planSettlement(
  status: CollectionStatus,
  wanted: Wanted,
  isReversed: boolean,
): CollectionStatus[] | null {
  if (wanted === 'ended') return status === 'processing' ? ['failed'] : []
  if (wanted === 'paid') {
    if (status === 'failed') return isReversed ? ['successful', 'reversed'] : ['successful']
    return status === 'successful' || status === 'reversed' ? [] : null
  }
  if (status === 'successful') return ['reversed']
  return status === 'failed' || status === 'reversed' ? [] : null
}
