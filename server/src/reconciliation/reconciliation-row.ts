import type { Environment, reconciliationSources, reconciliationStatuses } from '@malipo/contract'
import type { Database, Fragment, Transaction } from '../database/database.ts'
import type { ProviderCallback } from '../providers/providers.ts'

export type About = ProviderCallback['about']

export type ReconciliationRow = {
  id: string
  environment: Environment
  provider: string
  /** A day as it stands on a calendar in Dar es Salaam. */
  day: string
  source: (typeof reconciliationSources)[number]
  covers: About[]
  asked_by: string | null
  night: string | null
  status: (typeof reconciliationStatuses)[number]
  due_at: Date | null
  lease: number
  attempts: number
  problem: string | null
  lines: number
  matched: number
  missing_there: number
  missing_here: number
  different_amount: number
  different_state: number
  still_open: number
  settled: number
  float_currency: string | null
  float_booked: bigint | null
  float_told: bigint | null
  float_note: string | null
  created_at: Date
  finished_at: Date | null
}

/** Days are read as text: a date is no instant, and the driver would make it one. */
export function reconciliationColumns(sql: Database | Transaction): Fragment {
  return sql`id, environment, provider, day::text as day, source, covers, asked_by, night::text as night, status, due_at, lease,
    attempts, problem, lines, matched, missing_there, missing_here, different_amount, different_state, still_open, settled,
    float_currency, float_booked, float_told, float_note, created_at, finished_at`
}
