import { ControlNumberRow as RowBody } from '@malipo/contract'
import type { Transaction } from '../database/database.ts'
import { type Actor, validator } from '../http/http.ts'
import { type FieldProblem, Refusal } from '../primitives/refusal.ts'
import { type ControlNumberRow, controlNumberColumns } from './control-number-row.ts'
import {
  draftControlNumber,
  findNamed,
  issueInvoices,
  type Named,
  type NumberDesk,
  type NumberWish,
  refuseUnpayable,
} from './draft-control-numbers.ts'
import { drawNumber } from './draw-number.ts'

export async function makeControlNumber(
  tx: Transaction,
  desk: NumberDesk,
  caller: Actor,
  wish: NumberWish,
): Promise<ControlNumberRow> {
  refuseUnpayable(desk, caller)
  const named = await findNamed(tx, caller, [wish])
  const drafted = draftControlNumber(desk, caller, wish, named)
  await issueInvoices(tx, desk.world, named)
  const [made] = await insert(tx, [drafted])
  if (!made) throw new Error('A control number was not written.')
  return made
}

type RowProblem = FieldProblem & { row: number }

const check = validator(RowBody)

/** All of them or none: what is wrong with any row is told of every row at once. */
export async function makeControlNumbers(
  tx: Transaction,
  desk: NumberDesk,
  caller: Actor,
  given: readonly unknown[],
): Promise<ControlNumberRow[]> {
  refuseUnpayable(desk, caller)
  const misshapen = given.flatMap((value, at) => check(value).map((problem) => inRow(at, problem)))
  refuseRows(misshapen)
  const wishes = given as NumberWish[]
  const named = await findNamed(tx, caller, wishes)
  const problems: RowProblem[] = []
  const drafted: ControlNumberRow[] = []
  for (const [at, wish] of wishes.entries()) {
    const row = draftRow(desk, caller, wish, named)
    if ('problems' in row) problems.push(...row.problems.map((problem) => inRow(at, problem)))
    else drafted.push(row)
  }
  refuseRows(problems)
  await issueInvoices(tx, desk.world, named)
  return await insert(tx, drafted)
}

function inRow(at: number, { field, problem }: FieldProblem): RowProblem {
  return { row: at + 1, field: field === 'body' ? 'row' : field, problem }
}

function draftRow(
  desk: NumberDesk,
  caller: Actor,
  wish: NumberWish,
  named: Named,
): ControlNumberRow | { problems: FieldProblem[] } {
  try {
    return draftControlNumber(desk, caller, wish, named)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const field = fieldOf[error.code]
    if (error.code === 'validation_error') return { problems: error.details as FieldProblem[] }
    if (field === undefined) throw error
    return { problems: [{ field, problem: error.message }] }
  }
}

/** Which field of a row a refusal is about; any other is about all of them. */
const fieldOf: Partial<Record<Refusal['code'], string>> = {
  unsupported_currency: 'currency',
  amount_not_supported: 'amount',
  invoice_already_paid: 'invoice_id',
  invalid_state: 'invoice_id',
}

function refuseRows(problems: RowProblem[]): void {
  if (problems.length > 0)
    throw new Refusal('validation_error', { details: problems.toSorted((a, b) => a.row - b.row) })
}

/** So many draws meet a number that is taken only if something is wrong with chance. */
const mostDraws = 5

/** A number that somebody has already is drawn again; the database knows, whoever draws beside us. */
async function insert(tx: Transaction, rows: ControlNumberRow[], draws = 1): Promise<ControlNumberRow[]> {
  if (rows.length === 0) return []
  if (draws > mostDraws) throw new Error('Every number that was drawn is taken.')
  const storable = JSON.stringify(rows, (_name, value) => (typeof value === 'bigint' ? String(value) : value))
  const written = await tx<{ id: string }[]>`
    with made as (
      insert into control_numbers (${controlNumberColumns})
      select ${controlNumberColumns} from json_populate_recordset(null::control_numbers, ${storable}::json)
      on conflict do nothing
      returning id, merchant_id, status, created_at
    ), told as (
      insert into control_number_history (merchant_id, control_number_id, seq, to_status, mover, at)
      select merchant_id, id, 1, status, 'merchant', created_at from made
    )
    select id from made`
  const made = new Set(written.map(({ id }) => id))
  const again = await insert(
    tx,
    rows.filter(({ id }) => !made.has(id)).map((row) => ({ ...row, number: drawNumber(row.environment) })),
    draws + 1,
  )
  const byId = new Map([...rows.filter(({ id }) => made.has(id)), ...again].map((row) => [row.id, row]))
  return rows.flatMap(({ id }) => byId.get(id) ?? [])
}
