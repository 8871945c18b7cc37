import type { Environment } from '@malipo/contract'
import type { Database } from '../database/database.ts'
import { type ListQuery, readPage } from '../http/http.ts'
import { isId } from '../primitives/id.ts'
import { Refusal } from '../primitives/refusal.ts'
import { type StatementRow, showStatement, statementColumns } from './statement-row.ts'

type Owner = { merchantId: string; environment: Environment }
type Filter = { currency?: string; kind?: string }

export function listStatements(sql: Database, { merchantId, environment }: Owner, query: ListQuery & Filter) {
  return readPage(sql, query, {
    rows: sql`
      select ${statementColumns(sql)} from statements where merchant_id = ${merchantId} and environment = ${environment}
        ${query.currency === undefined ? sql`` : sql`and currency = ${query.currency}`}
        ${query.kind === undefined ? sql`` : sql`and kind = ${query.kind}`}`,
    show: showStatement,
  })
}

export async function findStatement(
  sql: Database,
  { merchantId, environment }: Owner,
  id: string,
): Promise<StatementRow> {
  const [found] = isId(id)
    ? await sql<StatementRow[]>`
        select ${statementColumns(sql)} from statements
        where id = ${id} and merchant_id = ${merchantId} and environment = ${environment}`
    : []
  if (!found) throw new Refusal('not_found')
  return found
}
