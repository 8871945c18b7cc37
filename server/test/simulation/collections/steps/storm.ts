import type { Stage } from '../stage.ts'
import { dueCallbacks, take } from './callbacks.ts'
import { decide } from './people.ts'
import { ask, mayRefuse } from './request.ts'
import { chaseBy, sumUp } from './time-and-workers.ts'

/**
 * Everybody at once: two workers, callbacks, new requests, a Super Admin. Each has collections of its own, so that the
 * story does not depend on who is first; the books they meet in are the same.
 */
export function storm(stage: Stage): void {
  const { mirror, processes, clock, network, chance } = stage
  network.maySlow = false
  const now = clock.now()
  const isLeftAlone = (label: string) => {
    const due = mirror.byLabel.get(label)?.due_at ?? null
    return due === null || new Date(due) > now
  }
  const held = (label: string) => mirror.byLabel.get(label)?.status === 'pending_clearance'
  const callbacks = dueCallbacks(stage, 5, (label) => isLeftAlone(label) && !held(label))
  const wishes = Array.from({ length: 1 + chance.below(3) }, () => ask(stage))
  chaseBy(stage, processes.a, false)
  chaseBy(stage, processes.b, false)
  for (const { label, raw } of callbacks) take(stage, chance.pick([processes.a, processes.b]), label, raw)
  for (const wish of wishes) {
    const process = chance.pick([processes.a, processes.b])
    stage.launch(process, `request ${wish.label}`, () => wish.again(process, false), mayRefuse)
  }
  decide(stage, true)
  stage.mustChangeNothing = false
  sumUp(stage)
}
