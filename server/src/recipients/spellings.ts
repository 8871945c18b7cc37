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
