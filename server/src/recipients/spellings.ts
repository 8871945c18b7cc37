import type { Database, Fragment, Transaction } from '../database/database.ts'

type Sql = Database | Transaction

/** An account as it is compared: hyphens and small letters are ways of writing it. Phones have one form already. */
export function plainly(sql: Sql, identifier: Fragment): Fragment {
  return sql`upper(replace(${identifier}, '-', ''))`
}

/**
 * What all spellings of one account have in common. Only its bank knows whether zeros in front belong to it: two recipients may differ by
 * them, and none of the two leads past a block of the other.
 */
export function barely(sql: Sql, identifier: Fragment): Fragment {
  return sql`ltrim(${plainly(sql, identifier)}, '0')`
}

/** The same where it is compared outside of the database. */
export function bareAccount(identifier: string): string {
  return identifier.replaceAll('-', '').toUpperCase().replace(/^0+/, '')
}

/**
 * Those of these numbers to which an account of that table is the same, zeros in front and all: whoever is erased is not erased with somebody
 * whose account differs by them. Looked for in the form that indexes have.
 */
export function isAccountAmong(sql: Sql, identifier: Fragment, numbers: readonly string[]): Fragment {
  const given = sql`unnest(${[...numbers]}::text[]) as given (number)`
  return sql`${barely(sql, identifier)} = any(array(select ${barely(sql, sql`number`)} from ${given}))
    and ${plainly(sql, identifier)} = any(array(select ${plainly(sql, sql`number`)} from ${given}))`
}
