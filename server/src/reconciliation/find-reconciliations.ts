import type { Environment, Reconciliation, ReconciliationFinding } from '@malipo/contract'
import type { Static } from 'typebox'
import type { Database } from '../database/database.ts'
import { csvFrom, type FileReply, type ListQuery, readPage } from '../http/http.ts'
import { isId } from '../primitives/id.ts'
import { textFromMinor } from '../primitives/money.ts'
import { Refusal } from '../primitives/refusal.ts'
import { mostFindings } from './compare-day.ts'
import { type FindingRow, findingColumns, oursIn, theirsIn } from './open-differences.ts'
import { type ReconciliationRow, reconciliationColumns } from './reconciliation-row.ts'

type Filter = { provider?: string; day?: string }

export function listReconciliations(sql: Database, environment: Environment, query: ListQuery & Filter) {
  return readPage(sql, query, {
    rows: sql`
      select ${reconciliationColumns(sql)} from reconciliations where environment = ${environment}
        ${query.provider === undefined ? sql`` : sql`and provider = ${query.provider}`}
        ${query.day === undefined ? sql`` : sql`and day = ${query.day}`}`,
    show: showReconciliation,
  })
}

export async function findReconciliation(
  sql: Database,
  environment: Environment,
  id: string,
): Promise<ReconciliationRow> {
  const [found] = isId(id)
    ? await sql<ReconciliationRow[]>`
        select ${reconciliationColumns(sql)} from reconciliations where id = ${id} and environment = ${environment}`
    : []
  if (!found) throw new Refusal('not_found')
  return found
}

export async function listFindings(
  sql: Database,
  environment: Environment,
  runId: string,
  query: ListQuery & { kind?: string },
) {
  const { id } = await findReconciliation(sql, environment, runId)
  return await readPage(sql, query, {
    rows: sql`
      select ${findingColumns(sql)} from reconciliation_findings where reconciliation_id = ${id}
        ${query.kind === undefined ? sql`` : sql`and kind = ${query.kind}`}`,
    show: showFinding,
  })
}

/** All that did not match, for a spreadsheet; above it what the run came to. */
export async function writeReport(
  sql: Database,
  environment: Environment,
  runId: string,
): Promise<FileReply> {
  const run = await findReconciliation(sql, environment, runId)
  const findings = await sql<FindingRow[]>`
    select ${findingColumns(sql)} from reconciliation_findings where reconciliation_id = ${run.id} order by id limit ${mostFindings}`
  const { provider, day, counts, float, source, status, problem } = showReconciliation(run)
  const above = csvFrom(
    ['what', 'value'],
    [
      ...Object.entries({ provider, day, source, status, problem, ...counts }).map(([what, value]) => ({
        what,
        value,
      })),
      ...Object.entries(float).map(([what, value]) => ({ what: `float ${what}`, value })),
    ],
  )
  const columns = [
    'kind',
    'about',
    'reference',
    'ours',
    'theirs',
    'said',
    'merchant_id',
    'collection_id',
    'withdrawal_id',
    'discrepancy_id',
  ]
  const text = `${above}\r\n${csvFrom(columns, findings.map(showFinding))}`
  return { name: `reconciliation-${provider}-${day}.csv`, bytes: Buffer.from(text) }
}

export function showReconciliation(row: ReconciliationRow): Static<typeof Reconciliation> {
  const { id, provider, day, source, covers, asked_by, status, problem } = row
  const text = (minor: bigint | null) => (minor === null ? null : textFromMinor(minor))
  return {
    ...{ id, provider, day, source, covers, asked_by, status, problem },
    counts: {
      lines: row.lines,
      matched: row.matched,
      missing_there: row.missing_there,
      missing_here: row.missing_here,
      different_amount: row.different_amount,
      different_state: row.different_state,
      still_open: row.still_open,
      settled: row.settled,
    },
    float: {
      currency: row.float_currency,
      booked: text(row.float_booked),
      told: text(row.float_told),
      note: row.float_note,
    },
    created_at: row.created_at.toISOString(),
    finished_at: row.finished_at?.toISOString() ?? null,
  }
}

function showFinding(row: FindingRow): Static<typeof ReconciliationFinding> {
  const { id, kind, about, reference, merchant_id, collection_id, withdrawal_id, said, discrepancy_id } = row
  return {
    ...{ id, kind, about, reference, merchant_id, collection_id, withdrawal_id, said, discrepancy_id },
    ours: oursIn(row),
    theirs: theirsIn(row),
  }
}
