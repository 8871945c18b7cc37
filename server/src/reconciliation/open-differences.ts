import type { Database, Fragment, Transaction } from '../database/database.ts'
import { type Contradiction, openDiscrepancies, proposeSettlements } from '../discrepancies/discrepancies.ts'
import { textFromMinor } from '../primitives/money.ts'
import type { World } from '../world/world.ts'
import type { FindingKind } from './compare-day.ts'
import { type Known, proposeSettlement } from './propose-settlement.ts'
import type { About, ReconciliationRow } from './reconciliation-row.ts'

/** What a run found of one reference. */
export type FindingRow = {
  id: string
  kind: FindingKind
  about: About
  reference: string
  subject_id: string | null
  merchant_id: string | null
  collection_id: string | null
  withdrawal_id: string | null
  our_state: string | null
  our_status: string | null
  our_amount: bigint | null
  our_currency: string | null
  their_state: string | null
  their_amount: bigint | null
  their_currency: string | null
  said: string | null
  discrepancy_id: string | null
}

type Difference = FindingRow & { kind: Known['kind'] }

export function findingColumns(sql: Database | Transaction): Fragment {
  return sql`id, kind, about, reference, subject_id, merchant_id, collection_id, withdrawal_id, our_state, our_status, our_amount,
    our_currency, their_state, their_amount, their_currency, said, discrepancy_id`
}

type Run = Pick<ReconciliationRow, 'id' | 'provider' | 'environment' | 'source' | 'asked_by'>

/**
 * Makes a discrepancy of each difference that none is open about yet, and gives every one of them a proposal. In the transaction that
 * ends the run: whoever begins it anew finds nothing of it, or all.
 */
export async function openDifferences(tx: Transaction, world: World, run: Run): Promise<void> {
  const differences = await tx<Difference[]>`
    select ${findingColumns(tx)} from reconciliation_findings
    where reconciliation_id = ${run.id} and kind not in ('still_open', 'settled') order by id`
  const untold = differences.filter(({ discrepancy_id: id }) => id === null)
  await openDiscrepancies(
    tx,
    world,
    untold.map((one) => contradictionOf(run, one)),
  )
  await link(tx, run)
  const told = differences.flatMap((one) =>
    one.discrepancy_id === null ? [] : [{ id: one.discrepancy_id, ...proposeSettlement(knownOf(one)) }],
  )
  await proposeSettlements(tx, bringerOf(run), told)
}

/** A list is the word of the provider, whoever asks for it. */
function bringerOf({ source, asked_by: by }: Run): string | null {
  return source === 'statement' ? by : null
}

function contradictionOf(run: Run, one: Difference): Contradiction {
  const { provider, environment } = run
  const { reference, merchant_id: merchantId, collection_id: collectionId, withdrawal_id: withdrawalId } = one
  const said = {
    environment,
    ours: oursIn(one),
    theirs: theirsIn(one),
    proposal: proposeSettlement(knownOf(one)),
    broughtBy: bringerOf(run),
  }
  if (merchantId !== null && collectionId !== null) {
    const kind = isPaidByAnother(one) ? 'another_try_paid' : one.kind
    // What tells of one try must not be taken for another: the first has the id of its collection.
    const theirs = one.subject_id === collectionId ? said.theirs : `${said.theirs} as ${reference}`
    return { ...said, kind, theirs, merchantId, collectionId, provider, reference, isTurn: true }
  }
  if (merchantId !== null && withdrawalId !== null)
    return { ...said, kind: one.kind, merchantId, withdrawalId, isTurn: true }
  return { ...said, kind: 'unknown_reference', provider, reference }
}

/** A try that failed here, of a collection that is paid: nobody is to be credited twice. */
function isPaidByAnother({ kind, our_state, our_status }: Difference): boolean {
  return kind === 'missing_here' && our_state === 'failed' && paidStatuses.some((one) => one === our_status)
}

const paidStatuses = ['successful', 'pending_clearance', 'reversed']

/** Which discrepancy each difference is told by, now that there is one. */
async function link(tx: Transaction, { id, provider }: Run): Promise<void> {
  await tx`
    update reconciliation_findings f set discrepancy_id = coalesce(
      (select d.id from discrepancies d where d.collection_id = f.collection_id and d.status = 'open'
        and (d.kind = f.kind or (f.kind = 'missing_here' and d.kind = 'another_try_paid'))
        and (d.reference = f.reference or (d.reference is null and f.subject_id = f.collection_id)) order by d.id desc limit 1),
      (select d.id from discrepancies d where d.withdrawal_id = f.withdrawal_id and d.kind = f.kind and d.status = 'open'
        order by d.id desc limit 1),
      (select d.id from discrepancies d where f.subject_id is null and d.kind = 'unknown_reference' and d.status = 'open'
        and d.provider = ${provider} and d.reference = f.reference order by d.id desc limit 1))
    where f.reconciliation_id = ${id} and f.discrepancy_id is null and f.kind not in ('still_open', 'settled')`
}

function knownOf(one: Difference): Known {
  const { kind, about, our_state, their_state, said } = one
  const isPaid = isPaidByAnother(one)
  return { kind, about, ourState: our_state, theirState: their_state, said, isPaidByAnother: isPaid }
}

export function oursIn({
  our_status: status,
  our_amount: amount,
  our_currency: currency,
}: FindingRow): string {
  return status === null || amount === null
    ? 'nothing of that reference'
    : `${status} ${currency} ${textFromMinor(amount)}`
}

export function theirsIn({
  their_state: state,
  their_amount: amount,
  their_currency: currency,
}: FindingRow): string {
  if (state === null) return 'nothing'
  return state === 'paid' && amount !== null
    ? `paid ${currency ?? ''} ${textFromMinor(amount)}`.replace('  ', ' ')
    : state
}
