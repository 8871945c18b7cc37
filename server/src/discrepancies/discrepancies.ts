import { discrepancyStatuses, type Environment, operations } from '@malipo/contract'
import type { Decider } from '../auth/auth.ts'
import { type Database, rangesOver, type Transaction } from '../database/database.ts'
import { type Askers, lookFresh } from '../evidence/evidence.ts'
import { deciderOf, type ListQuery, type Route, readPage, route } from '../http/http.ts'
import { isId } from '../primitives/id.ts'
import { Refusal } from '../primitives/refusal.ts'
import type { World } from '../world/world.ts'
import { contradictions } from './contradictions.ts'
import {
  type ContradictedRow,
  findContradicted,
  type Settler,
  type Settlers,
  settleDiscrepancy,
} from './settle-discrepancies.ts'
import { showDiscrepancy } from './show-discrepancy.ts'

export { followGivenBack, type GivenBack } from './follow-given-back.ts'
export {
  type Contradiction,
  type DiscrepancyKind,
  findMispaid,
  findOwedOrders,
  openDiscrepancies,
  type Proposal,
  proposeSettlements,
} from './open-discrepancies.ts'
export {
  type DiscrepancyRow,
  type GiveBack,
  type Settle,
  settleDiscrepancy,
} from './settle-discrepancies.ts'
export type { Wanted } from './settlements.ts'

/** How long a played approval takes for the merchant of a discrepancy; null where nobody plays it. */
export type PlayedDelay = (environment: Environment, discrepancyId: string) => Promise<number | null>

/** Where Super Admins see what contradicts our books, and settle it, one environment at a time. */
export function routes(parts: Settlers & { askers: Askers; playedDelay: PlayedDelay }): Route[] {
  const { askers, world, playedDelay } = parts
  return [
    route(operations.adminListDiscrepancies, ({ query, caller, requestId, environment, lists }) =>
      listDiscrepancies(
        lists,
        world,
        { ...deciderOf({ caller, requestId }), environment: environment() },
        query,
      ),
    ),
    route(operations.adminReadDiscrepancy, ({ params, caller, requestId, environment }) =>
      readDiscrepancy(
        world,
        { ...deciderOf({ caller, requestId }), environment: environment() },
        params.discrepancy_id,
      ),
    ),
    route(
      operations.adminSettleDiscrepancy,
      async ({ params, body, caller, requestId, environment, idempotently }) => {
        const by = { ...deciderOf({ caller, requestId }), environment: environment() }
        const id = params.discrepancy_id
        const { action, note = null, evidence_version: told, ...given } = body
        let fresh: number | undefined
        for (const about of ['collection', 'disbursement'] as const) {
          fresh ??= await lookFresh(world.sql, askers[about], () => findContradicted(world, by, id, about))
        }
        const seen = told ?? fresh
        const sendsMoney = action === 'return_to_payer' || action === 'refund'
        const approvalDelayMs = sendsMoney ? await playedDelay(by.environment, id) : null
        return await idempotently(async (tx) =>
          showDiscrepancy(
            await settleDiscrepancy(tx, parts, by, id, { action, note, seen, given, approvalDelayMs }),
            by,
          ),
        )
      },
    ),
  ]
}

type DiscrepancyQuery = ListQuery & {
  status?: string
  kind?: string
  merchant_id?: string
  collection_id?: string
  withdrawal_id?: string
}

function listDiscrepancies(sql: Database, world: World, by: Settler, query: DiscrepancyQuery) {
  return readPage(sql, query, {
    rows: rangesOver(sql, [{ column: sql`status`, wanted: query.status, all: discrepancyStatuses }]).map(
      (range) => sql`
        ${contradictions(sql, world, by)} where environment = ${by.environment} ${range}
          ${query.kind === undefined ? sql`` : sql`and kind = ${query.kind}`}
          ${query.merchant_id === undefined ? sql`` : sql`and merchant_id = ${query.merchant_id}`}
          ${query.collection_id === undefined ? sql`` : sql`and collection_id = ${query.collection_id}`}
          ${query.withdrawal_id === undefined ? sql`` : sql`and withdrawal_id = ${query.withdrawal_id}`}`,
    ),
    show: (row: ContradictedRow) => showDiscrepancy(row, by),
  })
}

async function readDiscrepancy(world: World, by: Settler, id: string) {
  const { sql } = world
  const [found] = isId(id)
    ? await sql<ContradictedRow[]>`
        ${contradictions(sql, world, by)} where d.id = ${id} and d.environment = ${by.environment}`
    : []
  if (!found) throw new Refusal('not_found')
  return showDiscrepancy(found, by)
}

/** More than anybody reads before deciding, and no answer without end. */
const mostShown = 100

/** Those about one collection, newest first. */
export async function discrepanciesOf(tx: Transaction, world: World, by: Decider, collectionId: string) {
  const rows = await tx<ContradictedRow[]>`
    ${contradictions(tx, world, by)} where d.collection_id = ${collectionId} order by d.id desc limit ${mostShown}`
  return rows.map((row) => showDiscrepancy(row, by))
}
