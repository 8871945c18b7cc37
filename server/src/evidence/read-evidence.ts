import type { EvidenceWord } from '@malipo/contract'
import type { Static } from 'typebox'
import { type Database, type Fragment, isPassingFault, type Transaction } from '../database/database.ts'
import { Refusal } from '../primitives/refusal.ts'
import type { Ask } from './look-again.ts'
import { isDefinite } from './tell-words.ts'
import { triesOf } from './tries-of.ts'

type ShownWord = Static<typeof EvidenceWord>

/** As the database tells it in JSON: the words of last, and how often the provider has turned from one to another. */
export type Kept = { words: KeptWord[]; turns: number }
type KeptWord = ShownWord & { id: string; turn: number; gist: string }
export type Evidence = { evidence: ShownWord[]; evidence_version: number }

/** What whoever decides has before them: something of ours, and how many steps it has gone. */
export type Seen = { id: string; status: string; moves: number }

/** More than anybody reads before deciding, and no answer without end. */
const mostShown = 50

/**
 * As a column of a list: the words about the thing with this id, in the order in which they were last said. Of a collection on a page
 * they are about its tries, the first of which has its id; each has turns of its own, and every turn counts.
 */
export function evidenceColumn(sql: Database | Transaction, subjectId: Fragment): Fragment {
  const subjects = triesOf(sql, subjectId)
  return sql`(select json_build_object(
    'words', (select coalesce(json_agg(word order by word.last_at, word.turn, word.id), '[]') from (
      select w.id, kind, told, status, source, provider_payment_status, note, times, first_at, last_at, turn,
        coalesce(gist, kind) as gist, subject.number as "try"
      from ${subjects} subject join provider_words w on w.subject_id = subject.id
      order by last_at desc, turn desc, w.id desc limit ${mostShown}) word),
    'turns', (select coalesce(sum(turned.turns), 0) from (
      select max(w.turn) as turns from ${subjects} subject join provider_words w on w.subject_id = subject.id
      group by w.subject_id) turned)))`
}

export async function readEvidence(sql: Database | Transaction, seen: Seen): Promise<Evidence> {
  return showEvidence(await readKept(sql, seen), seen.moves)
}

async function readKept(sql: Database | Transaction, { id }: Pick<Seen, 'id'>): Promise<Kept> {
  const [row] = await sql<{ kept: Kept }[]>`select ${evidenceColumn(sql, sql`${id}::uuid`)} as kept`
  if (!row) throw new Error('The evidence was not read.')
  return row.kept
}

/** What is kept, and how far what it is about has come. Every step changes the version, and every turn; a repetition does not. */
export function showEvidence({ words, turns }: Kept, moves: number): Evidence {
  return {
    evidence: words.map(({ id: _id, turn: _turn, gist: _gist, ...word }) => ({
      ...word,
      first_at: new Date(word.first_at).toISOString(),
      last_at: new Date(word.last_at).toISOString(),
    })),
    evidence_version: moves + turns,
  }
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
 * with what is new: a step, or a last word that is another. No transaction is open meanwhile. Answers with the version of the
 * evidence by then, so that what is said before the decision holds its lock is not passed over either.
 */
export async function lookFresh(
  sql: Database,
  ask: Ask,
  find: () => Promise<Seen | undefined>,
  /** What comes to this is no news to whoever decides so. */
  expected?: string,
): Promise<number | undefined> {
  const seen = await find()
  // What cannot be decided is refused by the decision itself.
  if (seen === undefined) return undefined
  const before = await readKept(sql, seen)
  const [asked] = await Promise.allSettled([ask(seen.id)])
  // What the provider said may just not have been written down; that it cannot be asked at all is no reason to wait.
  if (asked.status === 'rejected' && isPassingFault(asked.reason)) throw asked.reason
  const now = await find()
  const after = await readKept(sql, seen)
  const by = now ?? seen
  const { evidence_version: version, ...evidence } = showEvidence(after, by.moves)
  const isAsBefore = [lastGist(before), expected].includes(lastGist(after))
  if (now?.moves === seen.moves && isAsBefore) return version
  throw newsRefusal(by, { ...evidence, evidence_version: version })
}

/** What was last said for sure: where there are several tries, of each of them. */
function lastGist({ words }: Kept): string | undefined {
  const byTry = Map.groupBy(words.filter(isDefinite), (word) => word.try)
  const gists = [...byTry].map(([number, said]) => ({
    number,
    gist: said.reduce<KeptWord | undefined>(later, undefined)?.gist,
  }))
  if (gists.length < 2) return gists[0]?.gist
  const inOrder = gists.sort((a, b) => a.number - b.number)
  return inOrder.map(({ number, gist }) => `${number} ${gist}`).join(', ')
}

function later(one: KeptWord | undefined, other: KeptWord): KeptWord {
  return one === undefined || other.turn >= one.turn ? other : one
}

function newsRefusal({ status }: Seen, { evidence, evidence_version }: Evidence): Refusal {
  return new Refusal('invalid_state', {
    message: 'There is news of it that you had not seen. Look at it, and decide again.',
    details: { status, evidence, evidence_version },
  })
}
