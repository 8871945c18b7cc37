import { type BodyOf, mostStatementDays, type operations } from '@malipo/contract'
import type { Transaction } from '../database/database.ts'
import type { Actor } from '../http/http.ts'
import { type Book, defaultCurrency } from '../ledger/ledger.ts'
import { dayAfter, dayAt } from '../primitives/instant.ts'
import { invalid, Refusal } from '../primitives/refusal.ts'
import type { World } from '../world/world.ts'
import { wantClosed } from './close-books.ts'
import { makeStatement } from './make-statement.ts'
import type { StatementRow } from './statement-row.ts'

/** So that the statements of one merchant keep nobody else waiting for theirs. */
const mostPreparing = 20

/** Takes in what is asked for: the days are closed and the rows added up by whoever works beside the requests. */
export async function requestStatement(
  tx: Transaction,
  world: World,
  { merchantId, environment }: Actor,
  { from, to, currency = defaultCurrency }: BodyOf<typeof operations.requestStatement>,
): Promise<StatementRow> {
  const today = dayAt(world.clock.now())
  if (to >= today)
    throw invalid({
      field: 'to',
      problem: 'must be a day that is over in Dar es Salaam: until then more may come',
    })
  if (from > to) throw invalid({ field: 'from', problem: `must not be after to, which is ${to}` })
  if (from < dayAfter(to, 1 - mostStatementDays))
    throw invalid({
      field: 'from',
      problem: `must be at most ${mostStatementDays} days before the end of to`,
    })
  const book = { merchantId, environment, currency }
  if (currency !== defaultCurrency && !(await isKept(tx, book)))
    throw invalid({ field: 'currency', problem: 'must be one in which something was ever moved' })
  const row = await makeStatement(tx, world, { ...book, from, to, kind: 'requested' })
  if (row.status === 'PREPARING') {
    await refuseTooMany(tx, book)
    await wantClosed(tx, world, book, to)
  }
  return row
}

async function isKept(tx: Transaction, { merchantId, environment, currency }: Book): Promise<boolean> {
  const { count } = await tx`
    select from ledger_accounts where merchant_id = ${merchantId} and environment = ${environment} and currency = ${currency}`
  return count > 0
}

async function refuseTooMany(tx: Transaction, { merchantId, environment }: Book): Promise<void> {
  const { count } = await tx`
    select from statements
    where merchant_id = ${merchantId} and environment = ${environment} and kind = 'requested' and due_at is not null
    limit ${mostPreparing + 1}`
  if (count > mostPreparing)
    throw new Refusal('rate_limited', {
      message: `${mostPreparing} statements are being prepared for you. Wait until one of them is ready.`,
      details: { retry_after_seconds: 10 },
    })
}
