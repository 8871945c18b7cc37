import type { Transaction } from '../database/database.ts'
import type { NewId } from '../primitives/id.ts'
import { hashPassword } from './password-hash.ts'

/**
 * Creates a person who signs in with a password: the way of the operator, beside signing up. The operator vouches for the account;
 * whose mailbox its address is, nobody has shown.
 */
export async function createPerson(
  tx: Transaction,
  person: { email: string; name: string; password: string; now: Date },
  newId: NewId,
): Promise<string | null> {
  const id = newId()
  const email = person.email.toLowerCase()
  const [created] = await tx`
    insert into users (id, name, email, vouched_at, created_at, updated_at)
    values (${id}, ${person.name}, ${email}, ${person.now}, ${person.now}, ${person.now})
    on conflict (email) do nothing returning id`
  if (!created) return null
  await tx`
    insert into accounts (id, user_id, account_id, provider_id, password, created_at, updated_at)
    values (${newId()}, ${id}, ${id}, 'credential', ${await hashPassword(person.password)}, ${person.now}, ${person.now})`
  return id
}

/**
 * Gives an account that anybody may have begun to whom the operator means: a password of the operator's choice, and nothing is left
 * with which whoever began it could come in.
 */
export async function takeOverAccount(
  tx: Transaction,
  { userId, password, now }: { userId: string; password: string; now: Date },
): Promise<void> {
  await tx`
    update accounts set password = ${await hashPassword(password)}, updated_at = ${now}
    where user_id = ${userId} and provider_id = 'credential'`
  await tx`delete from sessions where user_id = ${userId}`
  await tx`delete from two_factors where user_id = ${userId}`
  await tx`
    update users set vouched_at = ${now}, two_factor_enabled = false, updated_at = ${now} where id = ${userId}`
}
