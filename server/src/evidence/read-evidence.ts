import type { EvidenceWord } from '@malipo/contract'
import type { Static } from 'typebox'
import { type Database, type Fragment, isPassingFault, type Transaction } from '../database/database.ts'
import { Refusal } from '../primitives/refusal.ts'
import type { Ask } from './look-again.ts'

type ShownWord = Static<typeof EvidenceWord>

/** As the database tells it in JSON. */
export type KeptWord = ShownWord & { id: string }
export type Evidence = { evidence: ShownWord[]; evidence_version: number }

/** What whoever decides has before them: something of ours, and how many steps it has gone. */
export type Seen = { id: string; status: string; moves: number }

/** More than anybody reads before deciding, and no answer without end. */
const mostShown = 50

/** As a column of a list: the words about the thing with this id, in the order in which they were last said. */
export function evidenceColumn(sql: Database | Transaction, subjectId: Fragment): Fragment {
  return sql`(select coalesce(json_agg(word order by word.last_at, word.id), '[]') from (
    select id, kind, told, status, source, provider_payment_status, note, times, first_at, last_at
    from provider_words where subject_id = ${subjectId} order by last_at desc, id desc limit ${mostShown}) word)`
}

export async function readEvidence(sql: Database | Transaction, { id, moves }: Seen): Promise<Evidence> {
  const [row] = await sql<{ words: KeptWord[] }[]>`
    select ${evidenceColumn(sql, sql`${id}::uuid`)} as words`
  return showEvidence(row?.words ?? [], moves)
}

/** Words as the database tells them in JSON, and how far what they are about has come. */
export function showEvidence(words: KeptWord[], moves: number): Evidence {
  return {
    evidence: words.map(({ id: _id, ...word }) => ({
      ...word,
      first_at: new Date(word.first_at).toISOString(),
      last_at: new Date(word.last_at).toISOString(),
    })),
    evidence_version: moves + words.filter(isDefinite).length,
  }
}

const definite: readonly string[] = ['succeeded', 'failed', 'reversed']

function isDefinite({ kind }: ShownWord): boolean {
  return definite.includes(kind)
}

/** Refuses a decision about less than there is, with all that there is. To be asked under the lock of the decision. */
export async function refuseUnseen(
  tx: Transaction,
  subject: Seen | undefined,
  version: number | undefined,
): Promise<void> {
  if (version === undefined || subject === undefined) return
  const now = await readEvidence(tx, subject)
  if (now.evidence_version !== version) throw newsRefusal(subject, now)
}

/**
 * Asks the provider once more before a person's decision is carried out, where it can be asked, and refuses the decision
 * with what is new: a step, or a last word that is another. No transaction is open meanwhile.
 */
export async function lookFresh(
  sql: Database,
  ask: Ask,
  find: () => Promise<Seen | undefined>,
): Promise<void> {
  const seen = await find()
  // What cannot be decided is refused by the decision itself.
  if (seen === undefined) return
  const before = await readEvidence(sql, seen)
  const [asked] = await Promise.allSettled([ask(seen.id)])
  // What the provider said may just not have been written down; that it cannot be asked at all is no reason to wait.
  if (asked.status === 'rejected' && isPassingFault(asked.reason)) throw asked.reason
  const now = await find()
  const after = await readEvidence(sql, now ?? seen)
  if (now?.moves === seen.moves && !isNews(before, after)) return
  throw newsRefusal(now ?? seen, after)
}

function isNews(before: Evidence, after: Evidence): boolean {
  const [told, now] = [before, after].map(({ evidence }) => evidence.findLast(isDefinite)?.told)
  return told !== undefined && now !== told
}

function newsRefusal({ status }: Seen, { evidence, evidence_version }: Evidence): Refusal {
  return new Refusal('invalid_state', {
    message: 'There is news of it that you had not seen. Look at it, and decide again.',
    details: { status, evidence, evidence_version },
  })
}
