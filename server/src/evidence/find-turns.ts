import type { Database, Transaction } from '../database/database.ts'
import type { PayOutLookedUp } from '../providers/providers.ts'
import { definiteKinds, gistOf, isDefinite, type Ordered } from './tell-words.ts'

/** A word about something, which was ordered so. */
export type Spoken = {
  subjectId: string
  ordered: Ordered
  word: PayOutLookedUp
  /** Whether it may be late news: nobody has turned by it, and whoever is asked then says whether they have. */
  isDoubted?: boolean
}

/** Whether the provider turned with a word, away from its last definite one, and how often it has by then. */
export type Turn = { isTurn: boolean; turn: number }

/**
 * What each word is to those before it, in the order in which they were said. To be asked before they are kept, and with what they
 * are about locked, so that their order is one.
 */
export async function findTurns(tx: Transaction, said: Spoken[]): Promise<Turn[]> {
  const asked = [...new Set(said.map(({ subjectId }) => subjectId))]
  const newest = await tx<{ subject_id: string; turn: number; gists: string[] }[]>`
    select distinct on (subject_id) subject_id, turn, array_agg(coalesce(gist, kind)) as gists
    from provider_words where subject_id = any(${asked}::uuid[]) and kind = any(${definiteKinds}::text[])
    group by subject_id, turn order by subject_id, turn desc`
  const last = new Map(newest.map(({ subject_id: id, turn, gists }) => [id, { turn, gists }]))
  return said.map(({ subjectId, word, ordered, isDoubted = false }) => {
    if (!isDefinite(word) || isDoubted) return { isTurn: false, turn: 0 }
    const gist = gistOf(word, ordered)
    const before = last.get(subjectId) ?? { turn: 0, gists: [] }
    const isTurn = before.gists.some((one) => one !== gist)
    const turn = isTurn || before.turn === 0 ? before.turn + 1 : before.turn
    last.set(subjectId, { turn, gists: [gist] })
    return { isTurn, turn }
  })
}

/** Of these, those of which the provider has said last that no money is there: it has failed, or was taken back. */
export async function findCalledGone(
  sql: Database | Transaction,
  subjectIds: string[],
): Promise<Set<string>> {
  if (subjectIds.length === 0) return new Set()
  const found = await sql<{ subject_id: string }[]>`
    select subject_id from (
      select distinct on (subject_id) subject_id, kind from provider_words
      where subject_id = any(${subjectIds}::uuid[]) and kind in ('succeeded', 'failed', 'reversed')
      order by subject_id, turn desc, last_at desc) said_last
    where kind <> 'succeeded'`
  return new Set(found.map(({ subject_id: id }) => id))
}
