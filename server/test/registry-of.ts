import { type Clock, systemClock } from '../src/primitives/clock.ts'
import { createRegistry, type Provider, type Registry, type Rehearsal } from '../src/providers/providers.ts'

/** A registry of two providers in a test's hands, one for each environment. */
export function registryOf(
  { live, sandbox }: { live: Provider; sandbox: Provider },
  rehearsals: Record<string, Rehearsal> = {},
  clock: Clock = systemClock,
): Registry {
  return createRegistry({
    clock,
    providers: [...new Set([live, sandbox])],
    route: { live: live.name, sandbox: sandbox.name },
    rehearsals,
  })
}
