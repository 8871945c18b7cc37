import { operations } from '@malipo/contract'
import { deleteOld } from '../database/database.ts'
import { deciderOf, type Route, readPage, route } from '../http/http.ts'
import { type Chore, roundsOf } from '../jobs/jobs.ts'
import { daysBefore } from '../primitives/clock.ts'
import { endOf } from '../retention/retention.ts'
import type { World } from '../world/world.ts'
import { listHits } from './find-hits.ts'
import type { RiskRules } from './keep-plan.ts'
import { type EntryRow, putOnList, showEntry, takeOffList } from './lists.ts'
import { makeSimulations } from './make-simulations.ts'
import { type RuleRow, ruleColumns } from './read-rules.ts'
import { changeRule, createRule, findVersions, showRule } from './save-rules.ts'
import { findSimulation, requestSimulation } from './simulate-rules.ts'

export {
  type Applicable,
  compileRules,
  looksAtChoice,
  looksAtName,
  narrowed,
  type RiskPlan,
} from './compile-rules.ts'
export { factsOfMerchant, gatherFacts } from './gather-facts.ts'
export { judgePayment } from './judge-payment.ts'
export { heldInstead, type KeptHit, keepHits, keptHits } from './keep-hits.ts'
export { keepRiskRules, type RiskRules } from './keep-plan.ts'
export { factsAtOnce, type Payment } from './payment.ts'
export { readPlan } from './read-rules.ts'
export type { Facts, Hit, Rule } from './rule.ts'
export { shippedRules } from './shipped-rules.ts'
export { foreseePayouts, judgeForeseen, type Outcome, settleForeseen } from './vet-batch.ts'
export {
  type Asked,
  holdCounted,
  isClear,
  judgeHeld,
  keepingBlocked,
  RiskBlocked,
  vetPayment,
  vetPayout,
} from './vet-payments.ts'

type Parts = { world: World; riskRules: RiskRules }

/** Where Super Admins say what payments are looked at for, and see what was met. */
export function routes({ world, riskRules }: Parts): Route[] {
  const { sql } = world
  return [
    route(operations.adminListRiskRules, ({ query, lists }) =>
      readPage(lists, query, {
        rows: lists`select ${ruleColumns} from risk_rules where is_current
          ${query.merchant_id === undefined ? lists`` : lists`and merchant_id = ${query.merchant_id}`}`,
        show: (row: RuleRow) => showRule(row),
      }),
    ),
    route(operations.adminCreateRiskRule, async (call) => {
      const made = await call.idempotently((tx) => createRule(tx, world, deciderOf(call), call.body))
      await riskRules.renew()
      return made
    }),
    route(operations.adminReadRiskRule, async ({ params, lists }) => {
      const versions = (await findVersions(lists, params.rule_id)).map(showRule)
      const [current] = versions
      if (!current) throw new Error('A rule has no version.')
      return { ...current, versions }
    }),
    route(operations.adminChangeRiskRule, async (call) => {
      const changed = await sql.begin((tx) =>
        changeRule(tx, world, deciderOf(call), call.params.rule_id, call.body),
      )
      await riskRules.renew()
      return changed
    }),
    route(operations.adminTryRiskRule, (call) =>
      call.idempotently((tx) =>
        requestSimulation(tx, world, deciderOf(call), call.environment(), call.params.rule_id),
      ),
    ),
    route(operations.adminReadRiskSimulation, ({ params }) => findSimulation(sql, params.simulation_id)),
    route(operations.adminListRiskHits, ({ query, environment, lists }) =>
      listHits(lists, environment(), query),
    ),
    route(operations.adminListRiskListEntries, ({ query, lists }) =>
      readPage(lists, query, {
        rows: lists`select id, list, value, note, added_by, added_at from risk_list_entries
          ${query.list === undefined ? lists`` : lists`where list = ${query.list}`}`,
        show: (row: EntryRow) => showEntry(row),
      }),
    ),
    route(operations.adminSetRiskListEntry, (call) =>
      sql.begin((tx) => putOnList(tx, world, deciderOf(call), call.params, call.body.note ?? null)),
    ),
    route(operations.adminRemoveRiskListEntry, (call) =>
      sql.begin((tx) => takeOffList(tx, world, deciderOf(call), call.params)),
    ),
  ]
}

const keptDays = { hits: 400, simulations: 30 }

export function chores({ world }: { world: World }): Chore[] {
  const hits = { table: 'risk_hits', column: 'at' }
  const simulations = { table: 'risk_simulations', column: 'created_at' }
  const entries = { table: 'risk_list_entries', column: 'added_at' }
  const before = (days: number) => daysBefore(world.clock.now(), days)
  return [
    roundsOf({ name: 'risk.simulate', everyMs: 1_000 }, (running) => makeSimulations(world, running)),
    {
      name: 'risk.forget',
      everyMs: 600_000,
      work: async () => {
        await deleteOld(world.sql, hits, before(keptDays.hits))
        await deleteOld(world.sql, simulations, before(keptDays.simulations))
        // They name people, as payments do, and nobody looks for them there any longer than in those.
        await deleteOld(world.sql, entries, await endOf(world, 'payments_days'))
      },
    },
  ]
}
