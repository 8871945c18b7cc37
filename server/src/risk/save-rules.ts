import type { BodyOf, operations, RiskRule } from '@malipo/contract'
import type { Static } from 'typebox'
import { recordAudit } from '../audit/audit.ts'
import { type Decider, refuseMembers, refuseOwnMoney } from '../auth/auth.ts'
import type { Database, Transaction } from '../database/database.ts'
import { isId } from '../primitives/id.ts'
import { leaveOutPeople } from '../primitives/leave-out-people.ts'
import { invalid, Refusal } from '../primitives/refusal.ts'
import type { World } from '../world/world.ts'
import { conditionFrom } from './check-condition.ts'
import { type RuleRow, ruleColumns } from './read-rules.ts'

type Body = BodyOf<typeof operations.adminCreateRiskRule>
type Shown = Static<typeof RiskRule>

/** Each is judged for every payment: more than this would be felt, and nobody would know what they say together. */
const mostActing = 100
const mostVersions = 100

export function showRule(row: RuleRow): Shown {
  const { id, version, ships, name, applies_to, merchant_id, condition, action, mode, changed_by } = row
  return {
    id,
    version,
    ships: ships !== null,
    name,
    applies_to,
    merchant_id,
    when: condition as Shown['when'],
    action,
    mode,
    changed_at: row.changed_at.toISOString(),
    changed_by,
  }
}

export async function createRule(tx: Transaction, world: World, by: Decider, body: Body): Promise<Shown> {
  await countChange(tx)
  const row = rowOf(world, by, body, { id: world.newId(), version: 1, ships: null })
  return await save(tx, world, by, row, null)
}

/** A new version in the place of the present one, which is kept. Two at once are made one after the other. */
export async function changeRule(
  tx: Transaction,
  world: World,
  by: Decider,
  id: string,
  body: Body,
): Promise<Shown> {
  await countChange(tx)
  const before = await findCurrent(tx, id)
  const row = rowOf(world, by, body, { id, version: before.version + 1, ships: before.ships })
  if (before.ships !== null) refuseOtherThanMode(before, row)
  await tx`update risk_rules set is_current = false where id = ${id} and is_current`
  return await save(tx, world, by, row, before)
}

/** Whoever changes a rule waits here for whoever is changing another: processes see the one, and then the other. */
async function countChange(tx: Transaction): Promise<void> {
  await tx`update risk_state set version = version + 1`
}

function rowOf(
  world: World,
  by: Decider,
  body: Body,
  named: Pick<RuleRow, 'id' | 'version' | 'ships'>,
): RuleRow {
  const { name, applies_to, merchant_id = null, when, action, mode } = body
  return {
    ...named,
    is_current: true,
    // Every version is kept, and so is what the audit log says of it.
    name: leaveOutPeople(name.trim()),
    applies_to,
    merchant_id,
    condition: conditionFrom(when, applies_to),
    action,
    mode,
    changed_by: by.adminId,
    changed_at: world.clock.now(),
  }
}

/** What it looks at is the service's own promise; whether it acts is the operator's choice. */
function refuseOtherThanMode(before: RuleRow, after: RuleRow): void {
  const fixed = ['name', 'applies_to', 'merchant_id', 'action'] as const
  const changed: string | undefined =
    fixed.find((name) => before[name] !== after[name]) ?? (sameCondition(before, after) ? undefined : 'when')
  if (changed !== undefined) {
    throw invalid({
      field: changed,
      problem: 'is fixed: of a rule that comes with the service only mode changes',
    })
  }
}

/** In whatever order its names stand. */
function sameCondition(one: RuleRow, other: RuleRow): boolean {
  const plain = ({ condition }: RuleRow) => JSON.stringify(Object.entries(condition).sort())
  return plain(one) === plain(other)
}

async function save(
  tx: Transaction,
  world: World,
  by: Decider,
  row: RuleRow,
  before: RuleRow | null,
): Promise<Shown> {
  const at = row.changed_at
  for (const merchantId of new Set([row, before ?? row].map(({ merchant_id: id }) => id))) {
    await refuseOwnMoney(tx, world, by, { merchant_id: merchantId, api_key_id: null, created_at: at })
    if (merchantId === null) await refuseMembers(tx, by)
  }
  await refuseStranger(tx, row)
  await tx`
    insert into risk_rules (id, version, is_current, ships, name, applies_to, merchant_id, condition, action, mode,
      changed_by, changed_at)
    values (${row.id}, ${row.version}, true, ${row.ships}, ${row.name}, ${row.applies_to}, ${row.merchant_id},
      ${JSON.stringify(row.condition)}::jsonb, ${row.action}, ${row.mode}, ${row.changed_by}, ${at})`
  await refuseTooMany(tx)
  const shown = showRule(row)
  recordAudit(tx, world.vault, [
    {
      at,
      actor: { kind: 'super_admin', id: by.adminId },
      action: 'risk_rule.set',
      subject: { kind: 'risk_rule', id: row.id },
      merchantId: row.merchant_id,
      details: { ...shown, before: before && { version: before.version, mode: before.mode } },
      requestId: by.requestId,
    },
  ])
  return shown
}

async function refuseStranger(tx: Transaction, { merchant_id: id }: RuleRow): Promise<void> {
  if (id === null) return
  const [merchant] = await tx`select from merchants where id = ${id}`
  if (!merchant) throw invalid({ field: 'merchant_id', problem: 'must be the id of a merchant' })
}

async function refuseTooMany(tx: Transaction): Promise<void> {
  const acting = await tx`
    select from risk_rules where is_current and mode <> 'off' limit ${mostActing + 1}`
  if (acting.count > mostActing) {
    throw new Refusal('invalid_state', {
      message: `${mostActing} rules are on or watch already. Turn one off first.`,
    })
  }
}

export async function findCurrent(sql: Database | Transaction, id: string): Promise<RuleRow> {
  const [row] = isId(id)
    ? await sql<RuleRow[]>`select ${ruleColumns} from risk_rules where id = ${id} and is_current`
    : []
  if (!row) throw new Refusal('not_found')
  return row
}

/** The newest first. */
export async function findVersions(sql: Database, id: string): Promise<RuleRow[]> {
  const rows = isId(id)
    ? await sql<RuleRow[]>`
        select ${ruleColumns} from risk_rules where id = ${id} order by version desc limit ${mostVersions}`
    : []
  if (rows.length === 0) throw new Refusal('not_found')
  return [...rows]
}
