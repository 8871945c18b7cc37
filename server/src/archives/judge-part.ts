import { type Database, type Transaction, timeOf } from '../database/database.ts'
import { daysBefore } from '../primitives/clock.ts'
import { readRetention } from '../retention/retention.ts'
import type { World } from '../world/world.ts'
import { type Part, within } from './histories.ts'

/** Returns, reversals and disputes are over by then, and whoever looks for a payment of last year finds all of it. */
const leastDays = 365

/** Before when all payments of a part must have been made. While more than their steps is kept of them, their steps are too. */
export async function endOfKeeping({ sql, clock }: Pick<World, 'sql' | 'clock'>): Promise<Date> {
  const { events_days: events, exchanges_days: exchanges } = await readRetention(sql)
  return daysBefore(clock.now(), Math.max(leastDays, events, exchanges))
}

/** Why a part may not be put aside, or null. Each question is answered by an index, so that it can be asked while others wait. */
export async function whyItStays(
  sql: Database | Transaction,
  { history, partition }: Part,
  before: Date,
): Promise<string | null> {
  const { name, to } = partition
  const ask = async (text: string) => (await sql.unsafe(text))[0] as Record<string, string> | undefined
  if (to === null) return 'it takes what comes now'
  const away = await ask(
    `select archive from archived_parts where of_table = '${history.table}' and to_id = '${to}' and back_at is null`,
  )
  if (away) return `it is put aside already, as ${away.archive}`
  if (timeOf(history, to) > before.getTime())
    return `some of it is younger than ${before.toISOString().slice(0, 10)}`
  const { owners, noun, namedBy } = history
  const open = await ask(
    `select id, status from ${owners} where environment in ('live', 'sandbox')
      and status in (${history.underWay.map((status) => `'${status}'`).join(', ')}) and ${within(partition, 'id')} limit 1`,
  )
  if (open) return `${noun} ${open.id} is ${open.status}`
  const discrepancy = await ask(
    `select o.id from discrepancies d join ${owners} o on o.id = d.${namedBy}
      where d.environment in ('live', 'sandbox') and d.status = 'open' and ${within(partition, 'o.id')} limit 1`,
  )
  if (discrepancy) return `a discrepancy about ${noun} ${discrepancy.id} is open`
  const watched = await ask(
    `select subject_id as id from due_look_ups where due_at is not null and ${within(partition, 'subject_id')} limit 1`,
  )
  if (watched) return `the provider of ${noun} ${watched.id} is still asked about it`
  if (!(await ask(`select 1 as one from ${name} limit 1`))) return 'nothing is in it'
  return null
}
