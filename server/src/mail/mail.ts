import type { Transporter } from 'nodemailer'
import { type Database, deleteOld, type Transaction } from '../database/database.ts'
import { type Clock, daysBefore, keptDays } from '../primitives/clock.ts'
import type { NewId } from '../primitives/id.ts'
import type { Vault } from '../primitives/seal.ts'
import type { World } from '../world/world.ts'

export type Mail = { to: string; subject: string; text: string }

/** Puts mail into the same transaction as its cause: an invitation that was not made is not mailed either. */
export async function queueMail(
  tx: Transaction | Database,
  world: { clock: Clock; newId: NewId; vault: Vault },
  mails: Mail[],
): Promise<void> {
  const now = world.clock.now()
  for (const mail of mails) {
    await tx`
      insert into mails (id, recipient, subject, body_sealed, next_attempt_at, created_at)
      values (${world.newId()}, ${mail.to}, ${mail.subject}, ${world.vault.seal(mail.text)}, ${now}, ${now})`
  }
}

export type Post = (mail: Mail) => Promise<void>

/** Waits after each failed attempt; after the last the mail is left with its error for the operator to see. */
const retryDelaysMs = [30_000, 120_000, 600_000, 3_600_000, 6 * 3_600_000, 24 * 3_600_000]

/** Long enough for the slowest mail server, short enough that a killed sender's mail is not late for long. */
const leaseMs = 60_000

type Owed = { id: string; recipient: string; subject: string; body_sealed: Buffer; attempts: number }

/** Sends what is owed. Returns how many mails were tried. */
export async function sendOwedMail(world: World, post: Post): Promise<number> {
  const now = world.clock.now()
  const owed = await world.sql<Owed[]>`
    update mails set attempts = attempts + 1, next_attempt_at = ${new Date(now.getTime() + leaseMs)}
    where id in (select id from mails where next_attempt_at <= ${now} order by next_attempt_at limit 20
      for update skip locked)
    returning id, recipient, subject, body_sealed, attempts`
  for (const mail of owed) await attempt(world, post, mail)
  return owed.length
}

async function attempt(world: World, post: Post, mail: Owed): Promise<void> {
  try {
    await post({ to: mail.recipient, subject: mail.subject, text: world.vault.open(mail.body_sealed) })
    await world.sql`update mails set sent_at = ${world.clock.now()}, next_attempt_at = null, last_error = null where id = ${mail.id}`
  } catch (error) {
    const delayMs = retryDelaysMs[mail.attempts - 1]
    const next = delayMs === undefined ? null : new Date(world.clock.now().getTime() + delayMs)
    const reason = error instanceof Error ? error.message.slice(0, 500) : 'unknown'
    await world.sql`update mails set next_attempt_at = ${next}, last_error = ${reason} where id = ${mail.id}`
  }
}

export function smtpPost(smtpUrl: string, from: string): Post {
  let transport: Promise<Transporter> | undefined
  return async ({ to, subject, text }) => {
    transport ??= openTransport(smtpUrl)
    await (await transport).sendMail({ from, to, subject, text })
  }
}

/** Loaded by whoever has mail to send. */
async function openTransport(smtpUrl: string): Promise<Transporter> {
  const { createTransport } = await import('nodemailer')
  return createTransport(smtpUrl, { connectionTimeout: 10_000, socketTimeout: 20_000 } as never)
}

/** Without a mail server nothing is sent, and nothing waits to be. */
export function chores({ world, smtp }: { world: World; smtp: { url: string; from: string } | null }) {
  if (smtp === null) return []
  const post = smtpPost(smtp.url, smtp.from)
  return [
    { name: 'mail.send', everyMs: 2_000, work: () => sendOwedMail(world, post) },
    { name: 'mail.forget', everyMs: 60_000, work: () => forget(world) },
  ]
}

/** Those that were sent, and those that were given up: whoever was to see why has had the same time for it. */
async function forget({ sql, clock }: World): Promise<void> {
  const before = daysBefore(clock.now(), keptDays)
  const givenUp = 'sent_at is null and next_attempt_at is null'
  await deleteOld(sql, { table: 'mails', column: 'sent_at' }, before)
  await deleteOld(sql, { table: 'mails', column: 'created_at', only: givenUp }, before)
}
