import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { howMuch } from '../how-thorough.ts'
import { answersFolder } from '../openapi/note-answers.ts'
import { spareProvider } from '../permissions/stage.ts'
import { tellProof } from '../prove/tell-proof.ts'
import { startService } from '../service.ts'
import corpus from './corpus.json' with { type: 'json' }
import { type Plan, requestPlanner } from './plan-requests.ts'
import { plants } from './plants.ts'
import { type Fault, runLanes } from './run-lanes.ts'
import { targetOf } from './targets.ts'
import { tellFound } from './tell-found.ts'
import { startWalk } from './walk.ts'

// Each answer is judged here when it comes. To keep a million of them until the end would take gigabytes.
delete process.env[answersFolder]

const seed = Number(process.env.FUZZ_SEED ?? 16)
const requests = Number(
  process.env.FUZZ_REQUESTS ?? howMuch({ test: 500, proveShort: 2_000, prove: 100_000 }),
)

/** So many are sent by one cast, as far as they do not end it; and each stretch can be sent again without those before it. */
const requestsEach = Math.min(requests, Number(process.env.FUZZ_EACH ?? (requests < 50_000 ? 1_000 : 5_000)))
const first = Number(process.env.FUZZ_FROM ?? 0)

/** Always the same, because each of the bugs must be come by. */
const plantedSeed = 16

/** Without chores: what changes while a request is answered was then changed by it. */
const environment = { ROLE: 'api', LOG_LEVEL: 'warn', ...spareProvider }

test('whatever has broken something once is answered', async () => {
  const service = await startService({ environment })
  const walk = await startWalk(service)
  try {
    await walk.go((corpus as unknown as { plan: Plan }[]).map(({ plan }) => plan))
    assert.equal(tellFound(walk.found), '')
  } finally {
    await walk.end()
    await service.stop()
  }
})

test('whatever is sent is answered in its envelope, and what is refused leaves nothing behind', async (t) => {
  const began = performance.now()
  const { faults, counts } = await runLanes({
    ...{ seed, first, last: first + Math.ceil(requests / requestsEach), requestsEach },
  })
  const { sent, refused, taken, unsendable, casts, targets, principals } = counts
  const each = Math.round(sent / ((performance.now() - began) / 1_000))
  tellProof(
    t,
    `seed ${seed}, ${sent} requests to ${targets.length} operations and pages by ${principals.length} kinds of callers and ${casts} casts: ${taken} taken, ${refused} refused, ${unsendable} that could not be written, ${each} each second`,
  )
  const replayed = ({ at, told }: Fault) =>
    `FUZZ_SEED=${seed} FUZZ_FROM=${at} FUZZ_EACH=${requestsEach} FUZZ_REQUESTS=${requestsEach}\n${told}`
  assert.equal(faults.map(replayed).join('\n\n'), '')
})

describe('a bug that is planted is found', () => {
  for (const { broken, told, target, put } of plants) {
    test(broken, async () => {
      const planted = await startService({ environment })
      const looking = await startWalk(planted, 1_500)
      try {
        await put(planted)
        await looking.go(requestPlanner([targetOf(target)])(plantedSeed, 120))
        assert.match(tellFound(looking.found), told)
      } finally {
        await looking.end()
        await planted.stop()
      }
    })
  }
})
