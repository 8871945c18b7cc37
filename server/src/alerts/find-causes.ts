import { discrepancyKinds } from '@malipo/contract'
import type { Transaction } from '../database/database.ts'
import { textFromMinor } from '../primitives/money.ts'
import type { Alert } from './alert-operators.ts'
import { ofFiscalReceipts } from './find-fiscal-causes.ts'
import { type Waiting, waitingOf } from './find-waiting.ts'

/** How long people may keep others waiting, and how often the books are checked. */
export type Patience = { tooLongMs: number; booksEveryMs: number }

/** As many checks may be late or left out before somebody is told. */
const missedChecks = 3

/** What Super Admins should look at now, in live. Each question is answered from an index or a table of few rows. */
export async function findCauses(
  tx: Transaction,
  now: Date,
  { tooLongMs, booksEveryMs }: Patience,
): Promise<Alert[]> {
  const waiting = waitingOf(tx, 'live')
  const [tooLong, atOnce] = [
    { now, ms: tooLongMs },
    { now, ms: 0 },
  ]
  const found = [
    await ofWaiting(tx, tx`(${waiting.withdrawals}) union all (${waiting.batches})`, tooLong, {
      kind: 'withdrawals_waiting',
      title: 'Withdrawals wait for a decision',
    }),
    await ofWaiting(tx, waiting.held, tooLong, {
      kind: 'payments_held',
      title: 'Held payments wait for clearance',
    }),
    await ofWaiting(tx, waiting.unclear, tooLong, {
      kind: 'payouts_unclear',
      title: 'Payouts are unclear',
    }),
    await ofWaiting(tx, waiting.stuck, atOnce, {
      kind: 'payments_stuck',
      title: 'Payments cannot go on',
    }),
    await ofDiscrepancies(tx),
    await ofDeadLetters(tx),
    await ofFloats(tx),
    await ofBreakers(tx),
    await ofStopped(tx),
    await ofRestores(tx),
    ...(await ofFiscalReceipts(tx, tooLong)),
    await ofBooks(tx),
    await ofUnchecked(tx, new Date(now.getTime() - missedChecks * booksEveryMs)),
  ]
  return found.flat()
}

/** All that `findCauses` tells of: what it does not find any more is over. */
export const watchedKinds = [
  'withdrawals_waiting',
  'payments_held',
  'payouts_unclear',
  'payments_stuck',
  'discrepancies_open',
  'dead_letters',
  'float_low',
  'provider_silent',
  'provider_stopped',
  'restored',
  'fiscal_receipts_late',
  'fiscal_receipts_failed',
  'fiscal_counter_behind',
  'books_red',
  'books_unchecked',
] as const

type Sum = { count: number; since: Date; last_at: Date }

const told = (count: number) => (count > 100 ? 'More than 100' : String(count))
const oldest = (at: Date) => `the oldest since ${at.toISOString().slice(0, 16)}Z`
const summed = ({ count, since, last_at: lastAt }: Sum) => ({ count, since, lastAt })

/**
 * Only what has waited too long counts, and it comes to the others when it has: whoever read of them while it was not among them has not
 * read of it.
 */
async function ofWaiting(
  tx: Transaction,
  waiting: Waiting,
  tooLong: { now: Date; ms: number },
  words: Pick<Alert, 'kind' | 'title'>,
): Promise<Alert[]> {
  const latest = new Date(tooLong.now.getTime() - tooLong.ms)
  const [sum] = await tx<Sum[]>`
    select count(*)::int as count, min(at) as since, max(at) as last_at from (${waiting}) as waiting (at)
    where at <= ${latest}`
  if (!sum || sum.count === 0) return []
  const lastAt = new Date(sum.last_at.getTime() + tooLong.ms)
  const text = `${told(sum.count)}, ${oldest(sum.since)}.`
  return [{ ...words, subject: 'live', text, ...summed(sum), lastAt }]
}

async function ofDiscrepancies(tx: Transaction): Promise<Alert[]> {
  const sums = await tx<(Sum & { kind: string })[]>`
    select asked.kind, count(*)::int as count, min(created_at) as since, max(created_at) as last_at
    from unnest(${[...discrepancyKinds]}::text[]) as asked (kind) cross join lateral (
      select created_at from discrepancies d
      where d.environment = 'live' and d.kind = asked.kind and d.status = 'open' order by d.id desc limit 101) d
    group by asked.kind`
  return sums.map((sum) => ({
    kind: 'discrepancies_open',
    subject: sum.kind,
    title: `Discrepancies are open: ${sum.kind}`,
    text: `${told(sum.count)}, ${oldest(sum.since)}. What a provider says is not what we hold.`,
    ...summed(sum),
  }))
}

async function ofDeadLetters(tx: Transaction): Promise<Alert[]> {
  const sums = await tx<(Sum & { provider: string })[]>`
    select provider, least(count(*), 101)::int as count, min(created_at) as since, max(created_at) as last_at from (
      select provider, created_at from dead_letters where environment = 'live' and status = 'open'
      order by id desc limit 1000) d
    group by provider`
  return sums.map((sum) => ({
    kind: 'dead_letters',
    subject: sum.provider,
    title: `Callbacks of ${sum.provider} could not be carried out`,
    text: `${told(sum.count)}, ${oldest(sum.since)}.`,
    ...summed(sum),
  }))
}

async function ofFloats(tx: Transaction): Promise<Alert[]> {
  const floats = await tx<
    { provider: string; amount: bigint; currency: string; low_since: Date | null; short_since: Date | null }[]
  >`
    select provider, amount, currency, low_since, short_since from provider_floats
    where amount is not null and (low_since is not null or short_since is not null)`
  return floats.map(({ provider, amount, currency, low_since: lowSince, short_since: shortSince }) => {
    const from = shortSince ?? lowSince ?? undefined
    return {
      kind: 'float_low',
      subject: provider,
      title: `The float at ${provider} is low`,
      text: `${currency} ${textFromMinor(amount)} is there. ${
        shortSince ? 'Payouts wait for it: top it up.' : 'Top it up before payouts have to wait.'
      }`,
      count: 1,
      ...(from && { since: from, lastAt: from }),
    }
  })
}

async function ofBreakers(tx: Transaction): Promise<Alert[]> {
  const silent = await tx<{ provider: string; calls: string; since: Date }[]>`
    select provider, string_agg(distinct call, ', ' order by call) as calls, min(opened_at) as since
    from provider_breakers where environment = 'live' group by provider`
  return silent.map(({ provider, calls, since: opened }) => ({
    kind: 'provider_silent',
    subject: provider,
    title: `${provider} does not answer`,
    text: `It is left alone for a while with: ${calls}.`,
    count: 1,
    since: opened,
    lastAt: opened,
  }))
}

async function ofStopped(tx: Transaction): Promise<Alert[]> {
  const stopped = await tx<{ provider: string; state: 'draining' | 'paused'; since: Date }[]>`
    select provider, state, since from provider_states where state <> 'on'`
  return stopped.map(({ provider, state, since: changed }) => ({
    kind: 'provider_stopped',
    subject: provider,
    title: `${provider} is ${state}`,
    text:
      state === 'paused'
        ? 'A Super Admin said so: nothing is sent to it.'
        : 'A Super Admin said so: it gets nothing new.',
    count: 1,
    since: changed,
    lastAt: changed,
  }))
}

async function ofRestores(tx: Transaction): Promise<Alert[]> {
  const restores = await tx<{ point: Date | null; noticed_at: Date }[]>`
    select point, noticed_at from restores where released_at is null order by noticed_at limit 1`
  return restores.map(({ point, noticed_at: noticed }) => ({
    kind: 'restored',
    subject: 'live',
    title: 'The database was restored, and payouts wait',
    text: `It stands as it was ${point === null ? 'at an earlier moment' : `at ${point.toISOString().slice(0, 16)}Z`}, and what is waiting may have been paid since. Reconcile every day since then; the operator then lets payouts go.`,
    count: 1,
    since: noticed,
    lastAt: noticed,
  }))
}

async function ofBooks(tx: Transaction): Promise<Alert[]> {
  const red = await tx<{ name: string; details: string; red_since: Date }[]>`
    select name, details, red_since from book_checks where holds is false`
  return red.map(({ name, details, red_since: redSince }) => ({
    kind: 'books_red',
    subject: name,
    title: 'The books do not hold',
    text: `It should be so: ${name}. Found: ${details}.`,
    count: 1,
    since: redSince,
    lastAt: redSince,
  }))
}

/** Red is told by whoever checks; that nobody does is told here. */
async function ofUnchecked(tx: Transaction, latest: Date): Promise<Alert[]> {
  const late = await tx<{ since: Date }[]>`
    select coalesce(ended_at, began_at) as since from book_check_run where coalesce(ended_at, began_at) <= ${latest}`
  return late.map(({ since: checked }) => ({
    kind: 'books_unchecked',
    subject: 'live',
    title: 'Nobody has checked the books',
    text: `The last check ended ${checked.toISOString().slice(0, 16)}Z. Is a process with ROLE=worker running?`,
    count: 1,
    since: checked,
    lastAt: checked,
  }))
}
