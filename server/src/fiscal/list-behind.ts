import type { Environment } from '@malipo/contract'
import type { Database } from '../database/database.ts'
import type { Owner } from './find-receipts.ts'

export type BehindLane = {
  merchant_id: string
  merchant_name: string
  environment: Environment
  behind_since: Date
  last_number: bigint
  number_there: bigint
}

/** More than anybody looks through at once. */
const most = 1_000

/** Merchants whose count stands, because the authority has numbers that are not known here. */
export async function listBehind(sql: Database): Promise<BehindLane[]> {
  return [
    ...(await sql<BehindLane[]>`
      select l.merchant_id, (select name from merchants m where m.id = l.merchant_id) as merchant_name, l.environment, l.behind_since,
        l.last_number, l.number_there
      from fiscal_lanes l where l.behind_since is not null order by l.behind_since, l.merchant_id limit ${most}`),
  ]
}

export type Unissued = { collection_id: string; amount: bigint; status: string; queued_at: Date }

/** Payments of a merchant that have no receipt here, the oldest first: one that is forgotten may be of one of them. */
export async function listWithoutReceipt(
  sql: Database,
  { merchantId, environment }: Owner,
): Promise<Unissued[]> {
  return [
    ...(await sql<Unissued[]>`
      select collection_id, amount, status, queued_at from fiscal_receipts
      where merchant_id = ${merchantId} and environment = ${environment} and status in ('QUEUED', 'FAILED')
      order by queued_at, id limit ${most}`),
  ]
}
