import { operations, orderedMethods } from '@malipo/contract'
import type { Draft } from '../../../../src/collections/draft-collection.ts'
import { Refusal } from '../../../../src/primitives/refusal.ts'
import type { Shop } from '../../kernel/shops.ts'
import { accuse } from '../../kernel/stage.ts'
import { maybeCrash } from '../../kernel/steps.ts'
import type { Process } from '../process.ts'
import type { Asked, Stage } from '../stage.ts'

const points = [
  'collection.requested',
  'collection.sent',
  'collection.resolving',
  'collection.resolved',
] as const
export const mayRefuse = ['provider_error', 'idempotency_key_reused'] as const

/** A merchant asks for a payment: anew or again, once or several times at once. */
export function request(stage: Stage): void {
  const { chance, processes, asked } = stage
  const isAgain = asked.length > 0 && chance.happens(0.15)
  const wish = isAgain ? earlier(stage) : ask(stage)
  // With a request that was never kept, another one under its key is simply the first.
  const isOther = isAgain && stage.mirror.byLabel.has(wish.label) && chance.happens(0.2)
  const times = chance.happens(0.15) ? 2 + chance.below(3) : 1
  // Whether a code is there already when the second asks for it would be for the race to decide.
  const isRace = times > 1 && !wish.isCode && chance.happens(0.5)
  const one = chance.pick([processes.a, processes.b, processes.c])
  // Whoever of two wins would also be the one who waits, so nobody is kept waiting.
  stage.network.maySlow = !isRace
  if (times === 1) maybeCrash(stage, one, points)
  for (let time = 0; time < times; time += 1) {
    const process = isRace ? (time % 2 === 0 ? processes.a : processes.b) : one
    stage.launch(process, `request ${wish.label}`, () => wish.again(process, isOther), mayRefuse)
  }
}

/** Who repeats does so soon, above all without a code to show; now and then somebody comes back after days. */
function earlier({ chance, asked }: Stage): Asked {
  const codeless = asked.filter(({ lacksCode }) => lacksCode)
  if (codeless.length > 0 && chance.happens(0.4)) return chance.pick(codeless.slice(-4))
  return chance.pick(chance.happens(0.6) ? asked.slice(-12) : asked)
}

export function ask(stage: Stage): Asked {
  const label = `c${String(stage.asked.length + 1).padStart(4, '0')}`
  const shop = stage.chance.pick(stage.shops)
  const caller = shop.actors[stage.chance.pick(['live', 'sandbox', 'live'] as const)]
  const key = stage.chance.uuid()
  const draft = draftFor(stage, label, shop)
  const asked: Asked = {
    label,
    isCode: draft.method === 'DYNAMIC_QR',
    lacksCode: false,
    id: null,
    async again(process, isOther) {
      const fingerprint = Buffer.from(isOther ? `other ${label}` : label)
      const mark = { scope: shop.id, environment: caller.environment, key, fingerprint }
      const call = { caller, mark: () => mark, replayed: () => {} }
      const answered = await answerOf(process, call, draft)
      if (isOther) accuse(stage, 'requests', [`another request under the key of ${label} was taken for it`])
      asked.lacksCode = answered.refusal !== undefined
      return checkSame(stage, asked, answered.id) + (answered.refusal ?? '')
    },
  }
  stage.asked.push(asked)
  return asked
}

type Call = Parameters<Process['collect']>[0]

/** A code that could not be had names its collection all the same. */
async function answerOf(
  process: Process,
  call: Call,
  draft: Draft,
): Promise<{ id: string; refusal?: string }> {
  try {
    return await process.collect(call, operations.createUssdPushCollection, draft)
  } catch (error) {
    // Whoever met an open breaker made nothing.
    if (!(error instanceof Refusal) || error.code !== 'provider_error' || !error.details) throw error
    return { id: (error.details as { collection_id: string }).collection_id, refusal: ', no code' }
  }
}

function checkSame(stage: Stage, asked: Asked, id: string): string {
  asked.id ??= id
  if (asked.id !== id)
    accuse(stage, 'requests', [`the request ${asked.label} was answered with two collections`])
  return 'taken'
}

function draftFor({ chance }: Stage, label: string, shop: Shop): Draft {
  const method = chance.happens(0.12) ? null : chance.pick(orderedMethods)
  const livesForMs = chance.pick([60_000, 900_000, 3_600_000])
  const isShortLived = method === 'DYNAMIC_QR' && chance.happens(0.6)
  return {
    family: isShortLived ? 'B' : 'A',
    method,
    // A tenth is above what is let through without a look.
    amount: String(1 + chance.below(440)),
    currency: chance.happens(0.1) ? 'KES' : 'TZS',
    phone: chance.happens(0.03) ? shop.phone : `25575500${String(1000 + chance.below(9000))}`,
    description: label,
    ...(method === null && { pageLivesForMs: chance.pick([3_600_000, 86_400_000]) }),
    ...(isShortLived && { livesForMs }),
  }
}
