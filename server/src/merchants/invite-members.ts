import { createHash, randomBytes } from 'node:crypto'
import type { Role } from '@malipo/contract'
import type { Transaction } from '../database/database.ts'
import { queueMail } from '../mail/mail.ts'
import type { World } from '../world/world.ts'

/** A week: people read mail late, and a link that opens an account should not lie about for longer. */
export const validForMs = 7 * 24 * 3_600_000

export type Invitation = {
  merchantId: string
  merchantName: string
  email: string
  role: Role
  invitedBy: string | null
}
export type SentInvitation = {
  id: string
  email: string
  role: Role
  expiresAt: Date
  createdAt: Date
  /** Null where mail carries it, and then nobody but the mailbox sees it. */
  linkToHandOver: string | null
}

/** Invites people by mail. A newer invitation to the same address replaces the older one. */
export async function inviteMembers(
  tx: Transaction,
  world: World,
  invitations: Invitation[],
): Promise<SentInvitation[]> {
  const now = world.clock.now()
  const expiresAt = new Date(now.getTime() + validForMs)
  const sent: SentInvitation[] = []
  for (const invitation of invitations) {
    // One invitation at a time for each merchant, or two of the same person would both find none to replace.
    await tx`select from merchants where id = ${invitation.merchantId} for no key update`
    const email = invitation.email.toLowerCase()
    const token = randomBytes(24).toString('base64url')
    const id = world.newId()
    await tx`
      update invitations set revoked_at = ${now}
      where merchant_id = ${invitation.merchantId} and email = ${email} and accepted_at is null and revoked_at is null`
    await tx`
      insert into invitations
        (id, merchant_id, email, role, token_hash, invited_by, left_by_mail, expires_at, created_at)
      values (${id}, ${invitation.merchantId}, ${email}, ${invitation.role}, ${hashInvitationToken(token)},
        ${invitation.invitedBy}, ${world.mailIsConfigured === true}, ${expiresAt}, ${now})`
    const acceptUrl = `${world.baseUrl}/invitations/${token}`
    await queueMail(tx, world, [invitationMail(invitation, email, acceptUrl)])
    const linkToHandOver = world.mailIsConfigured ? null : acceptUrl
    sent.push({ id, email, role: invitation.role, expiresAt, createdAt: now, linkToHandOver })
  }
  return sent
}

export function hashInvitationToken(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}

function invitationMail(invitation: Invitation, to: string, acceptUrl: string) {
  return {
    to,
    subject: `Join ${invitation.merchantName} on Malipo`,
    text:
      `You are invited to act for ${invitation.merchantName} as ${invitation.role}.\n\n` +
      `Open this link within seven days and sign in with ${to}:\n\n${acceptUrl}\n\n` +
      'If you did not expect this, do nothing.\n',
  }
}

/** Whether this is the link of somebody who is wanted here. Knowing an address that is invited is not enough. */
export async function isInvited({ sql, clock }: World, email: string, token: string): Promise<boolean> {
  const open = await sql`
    select from invitations
    where token_hash = ${hashInvitationToken(token)} and email = ${email.toLowerCase()}
      and accepted_at is null and revoked_at is null and expires_at > ${clock.now()}`
  return open.length > 0
}
