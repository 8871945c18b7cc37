import { BatchRowBody, mostBatchProblems, type RowProblem } from '@malipo/contract'
import type { Static } from 'typebox'
import type { Database } from '../database/database.ts'
import { validator } from '../http/http.ts'
import { type FieldProblem, Refusal } from '../primitives/refusal.ts'
import { findRecipients, type RecipientRow } from '../recipients/recipients.ts'
import {
  type Checked,
  checkDestination,
  type Draft,
  destinations,
  draftTo,
  type Wish,
} from '../withdrawals/withdrawals.ts'
import type { Owner } from './batch-row.ts'

export type Problem = Static<typeof RowProblem>
type Given = Static<typeof BatchRowBody>

/** A row that is right in itself. */
export type JudgedRow = { row: number; draft: Draft; checked: Checked }

export type Judged = { rows: JudgedRow[]; problems: Problem[] }

/** By id. */
export type SavedRecipients = ReadonlyMap<string, RecipientRow>

/** Whom rows name, found in one question. */
export async function findNamed(
  sql: Database,
  owner: Owner,
  given: readonly unknown[],
): Promise<SavedRecipients> {
  const named = given.flatMap((value) => {
    const { recipient_id: id } = (value ?? {}) as Partial<Given>
    return typeof id === 'string' ? [id] : []
  })
  return await findRecipients(sql, named, owner)
}

const check = validator(BatchRowBody)

/** What each row says, looked at by itself and beside the others; all that is wrong is told, up to a number that somebody can read. */
export function judgeRows(given: readonly unknown[], saved: SavedRecipients): Judged {
  const judged: Judged = { rows: [], problems: [] }
  const firstWith = new Map<string, number>()
  given.forEach((value, at) => {
    if (judged.problems.length >= mostBatchProblems) return
    const row = at + 1
    const problems = problemsOf(value)
    const { reference } = (value ?? {}) as Partial<Given>
    const first = typeof reference === 'string' ? firstWith.get(reference) : undefined
    if (first !== undefined) {
      problems.push({ field: 'reference', problem: `is that of row ${first} already` })
    } else if (typeof reference === 'string') firstWith.set(reference, row)
    const read =
      problems.length === 0
        ? readRow(value as Given, saved)
        : { problems: [...problems, ...alsoWrong(value, problems, saved)] }
    if ('problems' in read) judged.problems.push(...read.problems.map((one) => ({ row, ...one })))
    else judged.rows.push({ row, ...read })
  })
  judged.problems.splice(mostBatchProblems)
  return judged
}

function problemsOf(value: unknown): FieldProblem[] {
  const shortened = shortenedIn(value)
  const others = check(value)
    .map(({ field, problem }) => ({ field: field === 'body' ? 'row' : field, problem }))
    .filter(({ field }) => !shortened.some((one) => one.field === field))
  return [...shortened, ...others]
}

/** What a spreadsheet takes for a large number. */
const exponent = /^[0-9]+([.,][0-9]+)?e\+?[0-9]+$/i
const digits = ['reference', 'amount', 'destination_identifier'] as const

/** A phone that became 2.55E+11 has lost its last digits; no guess brings them back. */
function shortenedIn(value: unknown): FieldProblem[] {
  if (value === null || typeof value !== 'object') return []
  return digits.flatMap((field) => {
    const text = (value as Record<string, unknown>)[field]
    if (typeof text !== 'string' || !exponent.test(text)) return []
    const problem = `${text} was shortened by a spreadsheet: format the column as text, and write all digits`
    return [{ field, problem }]
  })
}

type Read = { draft: Draft; checked: Checked } | { problems: FieldProblem[] }

function readRow(given: Given, saved: SavedRecipients): Read {
  try {
    const draft = draftTo(wishOf(given), saved.get(given.recipient_id ?? ''))
    return { draft, checked: checkDestination(draft) }
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 'validation_error') throw error
    return { problems: error.details as FieldProblem[] }
  }
}

/** Without these nobody knows what the others should look like. */
const telling = ['row', 'method', 'destination_code', 'recipient_id']

/** What else is wrong with where a row goes, so that whoever mends it reads all of it at once. */
function alsoWrong(value: unknown, told: readonly FieldProblem[], saved: SavedRecipients): FieldProblem[] {
  const fields = new Set(told.map(({ field }) => field))
  if (telling.some((field) => fields.has(field))) return []
  const rest = Object.entries(value as Given).filter(([field]) => !fields.has(field))
  const standIns = { destination_name: 'Somebody', ...Object.fromEntries(rest), amount: '1.00' }
  const read = readRow(standIns as Given, saved)
  return 'problems' in read ? read.problems.filter(({ field }) => !fields.has(field)) : []
}

const methodOf = new Map(destinations.map(({ destination_code: code, method }) => [code, method]))

function wishOf(given: Given): Wish {
  const { bank_name, bank_account_name, recipient_id: recipientId } = given
  const method = given.method ?? methodOf.get(given.destination_code ?? '') ?? 'MOBILE_MONEY'
  return {
    // A saved recipient says it.
    method: recipientId === undefined ? method : undefined,
    recipientId,
    amount: given.amount,
    destinationCode: given.destination_code,
    destinationName: given.destination_name,
    identifier: { field: 'destination_identifier', value: given.destination_identifier },
    bankName: bank_name,
    bankAccountName: bank_account_name,
    merchantReference: given.reference,
    lookUpId: given.look_up_id,
    metadata: given.metadata,
    idle: method === 'BANK_ACCOUNT' ? {} : { bank_name, bank_account_name },
  }
}

/** What is told of rows has their number beside the field. */
export function invalidRows(problems: readonly Problem[]): Refusal {
  const inOrder = problems.toSorted((one, other) => one.row - other.row)
  return new Refusal('validation_error', { details: inOrder.slice(0, mostBatchProblems) })
}
