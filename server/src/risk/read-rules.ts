import type { RiskAction, RiskKind, RiskMode } from '@malipo/contract'
import { columnsOf, type Database, type Transaction } from '../database/database.ts'
import { compileRules, type RiskPlan } from './compile-rules.ts'
import type { Condition, Rule, Ships } from './rule.ts'

export type RuleRow = {
  id: string
  version: number
  is_current: boolean
  ships: Ships | null
  name: string
  applies_to: RiskKind
  merchant_id: string | null
  condition: Condition
  action: RiskAction
  mode: RiskMode
  changed_by: string | null
  changed_at: Date
}

export const ruleColumns = columnsOf<RuleRow>({
  id: 'not null',
  version: 'not null',
  is_current: 'not null',
  ships: 'null',
  name: 'not null',
  applies_to: 'not null',
  merchant_id: 'null',
  condition: 'not null',
  action: 'not null',
  mode: 'not null',
  changed_by: 'null',
  changed_at: 'not null',
})

export function ruleFrom(row: RuleRow): Rule {
  const { id, version, ships, name, action, mode } = row
  const { applies_to: appliesTo, merchant_id: merchantId, condition: when } = row
  return { id, version, ships, name, appliesTo, merchantId, when, action, mode }
}

/** The rules as they are now, for what is not asked for often. */
export async function readPlan(sql: Database | Transaction): Promise<RiskPlan> {
  const rows = await sql<
    RuleRow[]
  >`select ${ruleColumns} from risk_rules where is_current and mode <> 'off' order by id`
  return compileRules(rows.map(ruleFrom))
}
