import type { Chore } from '../jobs/jobs.ts'
import type { World } from '../world/world.ts'

export { type CheckedName, findNameCheck, findNameChecks, type KeptNameCheck } from './check-names.ts'
export { lookUpName, mostLookUpsADay, type NameParts } from './look-up-names.ts'
export { matchNames } from './match-names.ts'
export { namesSomebody } from './names-somebody.ts'

/** What was used has been copied to where it was used. */
const keptMs = 30 * 86_400_000

export function chores({ world }: { world: World }): Chore[] {
  return [{ name: 'names.forget', everyMs: 600_000, work: () => forgetLookUps(world) }]
}

async function forgetLookUps({ sql, clock }: World): Promise<void> {
  const before = new Date(clock.now().getTime() - keptMs)
  await sql`
    delete from name_look_ups
    where id = any(array(select id from name_look_ups where created_at < ${before} order by created_at limit 10000))`
}
