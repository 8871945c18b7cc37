import type { Database, Transaction } from '../database/database.ts'

/** An account as its address leads to it. Anybody can sign up with anybody's address, so by itself the address says nothing. */
export type AccountOfAddress = {
  id: string
  /** A token that left for this address by mail, and in no other way, came back. */
  isProven: boolean
  /** An operator made the account or took it over. */
  isVouched: boolean
}

/** The one way from an address to an account: whoever gives something to it looks at what stands behind it. */
export async function findAccountOfAddress(tx: Transaction, email: string): Promise<AccountOfAddress | null> {
  const [account] = await tx<AccountOfAddress[]>`
    select id, email_verified as "isProven", vouched_at is not null as "isVouched"
    from users where email = ${email.toLowerCase()}`
  return account ?? null
}

/** The one place where an address becomes proven. The caller has just been shown a token that only its mailbox got. */
export async function proveAddress(sql: Database | Transaction, userId: string): Promise<void> {
  await sql`update users set email_verified = true where id = ${userId} and not email_verified`
}
