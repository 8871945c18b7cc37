import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Attempted, Send } from '../../src/courier/courier.ts'
import { connectDatabase } from '../../src/database/database.ts'
import { startDelivering } from '../../src/webhooks/deliver-events.ts'
import { announce } from '../../src/webhooks/webhooks.ts'
import type { CrashPoint } from '../../src/world/world.ts'
import type { Sent } from '../simulation/kernel/guarded-database.ts'
import { bear, type Mortal } from '../simulation/kernel/mortal.ts'
import type { CellStage } from './cell-stage.ts'
import type { Outcome } from './play-cell.ts'

export const deliveryPoints = ['delivery.claimed', 'delivery.sent'] as const satisfies CrashPoint[]

type Receiver = { takesIn: boolean; attempted: Omit<Attempted, 'durationMs'> }
const none = { status: null, error: null, responseBody: null, retryAfterMs: null }

/** How the receiver answers what it is sent first; afterwards it is well. */
export const receivers = {
  'takes it in': { takesIn: true, attempted: { ...none, result: 'delivered', status: 200 } },
  'refuses it': { takesIn: false, attempted: { ...none, result: 'refused', status: 500, error: 'broken' } },
  'takes it in, and the answer is lost': {
    takesIn: true,
    attempted: { ...none, result: 'timeout', error: 'No answer in time.' },
  },
  'is not there': {
    takesIn: false,
    attempted: { ...none, result: 'unreachable', error: 'Nobody is there.' },
  },
  'says that it is gone': { takesIn: false, attempted: { ...none, result: 'gone', status: 410 } },
} as const satisfies Record<string, Receiver>

/** Who comes after the dead one. */
export const successors = [
  'another after the lease',
  'another at once, because the session is gone',
  'two at once after the lease',
  'another that dies there too, and a third',
] as const

export type DeliveryCell = {
  point: (typeof deliveryPoints)[number]
  receiver: keyof typeof receivers
  successor: (typeof successors)[number]
}

export const deliveryCells: readonly DeliveryCell[] = deliveryPoints.flatMap((point) =>
  (Object.keys(receivers) as (keyof typeof receivers)[]).flatMap((receiver) =>
    successors.map((successor) => ({ point, receiver, successor })),
  ),
)

const url = 'https://duka.test/events'
const leaseMs = 21_000

/** A worker dies with a delivery in its hands; whoever comes next must bring it, in the same bytes, until it is taken. */
export async function playDelivery(
  stage: CellStage,
  cell: DeliveryCell,
  alter?: (sent: Sent) => Sent,
): Promise<Outcome> {
  const { ground, sql, actor } = stage
  const { merchantId } = actor
  const taken: string[] = []
  let letters = 0
  const send: Send = async ({ body }) => {
    const { takesIn, attempted } = receivers[letters === 0 ? cell.receiver : 'takes it in']
    letters += 1
    if (takesIn) taken.push(String(body))
    return { ...attempted, durationMs: 1 }
  }
  await sql`
    insert into webhook_configs (merchant_id, webhook_url, updated_at) values (${merchantId}, ${url}, ${ground.clock.now()})
    on conflict do nothing`
  await sql`
    insert into webhook_endpoints (id, merchant_id, environment, url)
    values (${ground.world.newId()}, ${merchantId}, 'live', ${url})
    on conflict (merchant_id, environment) do update set url = excluded.url, failing_since = null, switched_off_at = null,
      switched_off_because = null`
  const resourceId = ground.world.newId()
  const about = { merchantId, environment: 'live', type: 'collection.success', resourceId } as const
  const told = { ...about, sequence: 2, at: ground.clock.now(), resource: { id: resourceId } }
  await sql.begin((tx) => announce(tx, ground.world.newId, [told]))
  const problems: string[] = []

  /** Works until it is dead, or the delivery waits for nobody just now. */
  async function workers(...crashes: (CrashPoint | null)[]): Promise<void> {
    const born = crashes.map((at) => {
      const own = connectDatabase({ url: stage.url, poolSize: 1, applicationName: 'crash-points' })
      const process: Mortal = bear({
        name: 'w',
        world: ground.worldOf(own),
        work: ground.work,
        alter,
        labelOf: () => null,
      })
      if (at) process.crash({ at })
      const running = startDelivering({
        world: process.world,
        environment: 'live',
        send,
        onSwitchedOff: async () => {},
        observe: () => {},
        onError: (error) => {
          if (!process.isDead()) problems.push(`a worker that lives said ${error}`)
        },
      })
      return { process, running, own, at }
    })
    for (let round = 0; round < 200; round += 1) {
      const left = await stateOf()
      if (born.every(({ process, at }) => (at ? process.isDead() : left.isQuiet))) break
      await sleep(10)
    }
    for (const { process, running, own, at } of born) {
      if (at && process.endedAt() !== at) problems.push(`it never came to ${at}`)
      await running.stop()
      await own.end({ timeout: 1 })
    }
  }

  async function stateOf() {
    const [row] = await sql<{ status: string; due_at: Date | null; holder: number | null; body: string }[]>`
      select d.status, d.due_at, d.holder, e.body from webhook_deliveries d join events e on e.id = d.event_id
      where e.resource_id = ${resourceId}`
    const { status, due_at: due, holder, body } = row ?? assert.fail('nothing is owed')
    const isQuiet = status !== 'pending' || (holder === null && due !== null && due > ground.clock.now())
    return { status, body, isQuiet }
  }

  await workers(cell.point)
  // The session of the dead one is gone by now: whoever should not know it finds nobody who held it.
  const isKnown = cell.successor === 'another at once, because the session is gone'
  if (!isKnown) {
    await sql`update webhook_deliveries set holder = null where status = 'pending'`
    ground.clock.pass(leaseMs)
  }
  if (cell.successor === 'another that dies there too, and a third') {
    await workers(cell.point)
    ground.clock.pass(leaseMs)
  }
  await workers(...(cell.successor === 'two at once after the lease' ? [null, null] : [null]))
  for (let day = 0; day < 3 && (await stateOf()).status === 'pending'; day += 1) {
    ground.clock.pass(86_400_000)
    await workers(null)
  }
  const { status, body } = await stateOf()
  const isGone = status === 'exhausted' && cell.receiver === 'says that it is gone'
  const isLost = status !== 'delivered' && !isGone
  if (isLost) problems.push(`it is ${status}`)
  if (!isGone && taken.length === 0) problems.push('the receiver never took it')
  if (taken.some((one) => one !== body)) problems.push('it was sent in other bytes')
  // At least once: for each who died after sending, and for an answer that was lost, once more.
  const most = 1 + Number(cell.receiver.includes('lost')) + (cell.point === 'delivery.sent' ? 2 : 0)
  if (taken.length > most) problems.push(`it was taken ${taken.length} times`)
  const name = `a worker delivers | ${cell.point} | ${cell.receiver} | ${cell.successor}`
  const way = `a worker delivers | ${cell.point}`
  const isDoubled = taken.length > most
  return {
    name,
    way,
    problems,
    end: status,
    isLost: isLost || (!isGone && taken.length === 0),
    isDoubled,
    isUnknown: false,
    wasAcknowledged: true,
  }
}
