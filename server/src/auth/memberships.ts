import type { Role } from '@malipo/contract'
import type { Transaction } from '../database/database.ts'

export type NewMembership = { id: string; merchantId: string; userId: string; role: Role; createdAt: Date }

/** Adds people to merchants and returns the ids added. Who already belongs keeps the role they have. */
export async function addMembers(tx: Transaction, members: NewMembership[]): Promise<string[]> {
  const rows = await tx<{ id: string }[]>`
    insert into memberships (id, merchant_id, user_id, role, created_at)
    select * from unnest(${members.map(({ id }) => id)}::uuid[], ${members.map(({ merchantId }) => merchantId)}::uuid[],
      ${members.map(({ userId }) => userId)}::uuid[], ${members.map(({ role }) => role)}::text[],
      ${members.map(({ createdAt }) => createdAt)}::timestamptz[])
    on conflict (merchant_id, user_id) do nothing
    returning id`
  return rows.map((row) => row.id)
}

/** Ends a membership and keeps that there was one. Answers false when it has ended already. */
export async function endMembership(tx: Transaction, id: string, at: Date): Promise<boolean> {
  await tx`
    insert into past_memberships (id, merchant_id, user_id, role, joined_at, left_at)
    select id, merchant_id, user_id, role, created_at, ${at} from memberships where id = ${id} for update`
  const ended = await tx`delete from memberships where id = ${id}`
  return ended.count === 1
}
