import Type from 'typebox'
import { everyRole } from './access.ts'
import { Body, Email, Id, ListOf, listQuery, Nullable, RoleName, Timestamp, Url } from './fields.ts'
import { operation } from './operation.ts'

export const Member = Type.Object({
  id: Id,
  user_id: Nullable({
    ...Id,
    description: 'The person, under any merchant. Null until an invited one has joined.',
  }),
  email: Type.String(),
  name: Nullable(Type.String({ description: 'Null until an invited person has joined.' })),
  role: RoleName,
  status: Type.Enum(['active', 'invited']),
  expires_at: Nullable(Timestamp),
  created_at: Timestamp,
})

/** What is gone. */
export const Removed = Type.Object({ id: Id, removed: Type.Literal(true) })

const InvitedMember = Type.Object({
  ...Member.properties,
  accept_url: Nullable(
    Type.String({
      ...Url,
      description: 'Hand this link over yourself; null when mail is configured and carries it.',
    }),
  ),
})

export const memberOperations = {
  inviteMember: operation({
    id: 'inviteMember',
    method: 'POST',
    path: '/v1/merchants/{merchant_id}/members',
    tag: 'Members',
    summary: 'Invite a person by mail',
    description:
      'The invitation is valid for 7 days; inviting the same address again replaces it. Only an owner invites owners.',
    access: { who: 'merchant', merchant: 'path', roles: ['owner', 'admin'], keys: 'none' },
    idempotency: 'accepted',
    body: Body({ email: Email, role: RoleName }),
    status: 201,
    reply: InvitedMember,
    refusals: ['invalid_state'],
  }),
  listMembers: operation({
    id: 'listMembers',
    method: 'GET',
    path: '/v1/merchants/{merchant_id}/members',
    tag: 'Members',
    summary: 'List members and open invitations',
    access: { who: 'merchant', merchant: 'path', roles: everyRole, keys: 'none' },
    idempotency: 'none',
    query: Body(listQuery),
    status: 200,
    reply: ListOf(Member),
  }),
  changeMember: operation({
    id: 'changeMember',
    method: 'PATCH',
    path: '/v1/merchants/{merchant_id}/members/{member_id}',
    tag: 'Members',
    summary: 'Give a member another role',
    description:
      'It counts at once, in open tabs too. Only an owner makes or unmakes owners, and the last one stays. Whoever has not joined yet is ' +
      'invited again with the other role.',
    access: { who: 'merchant', merchant: 'path', roles: ['owner', 'admin'], keys: 'none' },
    idempotency: 'none',
    body: Body({ role: RoleName }),
    status: 200,
    reply: Member,
    refusals: ['not_found', 'invalid_state'],
  }),
  removeMember: operation({
    id: 'removeMember',
    method: 'DELETE',
    path: '/v1/merchants/{merchant_id}/members/{member_id}',
    tag: 'Members',
    summary: 'Remove a member or withdraw an invitation',
    description: 'The last owner stays. Only an owner removes an owner.',
    access: { who: 'merchant', merchant: 'path', roles: ['owner', 'admin'], keys: 'none' },
    idempotency: 'none',
    status: 200,
    reply: Removed,
    refusals: ['not_found', 'invalid_state'],
  }),
  acceptInvitation: operation({
    id: 'acceptInvitation',
    method: 'POST',
    path: '/v1/invitations/accept',
    tag: 'Members',
    summary: 'Join a merchant with the token of an invitation',
    description: 'Sign in, or sign up, with the invited address first.',
    access: { who: 'person' },
    idempotency: 'accepted',
    body: Body({ token: Type.String({ minLength: 1, maxLength: 200 }) }),
    status: 200,
    reply: Type.Object({ merchant_id: Id, name: Type.String(), role: RoleName }),
    refusals: ['not_found', 'forbidden', 'invalid_state'],
  }),
}
