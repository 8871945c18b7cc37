import { isPassingFault } from '../database/database.ts'
import type { World } from '../world/world.ts'

/** Something that was said of a payment and could not be carried out. */
export type Stuck = {
  about: 'collection' | 'withdrawal'
  subjectId: string
  said: string
  source: string
  fault: unknown
}

const longestReason = 500

/**
 * Shows people a payment of which something was said that could not be carried out. A fault that passes is none, and if not
 * even this can be written, the fault itself is what is told.
 */
export async function quarantinePayment({ sql, clock }: World, stuck: Stuck): Promise<void> {
  const { about, subjectId, said, source, fault } = stuck
  if (isPassingFault(fault)) return
  const because = (fault instanceof Error ? fault.message : String(fault)).slice(0, longestReason)
  const subject = about === 'collection' ? sql`collections` : sql`withdrawals`
  await sql`
    insert into quarantine (subject_id, about, merchant_id, environment, moves, said, source, because, first_at, last_at)
    select id, ${about}, merchant_id, environment, moves, ${said}, ${source}, ${because}, ${clock.now()}, ${clock.now()}
    from ${subject} where id = ${subjectId}
    on conflict on constraint quarantine_pkey do update set moves = excluded.moves, said = excluded.said, source = excluded.source,
      because = excluded.because, last_at = excluded.last_at,
      times = case when quarantine.moves = excluded.moves then quarantine.times + 1 else 1 end,
      first_at = case when quarantine.moves = excluded.moves then quarantine.first_at else excluded.first_at end`.catch(
    () => {},
  )
}
