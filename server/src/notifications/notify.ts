import type { Environment, Role } from '@malipo/contract'
import type { Transaction } from '../database/database.ts'
import { queueMail } from '../mail/mail.ts'
import type { World } from '../world/world.ts'
import type { NoticeKind } from './notice-kinds.ts'

export type Notice = {
  merchantId: string
  environment: Environment
  kind: NoticeKind
  title: string
  text: string
  withdrawalId: string | null
  batchId?: string | null
  /** Who is told by mail, where it is not about money. */
  mailTo?: readonly Role[]
}

/** Those who answer for a merchant's money; to the others the dashboard is enough. */
const toldByMail: readonly Role[] = ['owner', 'finance']

type AddressedNotice = { notice: Notice; to: string; merchantName: string }

/**
 * Tells merchants what happened, in the transaction of what happened. Live notices are mailed as well; those of the
 * sandbox are kept where its messages are read, because nothing ever leaves it.
 */
export async function notify(tx: Transaction, world: World, notices: Notice[]): Promise<void> {
  if (notices.length === 0) return
  await writeNotices(tx, world, notices)
  const addressed = await address(
    tx,
    notices.filter(({ environment }) => environment === 'sandbox' || world.mailIsConfigured),
  )
  await keepInSandbox(
    tx,
    world,
    addressed.filter(({ notice }) => notice.environment === 'sandbox'),
  )
  const live = addressed.filter(({ notice }) => notice.environment === 'live')
  await queueMail(
    tx,
    world,
    live.map((one) => ({ to: one.to, subject: one.notice.title, text: textOf(one) })),
  )
}

async function writeNotices(tx: Transaction, world: World, notices: Notice[]): Promise<void> {
  await tx`
    insert into notifications (id, merchant_id, environment, kind, title, text, withdrawal_id, batch_id, created_at)
    select *, ${world.clock.now()}::timestamptz from unnest(${notices.map(() => world.newId())}::uuid[],
      ${notices.map(({ merchantId }) => merchantId)}::uuid[], ${notices.map(({ environment }) => environment)}::text[],
      ${notices.map(({ kind }) => kind)}::text[], ${notices.map(({ title }) => title)}::text[],
      ${notices.map(({ text }) => text)}::text[], ${notices.map(({ withdrawalId }) => withdrawalId)}::uuid[],
      ${notices.map(({ batchId }) => batchId ?? null)}::uuid[])`
}

async function address(tx: Transaction, notices: Notice[]): Promise<AddressedNotice[]> {
  if (notices.length === 0) return []
  const people = await tx<{ merchant_id: string; merchant_name: string; email: string; role: Role }[]>`
    select b.merchant_id, m.name as merchant_name, u.email, b.role
    from memberships b join users u on u.id = b.user_id join merchants m on m.id = b.merchant_id
    where b.merchant_id = any(${notices.map(({ merchantId }) => merchantId)}::uuid[])
    order by b.id`
  const peopleOf = Map.groupBy(people, (person) => person.merchant_id)
  return notices.flatMap((notice) =>
    (peopleOf.get(notice.merchantId) ?? [])
      .filter(({ role }) => (notice.mailTo ?? toldByMail).includes(role))
      .map((person) => ({ notice, to: person.email, merchantName: person.merchant_name })),
  )
}

async function keepInSandbox(tx: Transaction, world: World, addressed: AddressedNotice[]): Promise<void> {
  if (addressed.length === 0) return
  await tx`
    insert into sandbox_messages (id, merchant_id, channel, recipient, text, created_at)
    select id, merchant_id, 'email', recipient, text, ${world.clock.now()}::timestamptz
    from unnest(${addressed.map(() => world.newId())}::uuid[],
      ${addressed.map(({ notice }) => notice.merchantId)}::uuid[], ${addressed.map(({ to }) => to)}::text[],
      ${addressed.map((one) => `${one.notice.title}\n\n${textOf(one)}`)}::text[])
      as addressed (id, merchant_id, recipient, text)`
}

/** The merchant is named, because one person may act for several. */
function textOf({ notice, merchantName }: AddressedNotice): string {
  return `${notice.text}\n\n${merchantName}, on Malipo\n`
}
