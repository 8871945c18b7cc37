import type { discrepancyKinds, Environment } from '@malipo/contract'
import type { Transaction } from '../database/database.ts'
import type { World } from '../world/world.ts'

export type DiscrepancyKind = (typeof discrepancyKinds)[number]

/** What a provider speaks of: something of ours, or nothing that we know. */
export type Spoken =
  /** Of a collection on a page, also of which of its tries. */
  | { merchantId: string; collectionId: string; provider?: string; reference?: string }
  | { merchantId: string; withdrawalId: string }
  | { provider: string; reference: string }

/** What we hold and what a provider says, in plain words that do not depend on how it was told. */
export type Contradiction = Spoken & {
  environment: Environment
  kind: DiscrepancyKind
  ours: string
  theirs: string
  /** Whether the provider says so after it had said otherwise: then it is news even to whoever has settled it before. */
  isTurn?: boolean
  proposal?: Proposal
  /** Who uploaded the statement that alone tells of it. */
  broughtBy?: string | null
}

/** What whoever found it would do, and why. A person decides. */
export type Proposal = { action: 'accept_provider' | 'keep_ours'; because: string }

/**
 * Keeps contradictions for a person. Told again, the same one stays one while it is open. Once it is settled, a collection's is
 * opened anew only if the provider had said otherwise in between: what was not so then may be so now, but whatever is
 * merely repeated, at each slow look-up too, was decided. So it is with a payout that came back and is said to be paid.
 */
export async function openDiscrepancies(
  tx: Transaction,
  world: World,
  contradictions: Contradiction[],
): Promise<void> {
  if (contradictions.length === 0) return
  const at = world.clock.now()
  const rows = contradictions.map((one) => ({
    id: world.newId(),
    merchant_id: 'merchantId' in one ? one.merchantId : null,
    environment: one.environment,
    collection_id: 'collectionId' in one ? one.collectionId : null,
    withdrawal_id: 'withdrawalId' in one ? one.withdrawalId : null,
    provider: 'provider' in one ? (one.provider ?? null) : null,
    reference: 'reference' in one ? (one.reference ?? null) : null,
    kind: one.kind,
    ours: one.ours,
    theirs: one.theirs,
    status: 'open',
    proposed_action: one.proposal?.action ?? null,
    proposed_because: one.proposal?.because ?? null,
    brought_by: one.broughtBy ?? null,
    created_at: at,
  }))
  const turns = rows.filter((_, place) => contradictions[place]?.isTurn).map(({ id }) => id)
  await tx`
    insert into discrepancies (id, merchant_id, environment, collection_id, withdrawal_id, provider, reference, kind,
      ours, theirs, status, proposed_action, proposed_because, brought_by, created_at)
    select id, merchant_id, environment, collection_id, withdrawal_id, provider, reference, kind, ours, theirs, status,
      proposed_action, proposed_because, brought_by, created_at
    from json_populate_recordset(null::discrepancies, ${JSON.stringify(rows)}::json) one
    where (collection_id is null and kind <> 'missing_here') or id = any(${turns}::uuid[]) or not exists (
      select from discrepancies before
      where before.collection_id = one.collection_id and before.kind = one.kind and before.theirs = one.theirs
      union all select from discrepancies before
      where before.withdrawal_id = one.withdrawal_id and before.kind = one.kind and before.theirs = one.theirs)
    on conflict do nothing`
}

/** Proposes how to settle what is open already, by what is known of it now. What somebody else tells too is no longer the word of one. */
export async function proposeSettlements(
  tx: Transaction,
  broughtBy: string | null,
  proposals: (Proposal & { id: string })[],
): Promise<void> {
  if (proposals.length === 0) return
  await tx`
    update discrepancies d set proposed_action = p.action, proposed_because = p.because,
      brought_by = case when d.brought_by = ${broughtBy}::uuid then d.brought_by end
    from json_to_recordset(${JSON.stringify(proposals)}::json) as p (id uuid, action text, because text)
    where d.id = p.id and d.status = 'open'`
}

/** Of these collections, those that are known to have been paid with another amount or currency. */
export async function findMispaid(tx: Transaction, collectionIds: string[]): Promise<Set<string>> {
  if (collectionIds.length === 0) return new Set()
  const found = await tx<{ collection_id: string }[]>`
    select collection_id from discrepancies
    where collection_id = any(${collectionIds}::uuid[]) and kind in ('other_amount', 'other_currency')`
  return new Set(found.map(({ collection_id: id }) => id))
}

/**
 * The orders of each of these collections whose money came while nobody was owed it: a refund owes it to whoever paid, or has returned it; or a
 * person was asked where it could go.
 */
export async function findOwedOrders(
  tx: Transaction,
  collectionIds: string[],
): Promise<Map<string, Set<string>>> {
  const owed = new Map<string, Set<string>>(collectionIds.map((id) => [id, new Set()]))
  if (collectionIds.length === 0) return owed
  const found = await tx<{ id: string; reference: string }[]>`
    select collection_id as id, paid_as as reference from withdrawals
    where collection_id = any(${collectionIds}::uuid[]) and origin in ('declined', 'mispaid')
    union select c.id, c.provider_reference from discrepancies d join collections c on c.id = d.collection_id
    where d.collection_id = any(${collectionIds}::uuid[]) and d.kind = 'bill_refused'`
  for (const { id, reference } of found) owed.get(id)?.add(reference)
  return owed
}
