import type { Transaction } from '../../database/database.ts'
import type { Vault } from '../../primitives/seal.ts'

/** Something that must always hold. `look` answers null, or names what is wrong. */
export type Check = { check: string; look(tx: Transaction, vault: Vault): Promise<string | null> }

export type Found = { found: string }[]

/** A check that is one query, for the first that offends. */
export async function firstOf(query: PromiseLike<Found>): Promise<string | null> {
  return (await query)[0]?.found ?? null
}
