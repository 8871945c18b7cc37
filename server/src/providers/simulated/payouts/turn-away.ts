import type { World } from '../../../world/world.ts'

/** Which of these references are sent for the first time, and turned away for it. */
export async function turnAway({ sql, clock }: World, references: string[]): Promise<Set<string>> {
  if (references.length === 0) return new Set()
  // In the order of the references, so that two batches never wait for each other.
  const turned = await sql<{ reference: string }[]>`
    insert into network_turned_away (reference, turned_away_at)
    select reference, ${clock.now()} from unnest(${references}::text[]) as r (reference) order by reference
    on conflict (reference) do nothing
    returning reference`
  return new Set(turned.map(({ reference }) => reference))
}
