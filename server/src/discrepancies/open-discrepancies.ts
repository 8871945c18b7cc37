import type { Environment } from '@malipo/contract'
import type { Transaction } from '../database/database.ts'
import type { World } from '../world/world.ts'

export type DiscrepancyKind =
  | 'success_after_failure'
  | 'failure_after_success'
  | 'other_amount'
  | 'other_currency'
  | 'success_before_request'
  | 'reversal_after_failure'

/** What we hold and what a provider says, in plain words that do not depend on how it was told. */
export type Contradiction = {
  merchantId: string
  environment: Environment
  collectionId: string
  kind: DiscrepancyKind
  ours: string
  theirs: string
}

/** Keeps contradictions for a person. Told again, the same one stays one, settled or not. */
export async function openDiscrepancies(
  tx: Transaction,
  world: World,
  contradictions: Contradiction[],
): Promise<void> {
  if (contradictions.length === 0) return
  await tx`
    insert into discrepancies (id, merchant_id, environment, collection_id, kind, ours, theirs, status, created_at)
    select *, 'open', ${world.clock.now()}::timestamptz from unnest(${contradictions.map(() => world.newId())}::uuid[],
      ${contradictions.map(({ merchantId }) => merchantId)}::uuid[],
      ${contradictions.map(({ environment }) => environment)}::text[],
      ${contradictions.map(({ collectionId }) => collectionId)}::uuid[],
      ${contradictions.map(({ kind }) => kind)}::text[], ${contradictions.map(({ ours }) => ours)}::text[],
      ${contradictions.map(({ theirs }) => theirs)}::text[])
    on conflict (collection_id, kind, theirs) do nothing`
}

/** Of these collections, those that are known to have been paid with another amount or currency. */
export async function findMispaid(tx: Transaction, collectionIds: string[]): Promise<Set<string>> {
  if (collectionIds.length === 0) return new Set()
  const found = await tx<{ collection_id: string }[]>`
    select collection_id from discrepancies
    where collection_id = any(${collectionIds}::uuid[]) and kind in ('other_amount', 'other_currency')`
  return new Set(found.map(({ collection_id: id }) => id))
}
