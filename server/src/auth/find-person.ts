import type { Role } from '@malipo/contract'
import type { Database } from '../database/database.ts'
import { merchantColumns, merchantOf, type PrefixedMerchant } from './merchant-columns.ts'
import type { Person, PersonPrincipal } from './principal.ts'

/** A signed-in person with everything they may do. Read afresh each time: a removed member is out at once. */
export async function findPerson(sql: Database, userId: string): Promise<PersonPrincipal | null> {
  const [people, memberships] = await Promise.all([
    sql<(Person & { isSuperAdmin: boolean })[]>`
      select id, name, email, email_verified as "emailVerified", two_factor_enabled as "twoFactorEnabled",
        created_at as "createdAt", exists (select from super_admins where user_id = users.id) as "isSuperAdmin"
      from users where id = ${userId}`,
    sql<(PrefixedMerchant & { role: Role })[]>`
      select ${merchantColumns(sql)}, memberships.role
      from memberships join merchants m on m.id = memberships.merchant_id
      where memberships.user_id = ${userId} order by memberships.id`,
  ])
  const [found] = people
  if (!found) return null
  const { isSuperAdmin, ...user } = found
  return {
    kind: 'person',
    user,
    isSuperAdmin,
    memberships: memberships.map((row) => ({ merchant: merchantOf(row), role: row.role })),
  }
}
