import type { Transaction } from '../database/database.ts'
import type { PayOutLookedUp } from '../providers/providers.ts'
import { tellWord } from './tell-words.ts'

/** As much of a word as it takes to compare it with another. */
export type Spoken = { kind: string; told: string }

const definite: readonly string[] = ['succeeded', 'failed', 'reversed', 'never_seen']

/** Whether it says how things stand. That something is on its way, or that nobody knows, leaves open what was said before. */
export function isDefinite({ kind }: Pick<Spoken, 'kind'>): boolean {
  return definite.includes(kind)
}

/** Why it failed is no other word; nor is success of which one of the two does not say how much. */
export function saysOther(one: Spoken, other: Spoken): boolean {
  if (one.kind !== other.kind) return true
  if (one.kind !== 'succeeded' || one.told === other.told) return false
  return one.told !== success && other.told !== success
}

const success = tellWord({ kind: 'succeeded', providerStatus: '' }).told

/** Whether the provider turned with a word, away from its last definite one, and how often it has by then. */
export type Turn = { isTurn: boolean; turn: number }

/**
 * What each word is to those before it, in the order in which they were said. To be asked before they are kept, and with what they
 * are about locked, so that their order is one.
 */
export async function findTurns(
  tx: Transaction,
  said: { subjectId: string; word: PayOutLookedUp }[],
): Promise<Turn[]> {
  const asked = [...new Set(said.map(({ subjectId }) => subjectId))]
  const newest = await tx<(Spoken & { subject_id: string; turn: number })[]>`
    select subject_id, kind, told, turn from (
      select subject_id, kind, told, turn, rank() over (partition by subject_id order by turn desc) as place
      from provider_words where subject_id = any(${asked}::uuid[]) and kind = any(${[...definite]}::text[])) word
    where place = 1`
  const last = new Map<string, { turn: number; words: Spoken[] }>()
  for (const { subject_id: id, turn, ...spoken } of newest)
    last.set(id, { turn, words: [...(last.get(id)?.words ?? []), spoken] })
  return said.map(({ subjectId, word }) => {
    const spoken = tellWord(word)
    if (!isDefinite(spoken)) return { isTurn: false, turn: 0 }
    const { turn, words } = last.get(subjectId) ?? { turn: 0, words: [] }
    const isTurn = words.some((before) => saysOther(before, spoken))
    const now = isTurn || turn === 0 ? turn + 1 : turn
    last.set(subjectId, { turn: now, words: [spoken] })
    return { isTurn, turn: now }
  })
}
