import { spareProvider } from '../permissions/stage.ts'
import { startService } from '../service.ts'
import { requestPlanner } from './plan-requests.ts'
import type { Lanes, Told } from './run-lanes.ts'
import { tellFound } from './tell-found.ts'
import { startWalk } from './walk.ts'

// A process of `run-lanes.ts`: several lanes, each with a service and a database of its own, in which one request is sent at a time. What is seen
// after it was then left by it, and while one lane waits another goes on.
const { seed, first, last, requestsEach, places, lanes } = JSON.parse(process.argv[2] ?? '') as Lanes

/** Nobody vacuums here: tables that have grown for longer are slower than those of any shop. */
const mostInADatabase = 50_000

const plan = requestPlanner()
const tell = (told: Told) => void process.send?.(told)

async function walkLane(place: number): Promise<void> {
  const stretches = Array.from({ length: last - first }, (_, at) => first + at).filter(
    (at) => at % lanes === place,
  )
  const inADatabase = Math.ceil(mostInADatabase / requestsEach)
  while (stretches.length > 0) await walkDatabase(stretches.splice(0, inADatabase))
}

async function walkDatabase(stretches: number[]): Promise<void> {
  const service = await startService({
    environment: { ROLE: 'api', LOG_LEVEL: 'warn', ...spareProvider },
  })
  const walk = await startWalk(service)
  try {
    for (const at of stretches) {
      const known = walk.found.length
      await walk.go(plan(seed * 1_000_000 + at, requestsEach))
      for (const one of walk.found.slice(known)) {
        tell({ at, name: `${one.plan.target} ${one.kind}`, told: tellFound([one]) })
      }
    }
    tell(walk.told())
  } finally {
    await walk.end()
    await service.stop()
  }
}

await Promise.all(places.map(walkLane))
process.disconnect?.()
