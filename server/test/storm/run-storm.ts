import { setTimeout as sleep } from 'node:timers/promises'
import { retryDelivery } from '../../src/webhook-deliveries/delivery-routes.ts'
import { announce } from '../../src/webhooks/webhooks.ts'
import { freePort, type RunningService, runService } from '../run-service.ts'
import { testSecret } from '../service.ts'
import { judgeStorm, type StormReport } from './judge-storm.ts'
import type { Arrival } from './receivers.ts'
import { drawStorm, type Storm, type StormPlan } from './storm-plan.ts'
import { type StormStage, setStormStage } from './storm-stage.ts'

/** About what a worker needs to start and to live, so that events keep coming for as long as workers are killed. */
const perLifeMs = 2_000
const mostSettlingMs = 120_000

/** Announces events while the worker is killed again and again; then lets it settle, heals the bad ones, and judges. */
export async function runStorm(plan: StormPlan): Promise<StormReport> {
  const storm = drawStorm(plan)
  const stage = await setStormStage(storm)
  let worker: RunningService | undefined
  try {
    const port = await freePort()
    const announcing = announceAll(stage, storm, Math.max(1, plan.kills) * perLifeMs)
    for (const lifeMs of storm.livesMs) {
      worker = await startWorker(stage, port)
      await sleep(lifeMs)
      worker.child.kill('SIGKILL')
      await worker.exit
    }
    worker = await startWorker(stage, port)
    await announcing
    const arrivals: Arrival[] = []
    const healthy = storm.owners.filter(
      (owner) => owner !== null && storm.behaviours[owner] === 'healthy',
    ).length
    await settle(stage, arrivals, healthy)
    stage.heal()
    await retryAll(stage)
    await settle(stage, arrivals, storm.owners.filter((owner) => owner !== null).length)
    return await judgeStorm(stage, storm, arrivals)
  } finally {
    worker?.child.kill('SIGKILL')
    await worker?.exit
    await stage.close()
  }
}

function startWorker({ database }: StormStage, port: number): Promise<RunningService> {
  return runService({
    port,
    environment: {
      DATABASE_URL: database.url,
      MALIPO_SECRET: testSecret,
      ROLE: 'worker',
      DEMO: 'off',
      LOG_LEVEL: 'warn',
    },
  })
}

/** A few at a time, evenly spread, each batch a transaction as the doors of money make them. */
async function announceAll(
  { world, merchantIds }: StormStage,
  { owners }: Storm,
  spreadMs: number,
): Promise<void> {
  const begin = performance.now()
  let done = 0
  while (done < owners.length) {
    const due = Math.ceil(((performance.now() - begin) / spreadMs) * owners.length)
    const batch = owners.slice(done, due).filter((owner) => owner !== null)
    done = Math.min(due, owners.length)
    const at = world.clock.now()
    await world.sql.begin((tx) =>
      announce(
        tx,
        world.newId,
        batch.map((owner) => announcementFor(world.newId(), merchantIds[owner] ?? '', at)),
      ),
    )
    await sleep(20)
  }
}

function announcementFor(resourceId: string, merchantId: string, at: Date) {
  return {
    merchantId,
    environment: 'live' as const,
    type: 'collection.success' as const,
    resourceId,
    sequence: 1,
    at,
    resource: { id: resourceId, collection_id: resourceId, amount: '1000.00', description: 'x'.repeat(400) },
  }
}

/** Waits until so many events were accepted, or there is no more hope. */
async function settle(stage: StormStage, arrivals: Arrival[], wanted: number): Promise<void> {
  const deadline = performance.now() + mostSettlingMs
  while (performance.now() < deadline) {
    arrivals.push(...(await stage.arrivals()))
    const accepted = new Set(arrivals.filter(({ status }) => status === 200).map(({ id }) => id))
    const [owed] = await stage.world.sql<{ owed: number }[]>`
      select count(*)::int as owed from webhook_deliveries d join events e on e.id = d.event_id
      where d.status = 'pending' and e.id = any(${[...accepted]}::uuid[])`
    if (accepted.size >= wanted && owed?.owed === 0) return
    await sleep(500)
  }
}

async function retryAll({ world }: StormStage): Promise<void> {
  const owed = await world.sql<{ id: string; merchant_id: string }[]>`
    select id, merchant_id from webhook_deliveries where status <> 'delivered'`
  for (const { id, merchant_id: merchantId } of owed) {
    await world.sql.begin((tx) => retryDelivery(tx, world, { merchantId, environment: 'live' }, id))
  }
}
