import type { Entry } from '../../src/gateways/gateways.ts'
import type { Asked, CustomersBook } from './customers-book.ts'
import { hashOfBody } from './receiver.ts'
import type { Stage } from './stage.ts'

/** One payment as we have it. */
type Ours = {
  id: string
  mark: string
  amount: bigint
  status: string
  reference: string
  /** How often money moved for it, in or out. */
  booked: number
}

export type Comparison = {
  /** What somebody was promised, and is not there. */
  lost: string[]
  /** What is there more often than it was asked for. */
  doubled: string[]
  /** Where two books tell different stories of the same thing. */
  contradictions: string[]
  /** Payments of which the provider never heard, so that nobody can say how they end; their money is where it was. */
  unknown: number
  /** Events that were not yet taken by whom they are for, and rows of batches that were not yet sent. */
  owed: number
  eventsTaken: number
  takenTwice: number
}

/** Holds the generator's book, ours, the gateway's and the receiver's against each other. */
export async function compareBooks(stage: Stage, { asked }: CustomersBook): Promise<Comparison> {
  const comparison: Comparison = {
    lost: [],
    doubled: [],
    contradictions: [],
    unknown: 0,
    owed: 0,
    eventsTaken: 0,
    takenTwice: 0,
  }
  const [collections, withdrawals] = await readOurs(stage)
  compareWithGenerator(asked, { collection: collections, withdrawal: withdrawals }, comparison)
  const entries = stage.gateway.book.all()
  const endings = { paid: 'successful', failed: 'failed' }
  compareWithGateway(of(entries, 'collection'), collections, endings, comparison)
  const payOutEndings = { paid: 'SUCCESS', failed: 'FAILED' }
  compareWithGateway(of(entries, 'disbursement'), withdrawals, payOutEndings, comparison)
  await compareWithReceiver(stage, comparison)
  comparison.owed += await countUnsent(stage)
  return comparison
}

const of = (entries: readonly Entry[], about: Entry['about']) =>
  entries.filter((entry) => entry.about === about)

async function readOurs({ world: { sql } }: Stage): Promise<[Ours[], Ours[]]> {
  const collections = await sql<Ours[]>`
    select c.id, c.reference as mark, c.amount, c.status, c.provider_reference as reference, (
      select count(*)::int from ledger_transactions t where t.collection_id = c.id and t.type = 'collection') as booked
    from collections c where c.environment = 'live'`
  const withdrawals = await sql<Ours[]>`
    select w.id, case when w.kind = 'refund' then w.refund_note else w.destination_name end as mark, w.amount, w.status, w.provider_reference as reference, (
      select count(*)::int from ledger_transactions t where t.withdrawal_id = w.id and t.type in ('withdrawal', 'refund')) as booked
    from withdrawals w where w.environment = 'live'`
  return [[...collections], [...withdrawals]]
}

/** Rows of batches that wait until it is their turn. */
async function countUnsent({ world: { sql } }: Stage): Promise<number> {
  const [found] = await sql<{ rows: number }[]>`
    select count(*)::int as rows from withdrawals
    where batch_id is not null and status = 'PROCESSING' and attempts = 0 and due_at is null`
  return found?.rows ?? 0
}

/** Each request that was acknowledged is there once, as it was acknowledged, and what was decided about it was carried out. */
function compareWithGenerator(
  asked: Asked[],
  ours: Record<Asked['kind'], Ours[]>,
  { lost, doubled, contradictions }: Comparison,
): void {
  const byMark = Map.groupBy([...ours.collection, ...ours.withdrawal], ({ mark }) => mark)
  for (const { mark, amount, id, answer, decided } of asked) {
    const found = byMark.get(mark) ?? []
    if (found.length > 1) doubled.push(`${mark} is there ${found.length} times`)
    if (answer === null || answer.status >= 300) continue
    // Of a row of a batch, nobody was told its id.
    const one = id === null ? found[0] : found.find((row) => row.id === id)
    if (one === undefined) {
      lost.push(`${mark} was acknowledged as ${id}`)
      continue
    }
    if (BigInt(one.amount) !== BigInt(amount) * 100n)
      contradictions.push(`${mark} is ${one.amount} and was asked for as ${amount}`)
    if (new Set(decided).size > 1) doubled.push(`${mark} was approved and rejected`)
    const isUndecided = ['PENDING_ADMIN_APPROVAL', 'INFO_REQUESTED'].includes(one.status)
    if (decided.length > 0 && isUndecided) lost.push(`the decision about ${mark}: ${decided.join()}`)
    if (decided.length > 0 && decided.includes('reject') !== (one.status === 'REJECTED'))
      contradictions.push(`${mark} is ${one.status} after ${decided.join()}`)
  }
}

/** Each payment that the gateway carried is ours, has ended as it did there, and moved money once if it was paid. */
function compareWithGateway(
  entries: readonly Entry[],
  ours: Ours[],
  endings: { paid: string; failed: string },
  comparison: Comparison,
): void {
  const { lost, doubled, contradictions } = comparison
  const byReference = new Map(ours.map((row) => [row.reference, row]))
  const carried = new Set<string>()
  for (const { reference, state, amount } of entries) {
    const row = byReference.get(reference)
    if (carried.has(reference)) doubled.push(`${reference} was carried twice`)
    carried.add(reference)
    if (row === undefined) {
      lost.push(`${reference} was carried, and we do not know it`)
      continue
    }
    const hasEnded = Object.values(endings).includes(row.status)
    const agrees = state === 'paid' || state === 'failed' ? row.status === endings[state] : !hasEnded
    if (!agrees) contradictions.push(`${row.mark} is ${row.status} here and ${state} there`)
    if (BigInt(row.amount) !== amount) contradictions.push(`${row.mark} has another amount there`)
  }
  for (const { mark, status, reference, booked } of ours) {
    const isPaid = status === endings.paid
    if (booked > 1) doubled.push(`${mark} was booked ${booked} times`)
    if (booked !== (isPaid ? 1 : 0))
      contradictions.push(`${mark} is ${status} and was booked ${booked} times`)
    if (carried.has(reference)) continue
    if (isPaid) contradictions.push(`${mark} is ${status}, and the provider has never heard of it`)
    if (!['failed', 'FAILED', 'REJECTED'].includes(status)) comparison.unknown += 1
  }
}

/** Each event has been taken by the receiver, in the bytes in which it was announced, or is still owed, or is told to have been given up. */
async function compareWithReceiver({ world: { sql }, receiver }: Stage, comparison: Comparison) {
  const events = await sql<{ id: string; body: string; status: string | null }[]>`
    select e.id, e.body, d.status from events e
    left join webhook_deliveries d on d.event_id = e.id where e.environment = 'live'`
  const arrivals = Map.groupBy(receiver.arrivals, ({ id }) => id)
  const known = new Set(events.map(({ id }) => id))
  for (const id of arrivals.keys()) {
    if (!known.has(id)) comparison.lost.push(`the event ${id} was told, and we do not know it`)
  }
  for (const { id, body, status } of events) {
    const came = arrivals.get(id) ?? []
    const taken = came.filter(({ isTaken }) => isTaken).length
    if (taken > 0) comparison.eventsTaken += 1
    if (taken > 1) comparison.takenTwice += 1
    if (came.some(({ hash }) => hash !== hashOfBody(body)))
      comparison.contradictions.push(`the event ${id} came in other bytes`)
    if (status === 'pending') comparison.owed += 1
    else if (status === null) comparison.lost.push(`nobody is told of the event ${id}`)
    else if (status === 'delivered' && taken === 0)
      comparison.lost.push(`the event ${id} is delivered, and nobody took it`)
  }
}
