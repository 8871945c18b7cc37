import type { DataExport, Environment } from '@malipo/contract'
import type { Static } from 'typebox'
import type { Database, Fragment, Transaction } from '../database/database.ts'

type Shown = Static<typeof DataExport>

export type DataExportRow = {
  id: string
  merchant_id: string
  environment: Environment
  privacy_request_id: string | null
  status: Shown['status']
  lines: bigint | null
  bytes: bigint | null
  sha256: string | null
  lease: number
  created_at: Date
  ready_at: Date | null
  ends_at: Date | null
}

export function exportColumns(sql: Database | Transaction): Fragment {
  return sql`id, merchant_id, environment, privacy_request_id, status, lines, bytes, sha256, lease, created_at, ready_at, ends_at`
}

export function showExport(row: DataExportRow): Shown {
  const { id, merchant_id, status, lines, bytes, sha256 } = row
  return {
    ...{ id, merchant_id, status, sha256 },
    lines: lines === null ? null : Number(lines),
    bytes: bytes === null ? null : Number(bytes),
    created_at: row.created_at.toISOString(),
    ready_at: row.ready_at?.toISOString() ?? null,
    ends_at: row.ends_at?.toISOString() ?? null,
  }
}
