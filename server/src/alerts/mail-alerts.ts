import type { AlertKind } from '@malipo/contract'
import type { Transaction } from '../database/database.ts'
import { queueMail } from '../mail/mail.ts'
import type { World } from '../world/world.ts'

/** Between two mails to the same people, however much happens. */
const pauseMs = 10 * 60_000

/** What became news again after it was mailed is mailed again after this at the earliest. */
const againMs = 3_600_000

/** More than anybody reads in one mail; the others are told by their number. */
const mostTold = 20

/** More Super Admins than any installation has. */
const mostPeople = 50

type Due = { kind: AlertKind; title: string; text: string }

/** Mails what is new to every Super Admin whose address is proven, in one mail for all of it. Answers whether anything left. */
export async function mailAlerts(tx: Transaction, world: World, mailedAt: Date): Promise<boolean> {
  const now = world.clock.now()
  if (!world.mailIsConfigured || now.getTime() - mailedAt.getTime() < pauseMs) return false
  const people = await tx<{ email: string }[]>`
    select u.email from super_admins s join users u on u.id = s.user_id where u.email_verified
    order by u.id limit ${mostPeople}`
  if (people.length === 0) return false
  const due = await tx<Due[]>`
    update alerts set mailed_at = ${now} where resolved_at is null
      and (mailed_at is null or (last_at > mailed_at and mailed_at <= ${new Date(now.getTime() - againMs)}))
    returning kind, title, text`
  const told = due.toSorted(byWeight)
  const [first] = told
  if (!first) return false
  const more = due.length - 1
  const subject = more === 0 ? first.title : `${first.title}, and ${more} more`
  await queueMail(
    tx,
    world,
    people.map(({ email }) => ({ to: email, subject, text: textOf(told, world.baseUrl) })),
  )
  return true
}

/** Books that do not hold come first: everything else rests on them. */
function byWeight(a: Due, b: Due): number {
  const weight = ({ kind }: Due) => (kind === 'books_red' ? 0 : 1)
  return weight(a) - weight(b) || a.title.localeCompare(b.title)
}

function textOf(due: Due[], baseUrl: string): string {
  const told = due.slice(0, mostTold).map(({ title, text }) => `${title}\n${text}\n`)
  const rest = due.length - told.length
  return [...told, ...(rest > 0 ? [`And ${rest} more.\n`] : []), `${baseUrl}/admin\n`].join('\n')
}
