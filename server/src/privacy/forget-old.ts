import { type Environment, environments } from '@malipo/contract'
import { deleteOld, type Fragment, type Transaction } from '../database/database.ts'
import { daysBefore, keptDays } from '../primitives/clock.ts'
import { lowestIdAt } from '../primitives/id.ts'
import { simulatedNames } from '../providers/providers.ts'
import { endOf, type KeptDays } from '../retention/retention.ts'
import type { World } from '../world/world.ts'
import { forgetBatches } from './forget-batches.ts'
import { forgetEvents } from './forget-events.ts'
import { forgetCollections, forgetInvoices, forgetWithdrawals } from './forget-payments.ts'

const tables = {
  events: (tx) => tx`events`,
  collections: (tx) => tx`collections`,
  withdrawals: (tx) => tx`withdrawals`,
  disbursement_batches: (tx) => tx`disbursement_batches`,
  invoices: (tx) => tx`invoices`,
  collection_exchanges: (tx) => tx`collection_exchanges`,
  provider_exchanges: (tx) => tx`provider_exchanges`,
  dead_letters: (tx) => tx`dead_letters`,
} satisfies Record<string, (tx: Transaction) => Fragment>

/** Rows that end by their age, gone through once in the order of their ids. */
type Ageing = {
  table: keyof typeof tables
  ends: keyof KeptDays
  environments: readonly Environment[]
  /** Answers with those that may not end yet. */
  forget(tx: Transaction, environment: Environment, ids: readonly string[]): Promise<readonly string[]>
}

/** Few enough that nobody waits for them, many enough to share a commit. */
const mostAtOnce = 500

const ageing: readonly Ageing[] = [
  {
    table: 'events',
    ends: 'events_days',
    environments,
    forget: async (tx, environment, ids) => {
      await forgetEvents(tx, environment, ids)
      return []
    },
  },
  payments('collections', forgetCollections),
  payments('withdrawals', forgetWithdrawals),
  payments('disbursement_batches', forgetBatches),
  payments('invoices', forgetInvoices),
  // Those of live payments go with their partitions.
  {
    table: 'collection_exchanges',
    ends: 'exchanges_days',
    environments: ['sandbox'],
    forget: async (tx, _environment, ids) => {
      await tx`
        delete from collection_exchanges
        where id = any(${[...ids]}::uuid[]) and provider = any(${[...simulatedNames]}::text[])`
      return []
    },
  },
  {
    table: 'provider_exchanges',
    ends: 'exchanges_days',
    environments: ['sandbox'],
    forget: async (tx, environment, ids) => {
      await tx`
        delete from provider_exchanges x using withdrawals w
        where x.id = any(${[...ids]}::uuid[]) and w.id = x.withdrawal_id and w.environment = ${environment}`
      return []
    },
  },
  {
    table: 'dead_letters',
    ends: 'exchanges_days',
    environments,
    forget: async (tx, environment, ids) => {
      const gone = await tx<{ id: string }[]>`
        update dead_letters set headers = '{}', body = ''
        where id = any(${[...ids]}::uuid[]) and environment = ${environment} and status = 'settled' returning id`
      return await rest(tx, 'dead_letters', environment, ids, gone)
    },
  },
]

function payments(
  table: keyof typeof tables,
  forget: (tx: Transaction, ids: readonly string[]) => Promise<readonly string[]>,
): Ageing {
  return {
    table,
    ends: 'payments_days',
    environments,
    forget: async (tx, environment, ids) => {
      const own = await tx<{ id: string }[]>`
        select id from ${tables[table](tx)} where id = any(${[...ids]}::uuid[]) and environment = ${environment}`
      const gone = await forget(
        tx,
        own.map(({ id }) => id),
      )
      return own.map(({ id }) => id).filter((id) => !gone.includes(id))
    },
  }
}

async function rest(
  tx: Transaction,
  table: keyof typeof tables,
  environment: Environment,
  ids: readonly string[],
  gone: readonly { id: string }[],
): Promise<string[]> {
  const own = await tx<{ id: string }[]>`
    select id from ${tables[table](tx)} where id = any(${[...ids]}::uuid[]) and environment = ${environment}`
  const done = new Set(gone.map(({ id }) => id))
  return own.map(({ id }) => id).filter((id) => !done.has(id))
}

/** Forgets whatever is old enough, slice by slice. Whoever is cut off is followed by the next round, which goes on where it was. */
export async function forgetOld(world: World): Promise<void> {
  for (const one of ageing) {
    for (const environment of one.environments) {
      const before = await endOf(world, one.ends, environment)
      await lookAgain(world, one, environment)
      while (await forgetSlice(world, one, environment, before));
    }
  }
  // Nobody has proven them, and a provider that is called rarely would keep them for years.
  const monthAgo = daysBefore(world.clock.now(), keptDays)
  await world.sql`delete from unproven_callbacks where received_at < ${monthAgo}`
  await forgetUnsent(world, monthAgo)
}

/** Where nothing sends them, messages wait for ever; whoever is to read them does so within the same time. */
async function forgetUnsent({ sql }: World, monthAgo: Date): Promise<void> {
  const waiting = 'next_attempt_at is not null'
  for (const table of ['mails', 'text_messages'])
    await deleteOld(sql, { table, column: 'next_attempt_at', only: waiting }, monthAgo)
}

/** Whether there may be more. The slice and how far it went are one commit. */
async function forgetSlice(
  { sql }: World,
  { table, forget }: Ageing,
  environment: Environment,
  before: Date,
): Promise<boolean> {
  return await sql.begin(async (tx) => {
    await tx`
      insert into forgotten_through (kind, environment, last_id)
      values (${table}, ${environment}, ${lowestIdAt(0)}) on conflict do nothing`
    const [reached] = await tx<{ last_id: string }[]>`
      select last_id from forgotten_through where kind = ${table} and environment = ${environment} for update skip locked`
    if (!reached) return false
    const slice = await tx<{ id: string }[]>`
      select id from ${tables[table](tx)} where id > ${reached.last_id} and id < ${lowestIdAt(before.getTime())}
      order by id limit ${mostAtOnce}`
    const last = slice.at(-1)
    if (!last) return false
    const left = await forget(
      tx,
      environment,
      slice.map(({ id }) => id),
    )
    await tx`
      insert into left_to_forget (kind, environment, id, looked_at)
      select ${table}, ${environment}, id, ${before} from unnest(${[...left]}::uuid[]) as l (id) on conflict do nothing`
    await tx`
      update forgotten_through set last_id = ${last.id} where kind = ${table} and environment = ${environment}`
    return slice.length === mostAtOnce
  })
}

/** Those that were under way when their time came; a slice of them each round, the longest waiting first. */
async function lookAgain(
  { sql, clock }: World,
  { table, forget }: Ageing,
  environment: Environment,
): Promise<void> {
  await sql.begin(async (tx) => {
    const waiting = await tx<{ id: string }[]>`
      select id from left_to_forget where kind = ${table} and environment = ${environment}
      order by looked_at limit ${mostAtOnce} for update skip locked`
    if (waiting.length === 0) return
    const ids = waiting.map(({ id }) => id)
    const left = await forget(tx, environment, ids)
    await tx`
      delete from left_to_forget where kind = ${table} and environment = ${environment}
        and id = any(${ids.filter((id) => !left.includes(id))}::uuid[])`
    await tx`
      update left_to_forget set looked_at = ${clock.now()}
      where kind = ${table} and environment = ${environment} and id = any(${[...left]}::uuid[])`
  })
}
