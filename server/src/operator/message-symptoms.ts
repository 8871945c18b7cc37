import type { Config } from '../config.ts'
import type { Database, Fragment } from '../database/database.ts'
import { daysBefore, keptDays } from '../primitives/clock.ts'
import type { World } from '../world/world.ts'
import type { Symptom } from './symptom.ts'

/** Chores look every two seconds; whoever waits for minutes waits for somebody who is not there. */
const overdueMs = 5 * 60_000

type Channel = {
  check: string
  table: Fragment
  /** Null where it is set up, else what that means. */
  missing: { state: Symptom['state']; details: string } | null
  /** Whom to ask about what they refuse. */
  carrier: string
}

/** Mails and text messages that did not go out: how many, since when, why, and what to do. */
export async function messageSymptoms(config: Config, { sql, clock }: World): Promise<Symptom[]> {
  const channels: Channel[] = [
    {
      check: 'mail',
      table: sql`mails`,
      missing:
        config.smtpUrl === undefined
          ? { state: 'warning', details: 'SMTP_URL is not set: nothing is mailed' }
          : null,
      carrier: 'the mail server (SMTP_URL)',
    },
    {
      check: 'text messages',
      table: sql`text_messages`,
      missing:
        config.sms === null
          ? { state: 'ok', details: 'SMS_GATEWAY is none: invoices go by mail, or are shared' }
          : null,
      carrier: 'the gateway (SMS_GATEWAY)',
    },
  ]
  return await Promise.all(channels.map((channel) => judge(sql, clock.now(), channel)))
}

async function judge(
  sql: Database,
  now: Date,
  { check, table, missing, carrier }: Channel,
): Promise<Symptom> {
  const { waiting, failing, givenUp } = await countUnsent(sql, now, table)
  const details = [
    ...(missing ? [missing.details] : []),
    ...(waiting.count > 0
      ? [
          `${told(waiting)} wait, and nobody sends them: ${missing ? 'set it, or forget them' : 'is a worker running?'}`,
        ]
      : []),
    ...(failing.count > 0 ? [`${told(failing)} failed and are tried again: ask ${carrier}`] : []),
    ...(givenUp.count > 0 ? [`${told(givenUp)} were given up: mend that, and send anew`] : []),
  ]
  const isIll = waiting.count + failing.count + givenUp.count > 0
  return {
    check,
    state: isIll ? 'warning' : (missing?.state ?? 'ok'),
    details: details.join('; ') || 'nothing is stuck',
  }
}

type Unsent = { count: number; since: Date | null; error: string | null }

function told({ count, since, error }: Unsent): string {
  const reason = error === null ? '' : ` (${error.slice(0, 100)})`
  return `${count} since ${since?.toISOString().slice(0, 16)}Z${reason}`
}

/** What was given up long ago is no symptom any more; whatever is still tried is younger than that. */
async function countUnsent(sql: Database, now: Date, table: Fragment) {
  const overdue = new Date(now.getTime() - overdueMs)
  const rows = await sql<(Unsent & { kind: 'waiting' | 'failing' | 'givenUp' })[]>`
    select case when next_attempt_at is null then 'givenUp' when next_attempt_at < ${overdue} then 'waiting' else 'failing' end
        as kind,
      count(*)::int as count, min(created_at) as since,
      (array_agg(last_error order by created_at desc) filter (where last_error is not null))[1] as error
    from ${table}
    where sent_at is null and created_at > ${daysBefore(now, keptDays)}
      and (next_attempt_at is null or next_attempt_at < ${overdue} or last_error is not null)
    group by 1`
  const none: Unsent = { count: 0, since: null, error: null }
  const found = Object.fromEntries(rows.map((row) => [row.kind, row]))
  return { waiting: none, failing: none, givenUp: none, ...found }
}
