import { type ColumnTypes, type Fragment, inColumns, type Transaction } from '../database/database.ts'
import { payDues } from '../dues/dues.ts'
import { type Watched, watch } from '../evidence/evidence.ts'
import { countFees, countingDays, dayChangesOf } from '../figures/figures.ts'
import { owesReceipt } from '../fiscal/fiscal.ts'
import { post } from '../ledger/ledger.ts'
import { hasFee } from '../pricing/pricing.ts'
import { type Failure, failureOf } from '../primitives/failure.ts'
import { leaveOutPeople } from '../primitives/leave-out-people.ts'
import { newToken } from '../primitives/token.ts'
import { counting, type PushOutcome } from '../weather/weather.ts'
import { announce } from '../webhooks/webhooks.ts'
import type { World } from '../world/world.ts'
import { postingsOf } from './collection-books.ts'
import { type CollectionStatus, collectionLifecycle, mayMove, type Source } from './collection-lifecycle.ts'
import { type CollectionRow, peopleOf } from './collection-row.ts'
import { findFees } from './find-fees.ts'
import { oweReceipts } from './owe-receipts.ts'
import type { PageTry } from './page-try.ts'
import { hasReceipt } from './receipt.ts'
import { resourceOf } from './show-collection.ts'

/** One collection, locked by the caller, and the states it goes through now. */
export type Move = {
  collection: CollectionRow
  path: CollectionStatus[]
  source: Source
  providerStatus: string | null
  note: string | null
  /** Why, where it ends as failed; without one, the provider refused it. */
  failure?: Failure | null
  /** What else changes where there are several tries: which order it shows, and when it is due or ends by itself. */
  shown?: Partial<Shown>
  /** Tries that nobody will chase any more once it is over, though they may still be paid. */
  leftOpen?: PageTry[]
  /** What this tells about the network that was asked. */
  heard?: PushOutcome | null
}

/** What only changes with another try: most collections are asked for once, and end by what is said of that. */
export type Shown = Pick<CollectionRow, keyof typeof shownTypes | 'due_at'>

export type Step = {
  before: CollectionRow
  after: CollectionRow
  source: Source
  note: string | null
  leftOpen: PageTry[]
  heard: PushOutcome[]
}

/** The steps of a move, not yet written. A step that the lifecycle does not know is a fault of ours. */
export function stepsOf(move: Move, at: Date): Step[] {
  const { collection, path, source, providerStatus, shown, leftOpen = [], heard = null } = move
  const people = peopleOf(collection)
  // The history is kept for ever, and names nobody.
  const note = leaveOutPeople(move.note, people)
  const steps: Step[] = []
  let before = collection
  for (const status of path) {
    if (!mayMove(before.status, status, source)) {
      throw new Error(`${source} may not move collection ${before.id} from ${before.status} to ${status}`)
    }
    const isOver = status === 'successful' || status === 'failed'
    const failure = status === 'failed' ? (move.failure ?? failureOf('refused')) : null
    const after: CollectionRow = {
      ...before,
      status,
      provider_payment_status: providerStatus ?? before.provider_payment_status,
      failure_code: failure?.code ?? null,
      failure_reason: leaveOutPeople(failure?.message ?? null, people),
      moves: before.moves + 1,
      // What begins is due at once; whoever is over needs nobody.
      due_at: status === 'processing' ? at : null,
      ends_at: null,
      updated_at: at,
      completed_at: isOver ? at : before.completed_at,
      receipt_token: before.receipt_token ?? (hasReceipt(status) ? newToken() : null),
      ...shown,
    }
    // Told once, however many steps it makes.
    const isFirst = steps.length === 0
    steps.push({ before, after, source, note, leftOpen, heard: isFirst && heard !== null ? [heard] : [] })
    before = after
  }
  return steps
}

/**
 * The one place where a collection changes its state: row, history, count, what it pays, books and events move together in
 * the caller's transaction, or none of them does. Several steps of one collection come in their order.
 */
export async function moveCollections(tx: Transaction, world: World, steps: Step[]): Promise<void> {
  if (steps.length === 0) return
  const { mayCost, owing } = await write(tx, steps)
  // Before the books: whoever waits for a link must not hold those of a merchant meanwhile.
  await payDues(tx, world, steps)
  const fees = await findFees(tx, steps, mayCost)
  await countFees(tx, steps, fees)
  await post(
    tx,
    world,
    steps.flatMap(({ before, after }) =>
      postingsOf(after, before.status, after.status, fees.get(after.id) ?? 0n),
    ),
  )
  await oweReceipts(tx, world, steps, owing)
  await announce(
    tx,
    world.newId,
    steps.flatMap((step) => announcementsOf(world, step)),
  )
  await watch(tx, world, steps.flatMap(watchedAfter))
}

/** What time or a person has ended, the provider did not; it may say otherwise. */
function watchedAfter({ after, source, leftOpen }: Step): Watched[] {
  if (after.status === 'processing') return []
  if (after.page_token !== null || leftOpen.length > 0) {
    const { environment } = after
    // Asked about at once, so that they are cancelled before somebody pays them too.
    return leftOpen.map(({ id, provider }) => ({
      ...{ subjectId: id, about: 'collection', environment, provider },
      isDueNow: true,
    }))
  }
  const isOurWord = source === 'expiry' || source === 'super_admin'
  if (!isOurWord || after.method === null || after.completed_at === null) return []
  const { id: subjectId, environment, provider } = after
  return [{ subjectId, about: 'collection', environment, provider }]
}

/** Answers with the collections whose success may cost something, and those that are owed a fiscal receipt then: asked along the way, it costs no round trip. */
async function write(tx: Transaction, steps: Step[]): Promise<{ mayCost: Set<string>; owing: Set<string> }> {
  const last = [...new Map(steps.map(({ after }) => [after.id, after])).values()]
  const showsAnother = new Set(steps.filter(mayShowAnother).map(({ after }) => after.id))
  const rows = last.map((row) => (showsAnother.has(row.id) ? row : { ...row, ...nothingShown }))
  const history = steps.map(({ before, after, source, note }) => ({
    merchant_id: after.merchant_id,
    collection_id: after.id,
    seq: after.moves,
    from_status: before.status,
    to_status: after.status,
    source,
    provider_payment_status: after.provider_payment_status,
    note,
    at: after.updated_at,
  }))
  const counts = countsOf(steps)
  const merchants = [...new Set(last.map(({ merchant_id: id }) => id))]
  const heard = steps.flatMap((step) => step.heard)
  const days = steps.flatMap(dayChangesOf)
  const written = await tx<{ id: string; may_cost: boolean; owes_receipt: boolean }[]>`
    with told as (
      insert into collection_history
        (merchant_id, collection_id, seq, from_status, to_status, source, provider_payment_status, note, at)
      select merchant_id, collection_id, seq, from_status, to_status, source, provider_payment_status, note, at
      from ${inColumns('h', history, historyTypes)}
    ), counted as (
      insert into collection_counts (merchant_id, environment, method, status, change)
      select merchant_id, environment, method, status, change from ${inColumns('n', counts, countTypes)}
    )${heard.length > 0 ? tx`, heard as (${counting(tx, heard)})` : tx``}
    ${days.length > 0 ? tx`, days as (${countingDays(tx, days)})` : tx``}, moved as (
      update collections c
    set status = m.status, provider_payment_status = m.provider_payment_status, failure_code = m.failure_code,
      failure_reason = m.failure_reason, moves = m.moves, due_at = m.due_at, updated_at = m.updated_at,
      completed_at = m.completed_at, receipt_token = m.receipt_token
      ${showsAnother.size > 0 ? setShown(tx) : tx``}
    from ${inColumns('m', rows, showsAnother.size > 0 ? { ...movedTypes, ...shownTypes } : movedTypes)}
      where c.id = m.id and of_merchants(c.merchant_id, ${merchants}::uuid[])
      returning c.id, c.merchant_id, c.environment
    )
    select moved.id, ${hasFee(tx, 'COLLECTION', tx`moved.merchant_id`)} as may_cost,
      ${owesReceipt(tx, tx`moved.merchant_id`, tx`moved.environment`)} as owes_receipt
    from moved`
  const having = (column: 'may_cost' | 'owes_receipt') =>
    new Set(written.filter((row) => row[column]).map(({ id }) => id))
  return { mayCost: having('may_cost'), owing: having('owes_receipt') }
}

const movedTypes: ColumnTypes<CollectionRow> = {
  id: 'uuid',
  status: 'text',
  provider_payment_status: 'text',
  failure_code: 'text',
  failure_reason: 'text',
  moves: 'integer',
  due_at: 'timestamptz',
  updated_at: 'timestamptz',
  completed_at: 'timestamptz',
  receipt_token: 'text',
}

const historyTypes = {
  merchant_id: 'uuid',
  collection_id: 'uuid',
  seq: 'integer',
  from_status: 'text',
  to_status: 'text',
  source: 'text',
  provider_payment_status: 'text',
  note: 'text',
  at: 'timestamptz',
} as const

const shownTypes = {
  method: 'text',
  customer_phone: 'text',
  provider: 'text',
  provider_reference: 'text',
  payment_token: 'text',
  qr_payload: 'text',
  qr_expires_at: 'timestamptz',
  ends_at: 'timestamptz',
  lease: 'integer',
  attempts: 'integer',
} as const

/** Who shows what it did names no provider. */
const nothingShown = { provider: null, ends_at: null }

function mayShowAnother({ before, after }: Step): boolean {
  return after.page_token !== null || before.provider_reference !== after.provider_reference
}

/** Those that may show another order than before name its provider; they are rare, and cost the others nothing. */
function setShown(tx: Transaction): Fragment {
  const kept = (column: Fragment, theirs: Fragment) =>
    tx`case when m.provider is null then ${column} else ${theirs} end`
  return tx`, method = ${kept(tx`c.method`, tx`m.method`)},
    customer_phone = ${kept(tx`c.customer_phone`, tx`m.customer_phone`)},
    provider = ${kept(tx`c.provider`, tx`m.provider`)},
    provider_reference = ${kept(tx`c.provider_reference`, tx`m.provider_reference`)},
    payment_token = ${kept(tx`c.payment_token`, tx`m.payment_token`)},
    qr_payload = ${kept(tx`c.qr_payload`, tx`m.qr_payload`)},
    qr_expires_at = ${kept(tx`c.qr_expires_at`, tx`m.qr_expires_at`)},
    ends_at = m.ends_at, lease = ${kept(tx`c.lease`, tx`m.lease`)}, attempts = ${kept(tx`c.attempts`, tx`m.attempts`)}`
}

const countTypes = {
  merchant_id: 'uuid',
  environment: 'text',
  method: 'text',
  status: 'text',
  change: 'integer',
} as const

/** How many more or fewer are in each state, by merchant. */
function countsOf(steps: Step[]) {
  const counts = new Map<string, ReturnType<typeof countOf>>()
  const add = (row: CollectionRow, change: number) => {
    const key = `${row.merchant_id} ${row.environment} ${row.method} ${row.status}`
    const count = counts.get(key) ?? countOf(row)
    count.change += change
    counts.set(key, count)
  }
  for (const { before, after } of steps) {
    add(before, -1)
    add(after, 1)
  }
  return [...counts.values()].filter(({ change }) => change !== 0)
}

function countOf({ merchant_id, environment, method, status }: CollectionRow) {
  return { merchant_id, environment, method, status, change: 0 }
}

/** Collections born on the hosted page tell their success in the spelling that its description uses. */
function announcementsOf(world: World, { after }: Step) {
  const type = collectionLifecycle[after.status].announces
  if (type === null) return []
  const isHostedSuccess = after.page_token !== null && after.status === 'successful'
  return [
    {
      merchantId: after.merchant_id,
      environment: after.environment,
      type: isHostedSuccess ? ('collection.successful' as const) : type,
      resourceId: after.id,
      sequence: after.moves,
      at: after.updated_at,
      resource: resourceOf(world, after),
    },
  ]
}
