import type { Environment, RiskSimulation } from '@malipo/contract'
import type { Static } from 'typebox'
import { recordAudit } from '../audit/audit.ts'
import { type Decider, refuseOwnMoney } from '../auth/auth.ts'
import { columnsOf, type Database, type Transaction } from '../database/database.ts'
import { isId } from '../primitives/id.ts'
import { Refusal } from '../primitives/refusal.ts'
import type { World } from '../world/world.ts'
import { findCurrent } from './save-rules.ts'

export const simulatedDays = 90

/** Each reads as much as a list of a hundred thousand rows. */
const mostWaiting = 5

export type SimulationRow = {
  id: string
  rule_id: string
  rule_version: number
  environment: Environment
  created_at: Date
  completed_at: Date | null
  lease: number
  result: Result | null
}

export const simulationColumns = columnsOf<SimulationRow>({
  id: 'not null',
  rule_id: 'not null',
  rule_version: 'not null',
  environment: 'not null',
  created_at: 'not null',
  completed_at: 'null',
  lease: 'not null',
  result: 'null',
})

/** What a rule would have done. */
export type Result = Pick<
  Static<typeof RiskSimulation>,
  'looked_at' | 'truncated' | 'matches' | 'sums' | 'outcomes' | 'samples'
>

const nothingYet: Result = {
  looked_at: null,
  truncated: null,
  matches: null,
  sums: [],
  outcomes: [],
  samples: [],
}

export function showSimulation(row: SimulationRow): Static<typeof RiskSimulation> {
  return {
    id: row.id,
    rule_id: row.rule_id,
    rule_version: row.rule_version,
    environment: row.environment,
    status: row.completed_at === null ? 'PREPARING' : 'READY',
    days: simulatedDays,
    created_at: row.created_at.toISOString(),
    completed_at: row.completed_at?.toISOString() ?? null,
    ...(row.result ?? nothingYet),
  }
}

/** Asks for a rule to be tried on the past; a worker does it. */
export async function requestSimulation(
  tx: Transaction,
  world: World,
  by: Decider,
  environment: Environment,
  ruleId: string,
): Promise<Static<typeof RiskSimulation>> {
  const rule = await findCurrent(tx, ruleId)
  const waiting = await tx`select from risk_simulations where due_at is not null limit ${mostWaiting}`
  if (waiting.count >= mostWaiting) {
    throw new Refusal('rate_limited', {
      message: `${mostWaiting} simulations are being made already. Wait for one of them.`,
      details: { retry_after_seconds: 30 },
    })
  }
  const now = world.clock.now()
  await refuseOwnMoney(tx, world, by, { merchant_id: rule.merchant_id, api_key_id: null, created_at: now })
  const [row] = await tx<SimulationRow[]>`
    insert into risk_simulations (id, rule_id, rule_version, environment, asked_by, created_at, due_at)
    values (${world.newId()}, ${rule.id}, ${rule.version}, ${environment}, ${by.adminId}, ${now}, ${now})
    returning ${simulationColumns}`
  if (!row) throw new Error('The simulation was not asked for.')
  recordAudit(tx, world.vault, [
    {
      at: now,
      actor: { kind: 'super_admin', id: by.adminId },
      action: 'risk_rule.simulated',
      subject: { kind: 'risk_rule', id: rule.id },
      merchantId: rule.merchant_id,
      details: { version: rule.version, environment },
      requestId: by.requestId,
    },
  ])
  return showSimulation(row)
}

export async function findSimulation(sql: Database, id: string): Promise<Static<typeof RiskSimulation>> {
  const [row] = isId(id)
    ? await sql<SimulationRow[]>`select ${simulationColumns} from risk_simulations where id = ${id}`
    : []
  if (!row) throw new Refusal('not_found')
  return showSimulation(row)
}
