import { dayAt } from '../primitives/instant.ts'
import type { Provider, Registry } from '../providers/providers.ts'
import type { World } from '../world/world.ts'
import type { About } from './reconciliation-row.ts'

/** By then providers have closed their day, and nobody is awake who would notice. */
const beginsAtHour = 2

/** How many days are made up for, or looked at again while something of them is open. */
const mostDays = 7

const hourMs = 3_600_000
const dayMs = 24 * hourMs

/**
 * Plans what this night is to be reconciled: yesterday, and those of the days before that were missed or of which something was still
 * open. Days before this installation began are none of its own: somebody else may have used the account then. Asked again, or by another
 * process, it plans nothing twice. Answers how many were planned.
 */
export async function planNights({ world, registry }: { world: World; registry: Registry }): Promise<number> {
  const { sql, clock, newId } = world
  const now = clock.now()
  const night = dayAt(now)
  // The same hour is another day before two o'clock.
  if (dayAt(new Date(now.getTime() - beginsAtHour * hourMs)) !== night) return 0
  const days = Array.from({ length: mostDays }, (_, back) =>
    dayAt(new Date(now.getTime() - (back + 1) * dayMs)),
  )
  const planned = listing(registry).flatMap((provider) =>
    days.map((day) => ({ id: newId(), provider: provider.name, day, covers: [...listedBy(provider)] })),
  )
  if (planned.length === 0) return 0
  const { count } = await sql`
    insert into reconciliations (id, environment, provider, day, source, covers, night, status, due_at, created_at)
    select p.id, 'live', p.provider, p.day, 'list', array(select json_array_elements_text(p.covers)), ${night}, 'waiting', ${now},
      ${now}
    from json_to_recordset(${JSON.stringify(planned)}::json) as p (id uuid, provider text, day date, covers json)
    where not exists (
      select from installation where (created_at at time zone 'Africa/Dar_es_Salaam')::date > p.day)
    and not exists (
      select from (select r.status, r.still_open from reconciliations r
        where r.provider = p.provider and r.environment = 'live' and r.day = p.day and r.source = 'list'
        order by r.id desc limit 1) last
      where last.status = 'waiting' or (last.status = 'done' and last.still_open = 0))
    on conflict do nothing`
  return count
}

/** Who carries live payments and can say what it has. */
function listing(registry: Registry): Provider[] {
  return registry.names().flatMap((name) => {
    const provider = registry.named(name)
    return provider?.list && registry.environmentOf({ provider: name }) === 'live' ? [provider] : []
  })
}

/** What the list of a provider tells of. */
export function listedBy({ can }: Pick<Provider, 'can'>): readonly About[] {
  return can.lists ?? ['collection', 'disbursement']
}
