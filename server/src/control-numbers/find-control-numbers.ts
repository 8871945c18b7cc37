import { controlNumberStatuses, type Environment, type operations, type QueryOf } from '@malipo/contract'
import { type Database, type Fragment, rangesOver, type Transaction } from '../database/database.ts'
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

type AnyonesRow = ControlNumberRow & { merchant_name: string }

/** Of all merchants: each state is a range of its own, and a number or a merchant has but one. */
export function listEveryonesNumbers(
  lists: Database,
  environment: Environment,
  query: QueryOf<typeof operations.adminListControlNumbers>,
) {
  const { status, number, merchant_id: merchantId } = query
  const isNarrow = number !== undefined || merchantId !== undefined
  const ranges = isNarrow
    ? [status === undefined ? lists`` : lists`and status = ${status}`]
    : rangesOver(lists, [{ column: lists`status`, wanted: status, all: controlNumberStatuses }])
  return readPage(lists, query, {
    rows: ranges.map(
      (range) => lists`
        select ${controlNumberColumns} from control_numbers
        where environment = ${environment}
          ${number === undefined ? lists`` : lists`and number = ${number}`}
          ${merchantId === undefined ? lists`` : lists`and merchant_id = ${merchantId}`} ${range}
          ${createdWithin(lists, query)}`,
    ),
    beside: (rows) =>
      lists`select n.*, (select name from merchants m where m.id = n.merchant_id) as merchant_name from ${rows} as n`,
    show: ({ merchant_name, ...row }: AnyonesRow) => ({
      ...showControlNumber(row),
      merchant_name,
      provider: row.provider,
    }),
  })
}
