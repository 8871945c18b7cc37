import type { Transaction } from '../database/database.ts'
import { findMispaid, findOwedOrders } from '../discrepancies/discrepancies.ts'
import { findCalledGone } from '../evidence/evidence.ts'
import { Refusal } from '../primitives/refusal.ts'
import type { CollectionStatus } from './collection-lifecycle.ts'
import type { CollectionRow } from './collection-row.ts'
import { isRefusedBill, type Report } from './judge-report.ts'
import { findTries, type PageTry, tryIdOf } from './page-try.ts'

export type Locked = {
  collection: CollectionRow
  merchantPhone: string | null
  holdThreshold: bigint | null
  /** Whether money of another amount or currency is known to have come. */
  isMispaid: boolean
  /** Orders of it whose money is owed to whoever paid. */
  owedFor: ReadonlySet<string>
  /** Of a bill that has failed: whether its provider has said last that no money is there. */
  isCalledGone: boolean
  /** Of a page, or of what a provider has refused; any other has but the one that it shows. */
  tries: PageTry[]
}

type Row = CollectionRow & { merchant_phone: string | null; hold_threshold: bigint | null }

/** In the order of ids, as everywhere, so that two transactions never wait for each other in a circle. */
export async function lockCollections(tx: Transaction, reports: Report[]): Promise<Map<string, Locked>> {
  const rows = await tx<Row[]>`
    select c.*, m.phone as merchant_phone, m.hold_threshold
    from collections c join merchants m on m.id = c.merchant_id
    where c.id = any(${idsOf(reports)}::uuid[]) order by c.id for update of c`
  return await withCircumstances(tx, reports, rows)
}

/** How long a batch waits for the books of a merchant: longer than a commit takes, shorter than others would notice. */
const patienceMs = 250

/**
 * Locks those that nobody else holds, and leaves the others out. Whatever the transaction locks after that it does not wait
 * for long, which is said along the way and costs no round trip.
 */
export async function lockFreeCollections(
  tx: Transaction,
  reports: Report[],
  merchantIds: string[],
): Promise<Map<string, Locked>> {
  const rows = await tx<(Row & { patience: string })[]>`
    select c.*, m.phone as merchant_phone, m.hold_threshold,
      set_config('lock_timeout', ${String(patienceMs)}, true) as patience
    from collections c join merchants m on m.id = c.merchant_id
    where c.id = any(${idsOf(reports)}::uuid[]) and of_merchants(c.merchant_id, ${merchantIds}::uuid[])
    order by c.id for update of c skip locked`
  if (rows.length < idsOf(reports).length) await refuseUnknown(tx, reports, merchantIds)
  return await withCircumstances(
    tx,
    reports,
    rows.map(({ patience: _said, ...row }) => row),
  )
}

function idsOf(reports: Report[]): string[] {
  return [...new Set(reports.map(({ collectionId }) => collectionId))]
}

/** Which try a report is about; null where there is no choice. */
export function tryOf({ collection, tries }: Locked, { tryId }: Pick<Report, 'tryId'>): PageTry | null {
  if (tries.length === 0) return null
  const id = tryId ?? tryIdOf(collection)
  const found = tries.find((one) => one.id === id)
  if (!found) throw new Refusal('not_found')
  return found
}

/** What is not there is nobody's; everything else that was not locked is. */
async function refuseUnknown(tx: Transaction, reports: Report[], merchantIds: string[]): Promise<void> {
  const known = await tx`
    select from collections
    where id = any(${idsOf(reports)}::uuid[]) and of_merchants(merchant_id, ${merchantIds}::uuid[])`
  if (known.count < idsOf(reports).length) throw new Refusal('not_found')
}

const undecided: readonly CollectionStatus[] = ['processing', 'pending_clearance']

async function withCircumstances(
  tx: Transaction,
  reports: Report[],
  rows: Row[],
): Promise<Map<string, Locked>> {
  // It matters for reversals alone, which are rare.
  const reversed = reports.filter(({ word }) => word.kind === 'reversed')
  const mispaid = await findMispaid(
    tx,
    reversed.map(({ collectionId }) => collectionId),
  )
  // And this for what is said to have failed or to be taken back once more, or beside what was paid; and for bills that are said to be paid
  // once more.
  const saidOf = (kind: Report['word']['kind']) =>
    new Set(reports.filter(({ word }) => word.kind === kind).map(({ collectionId }) => collectionId))
  const [failed, succeeded, takenBack] = [saidOf('failed'), saidOf('succeeded'), saidOf('reversed')]
  const ended = rows.filter(({ id, status }) =>
    status === 'reversed'
      ? failed.has(id) || takenBack.has(id)
      : failed.has(id) && !undecided.includes(status),
  )
  const bills = rows.filter((row) => succeeded.has(row.id) && isRefusedBill(row))
  const owedFor = await findOwedOrders(
    tx,
    [...ended, ...bills].map(({ id }) => id),
  )
  const calledGone = await findCalledGone(
    tx,
    bills.map(({ id }) => id),
  )
  const laterTries = new Set(
    reports
      .filter(({ tryId, collectionId }) => (tryId ?? collectionId) !== collectionId)
      .map(({ collectionId }) => collectionId),
  )
  // Most have one try, which is as open as they are: nothing is looked for.
  const several = rows.filter(
    (row) => row.page_token !== null || tryIdOf(row) !== row.id || laterTries.has(row.id),
  )
  const tries = await findTries(
    tx,
    several.map(({ id }) => id),
  )
  return new Map(
    rows.map(({ merchant_phone: merchantPhone, hold_threshold: holdThreshold, ...collection }) => [
      collection.id,
      {
        collection,
        merchantPhone,
        holdThreshold,
        isMispaid: mispaid.has(collection.id),
        owedFor: owedFor.get(collection.id) ?? new Set(),
        isCalledGone: calledGone.has(collection.id),
        tries: tries.get(collection.id) ?? [],
      },
    ]),
  )
}

/**
 * Tells of each report whether it may act. An event of a provider acts once: whoever writes its name first, here or in
 * another process, is the one.
 */
export async function claimEvents(
  tx: Transaction,
  at: Date,
  reports: Report[],
  locked: Map<string, Locked>,
): Promise<(report: Report) => boolean> {
  const first = new Map<string, Report>()
  for (const report of reports) {
    const name = nameOf(report, locked)
    if (name !== null && !first.has(name)) first.set(name, report)
  }
  if (first.size === 0) return () => true
  const claimed = new Set(await insert(tx, at, [...first.values()], locked))
  return (report) => {
    const name = nameOf(report, locked)
    return name === null || (first.get(name) === report && claimed.has(name))
  }
}

async function insert(tx: Transaction, at: Date, reports: Report[], locked: Map<string, Locked>) {
  const owners = reports.map((report) => carrierOf(report, locked))
  const rows = await tx<{ merchant_id: string; environment: string; provider: string; event_id: string }[]>`
    insert into provider_events (merchant_id, environment, provider, event_id, at)
    select merchant_id, environment, provider, event_id, ${at}
    from unnest(${owners.map((owner) => owner?.merchant_id ?? null)}::uuid[],
      ${owners.map((owner) => owner?.environment ?? null)}::text[],
      ${owners.map((owner) => owner?.provider ?? null)}::text[],
      ${reports.map(({ eventId }) => eventId ?? null)}::text[]) as e (merchant_id, environment, provider, event_id)
    order by 1, 2, 3, 4
    on conflict do nothing returning merchant_id, environment, provider, event_id`
  return rows.map((row) => `${row.merchant_id} ${row.environment} ${row.provider} ${row.event_id}`)
}

function nameOf(report: Report, locked: Map<string, Locked>): string | null {
  const owner = carrierOf(report, locked)
  if (report.eventId === undefined || !owner) return null
  return `${owner.merchant_id} ${owner.environment} ${owner.provider} ${report.eventId}`
}

/** Who speaks of it: the provider of the try, which may not be the one of the try that the collection shows. */
function carrierOf(report: Report, locked: Map<string, Locked>) {
  const found = locked.get(report.collectionId)
  if (!found) return undefined
  const { merchant_id, environment, provider } = found.collection
  return { merchant_id, environment, provider: tryOf(found, report)?.provider ?? provider }
}
