import { isDatabaseAway } from '../database/database.ts'
import type { World } from '../world/world.ts'
import { type Outcome, recordAttempts } from './move-deliveries.ts'
import { type OnSwitchedOff, watchEndpoints } from './watch-endpoints.ts'

/** Answers with what stood in the way of each, or null. One that cannot be recorded must not take the others with it. */
export async function recordOutcomes(
  world: World,
  outcomes: Outcome[],
  onSwitchedOff: OnSwitchedOff,
  onError: (error: unknown) => void,
): Promise<unknown[]> {
  const { faults, moved } = await recordEach(world, outcomes)
  // Whoever has lost the lease knows less than the one who holds it.
  const held = outcomes.filter(({ delivery }) => moved.has(delivery.id))
  await watchEndpoints(world, held, onSwitchedOff).catch(onError)
  return faults
}

async function recordEach(
  world: World,
  outcomes: Outcome[],
): Promise<{ faults: unknown[]; moved: Set<string> }> {
  try {
    return { moved: await recordAttempts(world, outcomes), faults: outcomes.map(() => null) }
  } catch (error) {
    if (outcomes.length === 1 || isDatabaseAway(error)) {
      return { moved: new Set(), faults: outcomes.map(() => error) }
    }
    const faults: unknown[] = []
    let moved = new Set<string>()
    for (const outcome of outcomes) {
      const one = await recordEach(world, [outcome])
      faults.push(...one.faults)
      moved = moved.union(one.moved)
    }
    return { faults, moved }
  }
}
