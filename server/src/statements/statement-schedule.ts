import type { BodyOf, Environment, operations, StatementSchedule } from '@malipo/contract'
import type { Static } from 'typebox'
import { recordAudit } from '../audit/audit.ts'
import type { Database, Transaction } from '../database/database.ts'
import type { Actor } from '../http/http.ts'
import { invalid } from '../primitives/refusal.ts'
import type { World } from '../world/world.ts'

type Schedule = Static<typeof StatementSchedule>
type Owner = { merchantId: string; environment: Environment }

/** Of those who never chose: everything comes, and nobody is mailed. */
const usual: Schedule = { daily: true, monthly: true, emails: [] }

export async function readSchedule(sql: Database | Transaction, owner: Owner): Promise<Schedule> {
  const [found] = await sql<Schedule[]>`
    select daily, monthly, emails from statement_schedules
    where merchant_id = ${owner.merchantId} and environment = ${owner.environment}`
  return found ?? usual
}

/** Who is mailed is for people to choose, and for others to see who chose it. */
export async function changeSchedule(
  tx: Transaction,
  world: World,
  { caller, requestId }: { caller: Actor; requestId: string },
  wish: BodyOf<typeof operations.changeStatementSchedule>,
): Promise<Schedule> {
  const { merchantId, environment, by } = caller
  if (by.kind !== 'person') throw new Error('Who is mailed statements is chosen by people.')
  const { daily, monthly } = wish
  const emails = wish.emails.map((address) => address.toLowerCase())
  const twice = emails.findIndex((address, place) => emails.indexOf(address) !== place)
  if (twice >= 0) throw invalid({ field: `emails.${twice}`, problem: 'is in the list twice' })
  const at = world.clock.now()
  await tx`select from merchants where id = ${merchantId} for no key update`
  const before = await readSchedule(tx, caller)
  await tx`
    insert into statement_schedules (merchant_id, environment, daily, monthly, emails, changed_at)
    values (${merchantId}, ${environment}, ${daily}, ${monthly}, ${emails}, ${at})
    on conflict (merchant_id, environment) do update
    set daily = excluded.daily, monthly = excluded.monthly, emails = excluded.emails, changed_at = excluded.changed_at`
  const after = { daily, monthly, emails }
  recordAudit(tx, world.vault, [
    {
      at,
      actor: { kind: 'member', id: by.user.id },
      action: 'statement_schedule.changed',
      subject: { kind: 'statement_schedule', id: merchantId },
      merchantId,
      // Addresses can be erased where they stand; the log never can, so it says how many.
      details: { environment, before: tellable(before), after: tellable(after) },
      requestId,
    },
  ])
  return after
}

function tellable({ emails, ...rest }: Schedule) {
  return { ...rest, addresses: emails.length }
}
