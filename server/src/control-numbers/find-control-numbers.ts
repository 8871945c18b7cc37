import type { operations, QueryOf } from '@malipo/contract'
import type { Database, Fragment, Transaction } from '../database/database.ts'
import { type Actor, createdWithin, readPage } from '../http/http.ts'
import { isId } from '../primitives/id.ts'
import { Refusal } from '../primitives/refusal.ts'
import { type ControlNumberRow, controlNumberColumns, showControlNumber } from './control-number-row.ts'

type Owner = Pick<Actor, 'merchantId' | 'environment'>

/** Somebody else's is not there, and neither is one of the other environment. */
export async function findControlNumber(
  sql: Database | Transaction,
  { merchantId, environment }: Owner,
  id: string,
  lock: Fragment = sql``,
): Promise<ControlNumberRow> {
  const [row] = isId(id)
    ? await sql<ControlNumberRow[]>`
        select ${controlNumberColumns} from control_numbers
        where id = ${id} and merchant_id = ${merchantId} and environment = ${environment} ${lock}`
    : []
  if (!row) throw new Refusal('not_found')
  return row
}

export function listControlNumbers(
  lists: Database,
  { merchantId, environment }: Owner,
  query: QueryOf<typeof operations.listControlNumbers>,
) {
  const { status, number, customer_id, invoice_id, merchant_reference: reference } = query
  const having = (column: Fragment, wanted: string | undefined) =>
    wanted === undefined ? lists`` : lists`and ${column} = ${wanted}`
  return readPage(lists, query, {
    rows: lists`
      select ${controlNumberColumns} from control_numbers
      where merchant_id = ${merchantId} and environment = ${environment}
        ${having(lists`status`, status)} ${having(lists`number`, number)} ${having(lists`customer_id`, customer_id)}
        ${having(lists`invoice_id`, invoice_id)} ${having(lists`merchant_reference`, reference)}
        ${createdWithin(lists, query)}`,
    show: showControlNumber,
  })
}
