import type { Database } from '../database/database.ts'
import { lowestIdAt } from '../primitives/id.ts'

/** With a dozen attempts each, so many are still deleted in a moment. */
const mostAtOnce = 2_000

/** Ids are made a little after the time that they are kept under. */
const slackMs = 60_000

/**
 * Deletes finished deliveries with their attempts, a few at a time. It walks along the ids, which begin with the time:
 * each step begins where the last one ended, instead of wading through what is deleted already.
 */
export async function forgetOldDeliveries(sql: Database, before: Date): Promise<number> {
  const end = lowestIdAt(before.getTime() + slackMs)
  let reached = lowestIdAt(0)
  for (let forgotten = 0; ; ) {
    const gone = await sql<{ id: string }[]>`
      with old as materialized (
        select id from webhook_deliveries
        where id > ${reached} and id < ${end} and created_at < ${before} and status <> 'pending'
        order by id limit ${mostAtOnce} for update skip locked
      ), attempts as (
        delete from webhook_attempts a using old where a.delivery_id = old.id
      )
      delete from webhook_deliveries d using old where d.id = old.id returning d.id`
    forgotten += gone.length
    if (gone.length < mostAtOnce) return forgotten
    reached = gone.reduce((highest, { id }) => (id > highest ? id : highest), reached)
  }
}
