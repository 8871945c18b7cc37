import type { World } from '../world/world.ts'
import type { Symptom } from './symptom.ts'

/** Enough for connections that all plan at once, as after a restart, on tables with the parts of ten years. */
const enough = 256

/** Whoever plans a statement locks each part and index of its tables. Where the server has no room for that, transactions are refused. */
export async function lockSymptom({ sql }: World): Promise<Symptom> {
  const [row] = await sql<{ locks: number; parts: number }[]>`
    select current_setting('max_locks_per_transaction')::int as locks,
      (select count(*)::int from pg_class where relispartition and relkind = 'r') as parts`
  return judgeLocks(row ?? { locks: 0, parts: 0 })
}

export function judgeLocks({ locks, parts }: { locks: number; parts: number }): Symptom {
  const details = `room for ${locks} in each transaction, with ${parts} parts of tables`
  if (locks >= enough) return { check: 'locks', state: 'ok', details }
  return {
    check: 'locks',
    state: 'warning',
    details: `${details}: set max_locks_per_transaction = ${enough} and restart, standbys first`,
  }
}
