import { duplicateBatchDays, mostBatchProblems, type RowWarning } from '@malipo/contract'
import type { Static } from 'typebox'
import type { Database, Fragment, Transaction } from '../database/database.ts'
import { daysBefore } from '../primitives/clock.ts'
import { textFromMinor } from '../primitives/money.ts'
import { bareAccount, barely, readStandings } from '../recipients/recipients.ts'
import type { WithdrawalRow } from '../withdrawals/withdrawals.ts'
import type { World } from '../world/world.ts'
import type { Owner } from './batch-row.ts'

export type Warning = Static<typeof RowWarning>

/** A row as far as it is weighed. */
export type Weighed = Pick<
  WithdrawalRow,
  'method' | 'amount' | 'destination_code' | 'destination_identifier' | 'name_check' | 'recipient_id'
> & { row: number; review_hit?: string | null }

/** What is worth a second look in a batch. It decides nothing: each can have a good reason. */
export async function weighRows(
  sql: Database | Transaction,
  { clock }: Pick<World, 'clock'>,
  owner: Owner,
  rows: readonly Weighed[],
  /** The batch that they are of, which is no past of theirs. */
  batchId: string | null,
): Promise<Warning[]> {
  const pastOf = await findPasts(sql, owner, rows, daysBefore(clock.now(), duplicateBatchDays), batchId)
  const meant = rows.map(({ row, recipient_id: recipientId }) => ({ row, recipientId }))
  const standings = await readStandings(sql, meant, clock.now())
  const firstTo = new Map<string, number>()
  const warnings: Warning[] = []
  for (const one of rows) {
    const { row, amount } = one
    const past = pastOf(one)
    const first = firstTo.get(placeOf(one))
    if (first === undefined) firstTo.set(placeOf(one), row)
    else warnings.push({ row, kind: 'twice', text: `Goes to the same place as row ${first}.` })
    if (past.lately.includes(String(amount))) {
      const text = `${textFromMinor(amount)} went there in the last ${duplicateBatchDays} days, or is on its way.`
      warnings.push({ row, kind: 'paid_lately', text })
    }
    if (!past.was_paid) warnings.push({ row, kind: 'new', text: 'Nothing was ever paid there.' })
    if (one.name_check?.match === 'different') {
      warnings.push({ row, kind: 'name_differs', text: `It belongs to ${one.name_check.registered_name}.` })
    }
    if (typeof one.review_hit === 'string') {
      const text = 'A rule wants it looked at: it needs an approval of its own.'
      warnings.push({ row, kind: 'under_review', text })
    }
    const standing = one.recipient_id === null ? null : standings.get(one.recipient_id)
    if (standing?.status === 'COOLING') {
      warnings.push({ row, kind: 'cooling', text: `Its recipient cools until ${standing.usableFrom}.` })
    }
    if (standing === undefined || standing?.status === 'BLOCKED') {
      warnings.push({ row, kind: 'blocked', text: 'Its recipient is blocked or was removed.' })
    }
  }
  return warnings.slice(0, mostBatchProblems)
}

/** Account numbers are only unique within a bank, and are spelt in several ways; a phone number is the same one on every network. */
function placeOf({ method, destination_code: code, destination_identifier: identifier }: Placed): string {
  return method === 'BANK_ACCOUNT' ? `${code} ${bareAccount(identifier)}` : identifier
}

type Placed = Pick<Weighed, 'method' | 'destination_code' | 'destination_identifier'>
type Past = { was_paid: boolean; lately: string[] }

/** In one pass over what these recipients ever got: looked up one by one, thousands of rows would be thousands of questions. */
async function findPasts(
  sql: Database | Transaction,
  { merchantId, environment }: Owner,
  rows: readonly Weighed[],
  since: Date,
  batchId: string | null,
): Promise<(row: Weighed) => Past> {
  const [accounts, phones] = [rows.filter(isAccount), rows.filter((row) => !isAccount(row))].map((ones) =>
    ones.map(({ destination_identifier: identifier }) => identifier),
  )
  const bare = (accounts ?? []).map(bareAccount)
  const backwards = (phones ?? []).map((phone) => [...phone].reverse().join(''))
  const paid = (which: Fragment) => sql`
    select method, destination_identifier, destination_code, status, amount, created_at from withdrawals
    where merchant_id = ${merchantId} and environment = ${environment} and kind = 'withdrawal'
      and batch_id is distinct from ${batchId}::uuid and ${which}`
  const found = await sql<(Past & Placed)[]>`
    select method, destination_identifier, destination_code, bool_or(status = 'SUCCESS') as was_paid,
      coalesce(array_agg(distinct amount::text) filter (where created_at > ${since}
        and status not in ('FAILED', 'REJECTED', 'REVERSED')), '{}') as lately
    from (
      ${paid(sql`method <> 'BANK_ACCOUNT' and reverse(destination_identifier) = any(${backwards}::text[])`)}
      union all ${paid(sql`method = 'BANK_ACCOUNT' and ${barely(sql, sql`destination_identifier`)} = any(${bare}::text[])`)}
    ) as theirs
    group by method, destination_identifier, destination_code`
  const byPlace = Map.groupBy(found, placeOf)
  return (row) => {
    const own = byPlace.get(placeOf(row)) ?? []
    return { was_paid: own.some((one) => one.was_paid), lately: own.flatMap((one) => one.lately) }
  }
}

function isAccount({ method }: Pick<Weighed, 'method'>): boolean {
  return method === 'BANK_ACCOUNT'
}
