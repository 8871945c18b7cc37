import { discrepancyStatuses, type Environment, operations } from '@malipo/contract'
import { type Database, rangesOver } from '../database/database.ts'
import { type Askers, evidenceColumn, lookFresh } from '../evidence/evidence.ts'
import { deciderOf, type ListQuery, type Route, readPage, route } from '../http/http.ts'
import {
  findContradicted,
  type Settlers,
  settleDiscrepancy,
  showDiscrepancy,
} from './settle-discrepancies.ts'

export {
  type Contradiction,
  type DiscrepancyKind,
  findMispaid,
  openDiscrepancies,
  type Proposal,
  proposeSettlements,
} from './open-discrepancies.ts'
export {
  type DiscrepancyRow,
  type Settle,
  settleDiscrepancy,
  type Wanted,
} from './settle-discrepancies.ts'

/** Where Super Admins see what contradicts our books, and settle it, one environment at a time. */
export function routes(parts: Settlers & { askers: Askers }): Route[] {
  const { askers, world } = parts
  return [
    route(operations.adminListDiscrepancies, ({ query, environment, lists }) =>
      listDiscrepancies(lists, environment(), query),
    ),
    route(
      operations.settleDiscrepancy,
      async ({ params, body, caller, requestId, environment, idempotently }) => {
        const by = { ...deciderOf({ caller, requestId }), environment: environment() }
        const id = params.discrepancy_id
        const { action, note = null } = body
        let fresh: number | undefined
        for (const about of ['collection', 'disbursement'] as const) {
          fresh ??= await lookFresh(world.sql, askers[about], () => findContradicted(world, by, id, about))
        }
        const seen = body.evidence_version ?? fresh
        return await idempotently(async (tx) =>
          showDiscrepancy(await settleDiscrepancy(tx, parts, by, id, { action, note, seen })),
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

function listDiscrepancies(sql: Database, environment: Environment, query: DiscrepancyQuery) {
  return readPage(sql, query, {
    rows: rangesOver(sql, [{ column: sql`status`, wanted: query.status, all: discrepancyStatuses }]).map(
      (range) => sql`
        select d.*, ${evidenceColumn(sql, sql`coalesce(d.collection_id, d.withdrawal_id)`)} as kept,
          coalesce((select moves from collections where id = d.collection_id),
            (select moves from withdrawals where id = d.withdrawal_id), 0) as moves
        from discrepancies d where environment = ${environment} ${range}
          ${query.kind === undefined ? sql`` : sql`and kind = ${query.kind}`}
          ${query.merchant_id === undefined ? sql`` : sql`and merchant_id = ${query.merchant_id}`}
          ${query.collection_id === undefined ? sql`` : sql`and collection_id = ${query.collection_id}`}
          ${query.withdrawal_id === undefined ? sql`` : sql`and withdrawal_id = ${query.withdrawal_id}`}`,
    ),
    show: showDiscrepancy,
  })
}
