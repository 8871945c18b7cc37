import type { Transaction } from '../database/database.ts'
import type { NewId } from '../primitives/id.ts'
import { hashPassword } from './password-hash.ts'

/** Creates a person who signs in with a password: the way of the operator, beside signing up. */
export async function createPerson(
  tx: Transaction,
  person: { email: string; name: string; password: string; now: Date },
  newId: NewId,
): Promise<string | null> {
  const id = newId()
  const email = person.email.toLowerCase()
  const [created] = await tx`
    insert into users (id, name, email, email_verified, created_at, updated_at)
    values (${id}, ${person.name}, ${email}, true, ${person.now}, ${person.now})
    on conflict (email) do nothing returning id`
  if (!created) return null
  await tx`
    insert into accounts (id, user_id, account_id, provider_id, password, created_at, updated_at)
    values (${newId()}, ${id}, ${id}, 'credential', ${await hashPassword(person.password)}, ${person.now}, ${person.now})`
  return id
}

/** `proven` leaves out who has never shown that the address is theirs. */
export async function findUserIdByEmail(
  tx: Transaction,
  email: string,
  { proven = false } = {},
): Promise<string | null> {
  const [user] = await tx<{ id: string; email_verified: boolean }[]>`
    select id, email_verified from users where email = ${email.toLowerCase()}`
  return user && (user.email_verified || !proven) ? user.id : null
}
