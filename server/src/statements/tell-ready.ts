import type { Transaction } from '../database/database.ts'
import { queueMail } from '../mail/mail.ts'
import { readLooks } from '../merchants/merchants.ts'
import { fillIn, formatDay, type Language, wordsIn } from '../pages/pages.ts'
import { beginningOf } from '../primitives/instant.ts'
import { oneLine } from '../primitives/one-line.ts'
import { announce } from '../webhooks/webhooks.ts'
import type { World } from '../world/world.ts'
import { type StatementRow, showStatement } from './statement-row.ts'
import { readSchedule } from './statement-schedule.ts'

/** Tells that a statement is ready, in the transaction that makes it so: programs by its event, people by mail. */
export async function tellReady(tx: Transaction, world: World, row: StatementRow): Promise<void> {
  const at = row.ready_at
  if (at === null) throw new Error('A statement is told of that is not ready.')
  await announce(tx, world.newId, [
    {
      ...{ merchantId: row.merchant_id, environment: row.environment, type: 'statement.ready', at },
      ...{ resourceId: row.id, sequence: 1, resource: { ...showStatement(row), statement_id: row.id } },
    },
  ])
  await tellByMail(tx, world, row)
}

/** What came by itself is mailed to those on the schedule: a link, and none of what it leads to. */
export async function tellByMail(tx: Transaction, world: World, row: StatementRow): Promise<void> {
  if (row.kind === 'requested') return
  const owner = { merchantId: row.merchant_id, environment: row.environment }
  const schedule = await readSchedule(tx, owner)
  if (!schedule[row.kind] || schedule.emails.length === 0) return
  const { subject, text } = await mailOf(tx, world, row)
  const mails = schedule.emails.map((to) => ({ to, subject, text }))
  if (row.environment === 'live') {
    if (world.mailIsConfigured) await queueMail(tx, world, mails)
    return
  }
  // Nothing ever leaves the sandbox.
  await tx`
    insert into sandbox_messages (id, merchant_id, channel, recipient, text, created_at)
    select id, ${row.merchant_id}, 'email', recipient, ${`${subject}\n\n${text}`}, ${world.clock.now()}::timestamptz
    from unnest(${mails.map(() => world.newId())}::uuid[], ${schedule.emails}::text[]) as one (id, recipient)`
}

async function mailOf(tx: Transaction, { baseUrl }: World, row: StatementRow) {
  const { name, display_name: shown, language } = await readLooks(tx, row.merchant_id)
  const words = wordsIn(language ?? 'sw').statement
  const values = {
    shop: oneLine(shown ?? name),
    currency: row.currency,
    days: daysIn(row, language ?? 'sw'),
    url: `${baseUrl}/m/${row.merchant_id}/${row.environment}/statements/${row.id}`,
  }
  return { subject: fillIn(words.subject, values), text: fillIn(words.mail, values) }
}

/** One day, or from one to another, as people write them. */
export function daysIn({ from_day, to_day }: Pick<StatementRow, 'from_day' | 'to_day'>, language: Language) {
  const [from, to] = [from_day, to_day].map((day) => formatDay(beginningOf(day) ?? new Date(0), language))
  if (from === undefined || to === undefined || from === to) return from ?? ''
  return fillIn(wordsIn(language).statement.days, { from, to })
}
