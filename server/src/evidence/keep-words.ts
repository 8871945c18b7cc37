import type { Transaction } from '../database/database.ts'
import type { World } from '../world/world.ts'
import { findTurns, type Spoken } from './find-turns.ts'
import type { About } from './look-ups.ts'
import { gistOf, tellWord } from './tell-words.ts'

/** What a provider said of something, and the state in which it found it. */
export type Said = Spoken & { about: About; status: string; source: 'reply' | 'callback' | 'look_up' }

/**
 * Keeps words beside what they are about. Said again in the same state, a word is counted. Answers with those by which the
 * provider turned: what it says was not the last that it had said.
 */
export async function keepWords(tx: Transaction, world: World, said: Said[]): Promise<Set<Said>> {
  if (said.length === 0) return new Set()
  const turns = await findTurns(tx, said)
  const at = world.clock.now()
  const rows = new Map<string, Record<string, unknown> & { times: number }>()
  for (const [place, { about, subjectId, status, source, word, ordered }] of said.entries()) {
    const { kind, told, note, providerStatus } = tellWord(word)
    const key = `${subjectId} ${status} ${kind} ${told}`
    const times = (rows.get(key)?.times ?? 0) + 1
    rows.set(key, {
      ...{ id: world.newId(), about, subject_id: subjectId, status, source, kind, told, note, times },
      ...{ provider_payment_status: providerStatus, first_at: at, last_at: at },
      ...{ turn: turns[place]?.turn ?? 0, gist: gistOf(word, ordered) },
    })
  }
  const inOrder = [...rows].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row)
  await tx`
    insert into provider_words as w (id, about, subject_id, status, source, kind, told, provider_payment_status, note,
      times, first_at, last_at, turn, gist)
    select id, about, subject_id, status, source, kind, told, provider_payment_status, note, times, first_at, last_at, turn,
      gist
    from json_populate_recordset(null::provider_words, ${JSON.stringify(inOrder)}::json)
    on conflict (subject_id, status, kind, told) do update
    set times = w.times + excluded.times, last_at = excluded.last_at, source = excluded.source, note = excluded.note,
      provider_payment_status = excluded.provider_payment_status, turn = greatest(w.turn, excluded.turn),
      gist = excluded.gist`
  return new Set(said.filter((_, place) => turns[place]?.isTurn))
}
