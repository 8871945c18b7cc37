import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { howMuch } from '../how-thorough.ts'
import { answersFolder } from '../openapi/note-answers.ts'
import { spareProvider } from '../permissions/stage.ts'
import { tellProof } from '../prove/tell-proof.ts'
import { type Service, startService } from '../service.ts'
import corpus from './corpus.json' with { type: 'json' }
import { type Plan, requestPlanner } from './plan-requests.ts'
import { plants } from './plants.ts'
import { targetOf } from './targets.ts'
import { startWalk, tellFound, type Walk } from './walk.ts'

// Each answer is judged here when it comes. To keep a million of them until the end would take gigabytes.
delete process.env[answersFolder]

const seed = Number(process.env.FUZZ_SEED ?? 16)
const requests = Number(
  process.env.FUZZ_REQUESTS ?? howMuch({ test: 500, proveShort: 2_000, prove: 100_000 }),
)

/** So many are sent by one cast, as far as they do not end it; and each thousand can be sent again without those before it. */
const atATime = 1_000
const first = Number(process.env.FUZZ_FROM ?? 0)

/** Always the same, because each of the bugs must be come by. */
const plantedSeed = 16

/** Without chores: what changes while a request is answered was then changed by it. */
const environment = { ROLE: 'api', LOG_LEVEL: 'warn', ...spareProvider }

let service: Service
let walk: Walk
before(async () => {
  service = await startService({ environment })
  walk = await startWalk(service)
})
after(async () => {
  await walk.end()
  await service.stop()
})

test('whatever has broken something once is answered', async () => {
  await walk.go((corpus as unknown as { plan: Plan }[]).map(({ plan }) => plan))
  assert.equal(tellFound(walk.found), '')
})

test('whatever is sent is answered in its envelope, and what is refused leaves nothing behind', async (t) => {
  const plan = requestPlanner()
  for (let at = first; at < first + requests / atATime; at++) {
    const found = walk.found.length
    await walk.go(plan(seed * 1_000_000 + at, Math.min(atATime, requests)))
    for (const one of walk.found.slice(found)) {
      t.diagnostic(`FUZZ_SEED=${seed} FUZZ_FROM=${at} FUZZ_REQUESTS=${atATime}\n${tellFound([one])}`)
    }
  }
  const { sent, refused, taken, unsendable, casts, targets, principals } = walk.told()
  tellProof(
    t,
    `seed ${seed}, ${sent} requests to ${targets} operations and pages by ${principals} kinds of callers and ${casts} casts: ${taken} taken, ${refused} refused, ${unsendable} that could not be written`,
  )
  assert.equal(tellFound(walk.found), '')
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
