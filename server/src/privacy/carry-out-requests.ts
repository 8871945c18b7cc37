import { type AuditAction, recordAudit } from '../audit/audit.ts'
import type { Transaction } from '../database/database.ts'
import { lowestIdAt } from '../primitives/id.ts'
import { dayAfter, dayAt } from '../primitives/instant.ts'
import { readRetention } from '../retention/retention.ts'
import type { World } from '../world/world.ts'
import { endFiles } from './end-files.ts'
import { correctCustomers, eraseCustomers, eraseRequests, eraseTraces } from './erase-customers.ts'
import {
  collectionsOf,
  invoicesOf,
  isUnderWay,
  type Person,
  payoutsTo,
  personOf,
  refundsOf,
  triedBy,
} from './find-person.ts'
import {
  forgetCollections,
  forgetInvoices,
  forgetTries,
  forgetWithdrawals,
  forgetWordsOfCollections,
  forgetWordsOfInvoices,
  forgetWordsOfWithdrawals,
} from './forget-payments.ts'
import { askForFile } from './person-file.ts'
import { type PrivacyRequestRow, requestColumns } from './privacy-request-row.ts'

/** Few enough that nobody waits for them. */
const mostAtOnce = 500

/** After a failure, which is told. */
const waitMs = 60_000

type Running = { stopping?: AbortSignal; onError?(error: unknown): void }

/** Carries out what was asked, slice by slice, each a commit of its own. Returns how many slices there were. */
export async function carryOutRequests(
  world: World,
  { stopping, onError = rethrow }: Running = {},
): Promise<number> {
  for (let done = 0; ; done += 1) {
    if (stopping?.aborted) return done
    if (!(await takeSlice(world, onError))) return done
    world.crashPoint?.('privacy.erased')
  }
}

function rethrow(error: unknown): never {
  throw error
}

/** One slice of whatever is due first, under its row's lock: who else looks takes another. One that fails waits, and keeps nobody waiting. */
async function takeSlice(world: World, onError: (error: unknown) => void): Promise<boolean> {
  let taken: string | undefined
  try {
    return await world.sql.begin(async (tx) => {
      const now = world.clock.now()
      const [request] = await tx<PrivacyRequestRow[]>`
        select ${requestColumns(tx)} from privacy_requests
        where due_at <= ${now} order by due_at limit 1 for update skip locked`
      if (!request) return false
      taken = request.id
      await step(tx, world, request)
      world.crashPoint?.('privacy.erasing')
      return true
    })
  } catch (error) {
    if (taken === undefined) throw error
    await world.sql`
      update privacy_requests set due_at = ${new Date(world.clock.now().getTime() + waitMs)}
      where id = ${taken} and due_at is not null`
    onError(error)
    return true
  }
}

async function step(tx: Transaction, world: World, request: PrivacyRequestRow): Promise<void> {
  const person = await personOf(tx, request)
  if (request.kind === 'export') return await askForFile(tx, world, request)
  if (request.kind === 'correct') return await correct(tx, world, request, person)
  await erase(tx, world, request, person)
}

async function correct(
  tx: Transaction,
  world: World,
  request: PrivacyRequestRow,
  person: Person,
): Promise<void> {
  const customers = await correctCustomers(tx, person, request)
  if (customers === 0) return await end(tx, world, request, 'REFUSED', 'nothing_found')
  await tx`update privacy_requests set customers = ${customers} where id = ${request.id}`
  await end(tx, world, request, 'DONE')
}

const stages = ['collections', 'tries', 'payouts', 'invoices'] as const
type Stage = (typeof stages)[number]

/** What stands in words goes at once; who paid or was paid, on the day on which it may. */
async function erase(
  tx: Transaction,
  world: World,
  request: PrivacyRequestRow,
  person: Person,
): Promise<void> {
  if (request.stage === 'begin') {
    if (request.status === 'OPEN' && (await isUnderWay(tx, person)))
      return await end(tx, world, request, 'REFUSED', 'payments_under_way')
    await tx`
      update privacy_requests set numbers = ${person.numbers}::text[], emails = ${person.emails}::text[],
        customer_ids = ${person.customerIds}::uuid[]
      where id = ${request.id}`
    return await goTo(tx, request, stages[0])
  }
  const stage = request.stage as Stage | 'customers'
  if (stage === 'customers') return await finish(tx, world, request, person)
  const isFinal = request.status === 'SCHEDULED'
  const before = request.worked_at === null ? undefined : lowestIdAt(request.worked_at.getTime() + 1)
  const slice = { after: request.last_id ?? lowestIdAt(0), most: mostAtOnce, before }
  const found = await rowsOf(tx, stage, person, slice)
  const ids = found.map(({ id }) => id)
  await forget[stage](tx, ids, isFinal, person)
  const last = ids.at(-1)
  if (last === undefined) return await goTo(tx, request, stages[stages.indexOf(stage) + 1] ?? 'customers')
  const newest = found.reduce<Date | null>(
    (latest, { created_at: at }) => (latest === null || at > latest ? at : latest),
    request.newest_at,
  )
  const many = isFinal ? 0 : ids.length
  await tx`
    update privacy_requests set last_id = ${last}, newest_at = ${newest},
      collections = collections + ${stage === 'collections' ? many : 0},
      payouts = payouts + ${stage === 'payouts' ? many : 0}, invoices = invoices + ${stage === 'invoices' ? many : 0}
    where id = ${request.id}`
}

const rowsOf = (tx: Transaction, stage: Stage, person: Person, slice: Parameters<typeof payoutsTo>[2]) => {
  if (stage === 'collections') return collectionsOf(tx, person, slice)
  if (stage === 'tries') return triedBy(tx, person, slice)
  return stage === 'payouts' ? payoutsTo(tx, person, slice) : invoicesOf(tx, person, slice)
}

type Forget = (tx: Transaction, ids: readonly string[], isFinal: boolean, person: Person) => Promise<void>

const forget: Record<Stage, Forget> = {
  collections: async (tx, ids, isFinal, person) => {
    const refunds = await refundsOf(tx, ids)
    await (isFinal ? forgetCollections(tx, ids) : forgetWordsOfCollections(tx, ids))
    await forget.payouts(tx, refunds, isFinal, person)
  },
  // Should the provider say after all that one of them was paid, the money goes back to that number: it stays as long as payments do.
  tries: async (tx, ids, isFinal, { numbers }) => {
    if (isFinal) await forgetTries(tx, ids, numbers)
  },
  payouts: async (tx, ids, isFinal) => {
    await (isFinal ? forgetWithdrawals(tx, ids) : forgetWordsOfWithdrawals(tx, ids))
  },
  invoices: async (tx, ids, isFinal) => {
    await (isFinal ? forgetInvoices(tx, ids) : forgetWordsOfInvoices(tx, ids))
  },
}

async function goTo(tx: Transaction, { id }: PrivacyRequestRow, stage: string): Promise<void> {
  await tx`update privacy_requests set stage = ${stage}, last_id = null where id = ${id}`
}

/** Customers go last: until then they lead to what was theirs. */
async function finish(
  tx: Transaction,
  world: World,
  request: PrivacyRequestRow,
  person: Person,
): Promise<void> {
  const now = world.clock.now()
  // Before their requests forget whose they were.
  await endFiles(tx, person, now)
  await eraseRequests(tx, person)
  if (request.status === 'SCHEDULED') return await end(tx, world, request, 'DONE')
  await eraseTraces(tx, person)
  const customers = await eraseCustomers(tx, person, now)
  await tx`
    update privacy_requests set customers = ${customers}, worked_at = ${now}, stage = 'begin', last_id = null
    where id = ${request.id}`
  if (request.newest_at === null) return await end(tx, world, request, 'DONE')
  const kept = await readRetention(tx)
  const days = request.environment === 'sandbox' ? kept.sandbox_days : kept.payments_days
  const erasesOn = dayAfter(dayAt(request.newest_at), days + 1)
  await tx`
    update privacy_requests set status = 'SCHEDULED', erases_on = ${erasesOn}::date, due_at = ${beginning(erasesOn)}
    where id = ${request.id}`
  audit(tx, world, request, 'privacy_request.scheduled', { erases_on: erasesOn })
}

function beginning(day: string): Date {
  return new Date(`${day}T00:00:00+03:00`)
}

/** What it was about is known to nobody from here on, where it was erased. */
export async function end(
  tx: Transaction,
  world: World,
  request: PrivacyRequestRow,
  status: 'DONE' | 'REFUSED',
  because: PrivacyRequestRow['refused_because'] = null,
): Promise<void> {
  const isErased = request.kind === 'erase' && status === 'DONE'
  await tx`
    update privacy_requests set status = ${status}, refused_because = ${because}, due_at = null, done_at = ${world.clock.now()},
      new_name = null, new_phone = null, new_email = null, numbers = null, emails = null, customer_ids = null,
      phone = ${isErased ? tx`null` : tx`phone`}, email = ${isErased ? tx`null` : tx`email`},
      account = ${isErased ? tx`null` : tx`account`}
    where id = ${request.id}`
  const action = status === 'DONE' ? 'privacy_request.done' : 'privacy_request.refused'
  audit(tx, world, request, action, because === null ? {} : { because })
}

function audit(
  tx: Transaction,
  world: World,
  { id, merchant_id: merchantId, kind }: PrivacyRequestRow,
  action: AuditAction,
  more: Record<string, unknown>,
): void {
  recordAudit(tx, world.vault, [
    {
      at: world.clock.now(),
      actor: { kind: 'system', id: null },
      action,
      subject: { kind: 'privacy_request', id },
      merchantId,
      details: { kind, ...more },
      requestId: null,
    },
  ])
}
