import type { Environment } from '@malipo/contract'
import { deleteOld, type KeptByTime, keepByTime } from '../../database/database.ts'
import { daysBefore, keptDays } from '../../primitives/clock.ts'
import type { World } from '../../world/world.ts'
import type { Asked, LookedUp } from '../provider.ts'
import type { PayOutOutlook } from '../rehearsal.ts'
import { outcomeOfPayment, outcomeOfPayout } from './codes.ts'
import { namesOfPayers } from './names-of-payers.ts'
import type { Payment } from './payment.ts'
import type { Payout } from './payouts/payout.ts'

export type NetworkQuestion = Asked & { environment: Environment }

/** What became of payments, answered in the order they are asked for. */
export async function lookUpPayments({ sql }: World, asked: NetworkQuestion[]): Promise<LookedUp[]> {
  if (asked.length === 0) return []
  const rows = await sql<Payment[]>`
    select * from network_payments where reference = any(${asked.map(({ reference }) => reference)}::text[])`
  const found = new Map(rows.map((row) => [row.reference, row]))
  const names = await namesOfPayers(
    sql,
    rows.filter(({ state }) => state === 'paid'),
  )
  return asked.map(({ reference, environment }) => {
    const payment = found.get(reference)
    if (payment?.environment !== environment) return { kind: 'never_seen' }
    return outcomeOfPayment(payment, names.get(payment) ?? null)
  })
}

/** What became of payouts, answered in the order they are asked for. */
export async function lookUpPayouts({ sql }: World, asked: NetworkQuestion[]): Promise<LookedUp[]> {
  if (asked.length === 0) return []
  const rows = await sql<Payout[]>`
    select * from network_payouts where reference = any(${asked.map(({ reference }) => reference)}::text[])`
  const found = new Map(rows.map((row) => [row.reference, row]))
  return asked.map(({ reference, environment }) => {
    const payout = found.get(reference)
    return payout?.environment === environment ? outcomeOfPayout(payout) : { kind: 'never_seen' }
  })
}

/** What will become of payouts if nobody touches them. */
export async function outlookOf({ sql }: World, references: string[]): Promise<Map<string, PayOutOutlook>> {
  if (references.length === 0) return new Map()
  const rows = await sql<{ reference: string; stays: boolean }[]>`
    select reference, state = 'accepted' and due_at is null as stays from network_payouts
    where reference = any(${references}::text[])`
  return new Map(rows.map(({ reference, stays }) => [reference, stays ? 'stays_open' : 'ends']))
}

/** A name of ours behind which every payment has its id. */
const referencePrefix = 'MLP'

const memory: KeptByTime[] = [
  {
    table: 'network_payments',
    key: 'reference',
    prefix: referencePrefix,
    keptDays,
    spanDays: 15,
    arrived: 'created_at',
  },
  { table: 'network_callbacks', key: 'id', keptDays, spanDays: 15, needed: 'deliver_at is not null' },
  { table: 'sandbox_messages', key: 'id', keptDays, spanDays: 15 },
]

const byAge = [
  { table: 'network_turned_away', column: 'turned_away_at' },
  { table: 'network_handsets', column: 'held_until' },
  { table: 'network_messages', column: 'created_at' },
]

/**
 * Drops what the network did long ago. A payment that nobody has answered goes too: whoever asks for it then is told that
 * it was never seen, and sends it again. Payouts stay: one that was forgotten would be paid again. Whom it turned away once, and who
 * comes again only after that, is turned away once more.
 */
export async function keepNetworkMemory(world: Pick<World, 'sql' | 'clock'>): Promise<void> {
  for (const kept of memory) await keepByTime(world, kept)
  const monthAgo = daysBefore(world.clock.now(), keptDays)
  for (const old of byAge) await deleteOld(world.sql, old, monthAgo)
}
