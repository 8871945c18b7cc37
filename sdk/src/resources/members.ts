// Made of the interface by `npm run generate -w sdk`: change that, or the names in sdk/generate.

import type { CallOptions } from '../options.ts'
import type { List } from '../list.ts'
import type { MemberStatus, Role } from './fields.ts'
import type { Membership, Removed } from './records.ts'

export interface AcceptInvitationRequest {
  token: string
}

export interface ChangeMemberRequest {
  role: Role
}

export interface InviteMemberRequest {
  email: string
  role: Role
}

export interface InvitedMember extends Member {
  /** Hand this link over yourself; null when mail is configured and carries it. */
  accept_url: string | null
}

export interface Member {
  id: string
  /** The person, under any merchant. Null until an invited one has joined. */
  user_id: string | null
  email: string
  /** Null until an invited person has joined. */
  name: string | null
  role: Role
  status: MemberStatus
  expires_at: string | null
  created_at: string
}

export interface ListMembersQuery {
  /** The client’s own merchant unless it is given. */
  merchant_id?: string | undefined
  /** Counted from 1, up to row 100,000 of a list; further back with `cursor`. Only transactions have pages of any depth. */
  page?: number | undefined
  page_size?: number | undefined
  /** The next_cursor of an earlier answer, instead of page. */
  cursor?: string | undefined
}

export interface MembersCalls {
  /** Invite a person by mail. The invitation is valid for 7 days; inviting the same address again replaces it. Only an owner invites owners. */
  invite(body: InviteMemberRequest, options?: CallOptions): Promise<InvitedMember>

  /** List members and open invitations. */
  list(query?: ListMembersQuery, options?: CallOptions): List<Member>

  /** Give a member another role. It counts at once, in open tabs too. Only an owner makes or unmakes owners, and the last one stays. Whoever has not joined yet is invited again with the other role. */
  update(member_id: string, body: ChangeMemberRequest, options?: CallOptions): Promise<Member>

  /** Remove a member or withdraw an invitation. The last owner stays. Only an owner removes an owner. */
  remove(member_id: string, options?: CallOptions): Promise<Removed>

  /** Join a merchant with the token of an invitation. Sign in, or sign up, with the invited address first. */
  accept(body: AcceptInvitationRequest, options?: CallOptions): Promise<Membership>
}

export const membersLines = {
  invite: 'POST /v1/merchants/{merchant_id}/members body merchant key',
  list: 'GET /v1/merchants/{merchant_id}/members query merchant list',
  update: 'PATCH /v1/merchants/{merchant_id}/members/{member_id} body merchant',
  remove: 'DELETE /v1/merchants/{merchant_id}/members/{member_id} merchant',
  accept: 'POST /v1/invitations/accept body key',
} as const
