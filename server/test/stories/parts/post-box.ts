import type { Service } from '../../service.ts'

export type QueuedMail = { to: string; subject: string; text: string; sealed: Buffer }

/** The mails queued for an address, the newest first, opened as the sender would. */
export async function mailsTo({ world }: Service, address: string): Promise<QueuedMail[]> {
  const rows = await world.sql<{ recipient: string; subject: string; body_sealed: Buffer }[]>`
    select recipient, subject, body_sealed from mails where recipient = ${address} order by id desc`
  return rows.map((row) => ({
    to: row.recipient,
    subject: row.subject,
    text: world.vault.open(row.body_sealed),
    sealed: row.body_sealed,
  }))
}

/** The token of the newest link mailed to an address, whether it stands in the path or in the query. */
export async function mailedToken(service: Service, address: string): Promise<string> {
  const [mail] = await mailsTo(service, address)
  const token = /(?:\/invitations\/|[?&]token=)([\w-]+)/.exec(mail?.text ?? '')?.[1]
  if (token === undefined) throw new Error(`No link was mailed to ${address}`)
  return token
}
