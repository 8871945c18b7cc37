import type { WithdrawalDossier } from '@malipo/contract'
import type { Static } from 'typebox'
import type { Database, Fragment, Transaction } from '../database/database.ts'
import { lowestIdAt } from '../primitives/id.ts'
import { textFromMinor } from '../primitives/money.ts'
import { bareAccount, barely } from '../recipients/recipients.ts'
import type { WithdrawalRow } from '../withdrawals/withdrawals.ts'

type Hints = Static<typeof WithdrawalDossier>['risk_hints']
type Check = Static<typeof WithdrawalDossier>['risk_checks'][number]

const dayMs = 24 * 3_600_000
/** Most merchants withdraw once a day or less. */
const manyInADay = 5
/** Growth is gradual; a stolen account is emptied at once. */
const muchLarger = 3n

type Past = {
  was_used: boolean
  was_paid: boolean
  other_name: string | null
  largest: bigint | null
  recent: number
}

type Weighed = {
  kind: Check['kind']
  isChecked?: boolean
  isOdd: boolean
  found?: string | null
  text: string
}

/** What deserves a second look, and what was looked at and is fine. It decides nothing: each hint can have a good reason. */
export async function weighWithdrawal(
  sql: Database | Transaction,
  row: WithdrawalRow,
  merchantPhone: string | null,
  now: Date,
  /** Of a refund: whether it goes back to whoever was asked to pay. */
  isPayerKnown: boolean,
): Promise<{ risk_hints: Hints; risk_checks: Check[] }> {
  const past = await pastOf(sql, row, new Date(now.getTime() - dayMs))
  const weighed = weigh(row, past, merchantPhone, isPayerKnown)
  return {
    risk_hints: weighed.filter(({ isOdd }) => isOdd).map(({ kind, text }) => ({ kind, text })),
    risk_checks: weighed.map(({ kind, isChecked = true, isOdd, found = null }) => ({
      kind,
      result: isOdd ? 'look' : isChecked ? 'fine' : 'unchecked',
      found,
    })),
  }
}

function weigh(
  row: WithdrawalRow,
  past: Past,
  merchantPhone: string | null,
  isPayerKnown: boolean,
): Weighed[] {
  const { destination_identifier: identifier, amount } = row
  const largest = past.largest === null ? null : textFromMinor(past.largest)
  return [
    {
      kind: 'new_recipient',
      // Whoever paid is no stranger.
      isOdd: !past.was_paid && !isPayerKnown,
      text: `${identifier} was never paid successfully by this merchant before.`,
    },
    {
      kind: 'name_mismatch',
      isChecked: past.was_used,
      isOdd: past.other_name !== null,
      found: past.other_name,
      text: `${identifier} was used before with another name: ${past.other_name}.`,
    },
    {
      kind: 'velocity',
      isOdd: past.recent >= manyInADay,
      found: past.recent < mostLookedAt ? String(past.recent) : `${mostLookedAt}+`,
      text: `${past.recent < mostLookedAt ? past.recent : `At least ${mostLookedAt}`} withdrawals of this merchant in the last 24 hours.`,
    },
    {
      kind: 'unusual_amount',
      isChecked: past.largest !== null,
      isOdd: past.largest !== null && amount >= muchLarger * past.largest,
      found: largest,
      text: `At least ${muchLarger} times the largest successful withdrawal before, which was ${largest}.`,
    },
    ...(row.kind === 'refund' ? [payerOf(isPayerKnown)] : []),
    {
      kind: 'own_phone',
      isChecked: merchantPhone !== null,
      isOdd: merchantPhone === identifier,
      text: "The recipient's number is the merchant's own.",
    },
  ]
}

function payerOf(isKnown: boolean): Weighed {
  const text = 'Nobody knows who paid: the merchant says where the refund goes.'
  return { kind: 'unknown_payer', isOdd: !isKnown, text }
}

/** So many are looked at for each question, newest or largest first: more would tell nothing new, and whoever decides waits. */
const mostLookedAt = 100

/** Ids begin with their time, by a clock that may differ a little from ours. */
const slackMs = 60_000

/** Account numbers are only unique within a bank, and are spelt in several ways; a phone number is the same one on every network. */
function sameRecipient(sql: Database | Transaction, row: WithdrawalRow): Fragment {
  const { method, destination_code: code, destination_identifier: identifier } = row
  return method === 'BANK_ACCOUNT'
    ? sql`method = 'BANK_ACCOUNT' and ${barely(sql, sql`destination_identifier`)} = ${bareAccount(identifier)} and destination_code = ${code}`
    : sql`method <> 'BANK_ACCOUNT' and reverse(destination_identifier) = reverse(${identifier}::text)`
}

/**
 * Each question is a range of an index:
 * what the recipient got before, what was largest, what is of the last day. A merchant who pays out all day has much more of all of them.
 */
async function pastOf(sql: Database | Transaction, row: WithdrawalRow, since: Date): Promise<Past> {
  const ofMerchant = sql`merchant_id = ${row.merchant_id} and environment = ${row.environment}`
  const [past] = await sql<Past[]>`
    with same as (
      select id, status, destination_name from withdrawals
      where ${ofMerchant} and ${sameRecipient(sql, row)} and id < ${row.id} and kind = ${row.kind}
      order by id desc limit ${mostLookedAt})
    select coalesce(bool_or(true), false) as was_used, coalesce(bool_or(status = 'SUCCESS'), false) as was_paid,
      (array_agg(destination_name order by id desc) filter (where
        ${plainName(sql, sql`destination_name`)} <> ${plainName(sql, sql`${row.destination_name}::text`)}))[1] as other_name,
      (select amount from (
        select amount, id from withdrawals where ${ofMerchant} and currency = ${row.currency} and status = 'SUCCESS'
        order by amount desc, id desc limit ${mostLookedAt}) as large where id < ${row.id} order by amount desc limit 1) as largest,
      (select count(*)::int from (
        select from withdrawals where ${ofMerchant} and id >= ${lowestIdAt(since.getTime() - slackMs)} and created_at > ${since}
        limit ${mostLookedAt}) as lately) as recent
    from same`
  if (!past) throw new Error('An aggregate always has a row.')
  return past
}

/** People write a name with other capitals and spaces from one time to the next. */
function plainName(sql: Database | Transaction, name: Fragment): Fragment {
  return sql`lower(regexp_replace(trim(${name}), '[[:space:]]+', ' ', 'g'))`
}
