import type { Database, Fragment, Transaction } from '../database/database.ts'
import { lowestIdAt } from '../primitives/id.ts'
import { instantFrom } from '../primitives/instant.ts'

/** From this instant on, and before that one, so that windows side by side share no row. */
export type TimeWindow = { from?: string | Date | undefined; to?: string | Date | undefined }

/** Ids begin with their time: as a bound they use the index, a little wide so that the exact comparison decides. */
const slackMs = 60_000

/** The condition `and …` for rows that have an id and were created within the window. */
export function createdWithin(sql: Database | Transaction, { from, to }: TimeWindow): Fragment {
  const [since, until] = [instantOf(from), instantOf(to)]
  return sql`
    ${since === null ? sql`` : sql`and created_at >= ${since} and id >= ${lowestIdAt(since.getTime() - slackMs)}`}
    ${until === null ? sql`` : sql`and created_at < ${until} and id <= ${lowestIdAt(until.getTime() + slackMs)}`}`
}

function instantOf(given: string | Date | undefined): Date | null {
  return typeof given === 'string' ? instantFrom(given) : (given ?? null)
}
