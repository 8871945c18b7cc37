import type { Transaction } from '../database/database.ts'
import { namesSomebody } from '../names/names.ts'
import type { CollectionRow } from './collection-row.ts'
import type { Word } from './judge-report.ts'

export type NamedPayer = { id: string; payer_name: string }

/** Longer than a name is, so that no answer fills a table. */
const mostLetters = 200

/** Whose number paid, as the word that moves it tells; null where it names nobody. */
export function payerNamedIn(word: Word, { customer_phone: phone }: CollectionRow): string | null {
  if (word.kind !== 'succeeded' || word.payerName === undefined) return null
  const name = word.payerName.replaceAll('\0', '').replace(/\s+/gu, ' ').trim().slice(0, mostLetters)
  return name.isWellFormed() && namesSomebody(name, word.payer ?? phone ?? '') ? name : null
}

/** Beside the step and not in it: histories, words and events keep what they are told for ever. */
export async function keepPayerNames(tx: Transaction, named: NamedPayer[]): Promise<void> {
  if (named.length === 0) return
  await tx`
    update collections c set payer_name = n.payer_name
    from json_to_recordset(${JSON.stringify(named)}::json) as n (id uuid, payer_name text)
    where c.id = n.id`
}
