import { type Member, operations, type Role } from '@malipo/contract'
import type { Static } from 'typebox'
import { noteByPerson } from '../audit/audit.ts'
import type { Fragment } from '../database/database.ts'
import { type Actor, type Route, readPage, route } from '../http/http.ts'
import { isId, lowestIdAt } from '../primitives/id.ts'
import { Refusal } from '../primitives/refusal.ts'
import type { World } from '../world/world.ts'
import { acceptInvitation } from './accept-invitation.ts'
import { changeMember } from './change-member.ts'
import { inviteMembers, validForMs } from './invite-members.ts'
import { lockOwnPower } from './lock-powers.ts'
import { removeMember } from './remove-member.ts'

type MemberRow = {
  id: string
  user_id: string | null
  email: string
  name: string | null
  role: Role
  expires_at: Date | null
  created_at: Date
}

export function memberRoutes(world: World): Route[] {
  return [
    route(operations.inviteMember, ({ body, caller, requestId, idempotently }) =>
      idempotently(async (tx) => {
        const callerRole = await lockOwnPower(tx, caller)
        refuseRisingAbove(callerRole, body.role)
        const [already] = await tx`
          select from memberships m join users u on u.id = m.user_id
          where m.merchant_id = ${caller.merchantId} and u.email = ${body.email.toLowerCase()}`
        if (already) throw new Refusal('invalid_state', { message: 'This person is already a member.' })
        const [open] = await tx<{ role: Role }[]>`
          select role from invitations where merchant_id = ${caller.merchantId} and email = ${body.email.toLowerCase()}
            and accepted_at is null and revoked_at is null`
        if (open) refuseRisingAbove(callerRole, open.role)
        const [sent] = await inviteMembers(tx, world, [
          {
            ...body,
            merchantId: caller.merchantId,
            merchantName: caller.merchant.name,
            invitedBy: personId(caller),
          },
        ])
        if (!sent) throw new Error('No invitation was made.')
        const invited = { subject: { kind: 'member', id: sent.id }, details: { role: sent.role } } as const
        noteByPerson(tx, world, { caller, requestId }, { action: 'member.invited', ...invited })
        const row = {
          ...sent,
          user_id: null,
          name: null,
          expires_at: sent.expiresAt,
          created_at: sent.createdAt,
        }
        return { ...showMember(row), accept_url: sent.linkToHandOver }
      }),
    ),
    route(operations.listMembers, ({ query, caller, lists }) =>
      readPage(lists, query, { rows: everyoneOf(world, caller.merchantId), show: showMember }),
    ),
    route(operations.changeMember, async ({ params, body, caller, requestId }) => {
      if (!isId(params.member_id)) throw new Refusal('not_found')
      const wish = { memberId: params.member_id, role: body.role, requestId }
      await world.sql.begin((tx) => changeMember(tx, world, caller, wish))
      const [row] = await world.sql<MemberRow[]>`
        select m.id, m.user_id, u.email, u.name, m.role, null::timestamptz as expires_at, m.created_at
        from memberships m join users u on u.id = m.user_id where m.id = ${params.member_id}`
      if (!row) throw new Refusal('not_found')
      return showMember(row)
    }),
    route(operations.removeMember, async ({ params, caller, requestId }) => {
      if (!isId(params.member_id)) throw new Refusal('not_found')
      await world.sql.begin(async (tx) => {
        await removeMember(tx, world, caller, params.member_id)
        const subject = { kind: 'member', id: params.member_id } as const
        noteByPerson(tx, world, { caller, requestId }, { action: 'member.removed', subject })
      })
      return { id: params.member_id, removed: true as const }
    }),
    route(operations.acceptInvitation, ({ body, caller, requestId, idempotently }) =>
      idempotently(async (tx) => {
        const { member_id: id, ...joined } = await acceptInvitation(tx, world, caller.user, body.token)
        const call = { caller: { merchantId: joined.merchant_id, by: caller }, requestId }
        const entry = { subject: { kind: 'member', id }, details: { role: joined.role } } as const
        noteByPerson(tx, world, call, { action: 'member.joined', ...entry })
        return joined
      }),
    ),
  ]
}

/** An admin can neither make owners nor undo their invitations: that would be a way to take a merchant over. */
function refuseRisingAbove(callerRole: Role, role: Role): void {
  if (role === 'owner' && callerRole !== 'owner') {
    throw new Refusal('forbidden', {
      message: 'Only an owner can invite another owner, or replace such an invitation.',
    })
  }
}

function personId(caller: Actor): string | null {
  return caller.by.kind === 'person' ? caller.by.user.id : null
}

/** Ids begin with their time, by a clock that may differ a little from ours. */
const slackMs = 60_000

/** Members, and those who are invited and may still come. */
function everyoneOf({ sql, clock }: World, merchantId: string): Fragment[] {
  const now = clock.now()
  return [
    sql`
      select m.id, m.user_id, u.email, u.name, m.role, null::timestamptz as expires_at, m.created_at
      from memberships m join users u on u.id = m.user_id where m.merchant_id = ${merchantId}`,
    sql`
      select id, null::uuid as user_id, email, null as name, role, expires_at, created_at from invitations
      where merchant_id = ${merchantId} and accepted_at is null and revoked_at is null and expires_at > ${now}
        and id >= ${lowestIdAt(now.getTime() - validForMs - slackMs)}`,
  ]
}

function showMember(row: MemberRow): Static<typeof Member> {
  return {
    id: row.id,
    user_id: row.user_id,
    email: row.email,
    name: row.name,
    role: row.role,
    status: row.expires_at === null ? 'active' : 'invited',
    expires_at: row.expires_at?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
  }
}
