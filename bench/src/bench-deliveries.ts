import { setTimeout as sleep } from 'node:timers/promises'
import { Pool } from 'undici'
import { createAddressGuard, createSender } from '../../server/src/courier/courier.ts'
import { announce, startDelivering } from '../../server/src/webhooks/webhooks.ts'
import type { World } from '../../server/src/world/world.ts'
import { benchMerchant } from './bench-merchant.ts'
import { startChild } from './child.ts'
import { quantiles } from './load.ts'
import { promise, rounds, show } from './measure.ts'

const perRound = 20_000
/** As many as the worker opens to one endpoint. */
const connections = 20
const idleEvents = 200

/** Events to one receiver: claimed, signed, posted and recorded, against posting alone from the same process. */
export async function benchDeliveries(world: World): Promise<boolean> {
  console.log(`\nDeliveries to one receiver on the loopback, ${connections} connections, ${perRound} a round`)
  const receiver = await startChild('./bare-receiver.ts')
  const merchantId = (await benchMerchant(world)).merchant_id
  await pointAt(world, merchantId, receiver.message.url ?? '')
  const guard = createAddressGuard({ allow: [], loopbackIsAllowed: true, plainHttpIsAllowed: true })
  const sender = createSender({ guard, now: () => world.clock.now() })
  const best = { bare: 0, ours: 0 }
  for (let round = 1; round <= rounds; round += 1) {
    best.bare = Math.max(best.bare, await postBare(receiver.message.url ?? '', bodyOf(merchantId)))
    best.ours = Math.max(best.ours, await deliverOwed(world, sender.send, merchantId))
  }
  const idleMs = await firstAttemptsWhenIdle(world, sender.send, merchantId)
  await sender.close()
  await receiver.stop()
  show('g  bare POST loop', best.bare)
  show('g  ours', best.ours)
  const { p50Ms, p99Ms } = quantiles(idleMs)
  console.log(`  g  when idle, from the change to the first attempt: p50 ${p50Ms} ms, p99 ${p99Ms} ms`)
  const isFast = promise('ours / bare', best.ours / best.bare, { atLeast: 0.55 })
  return promise('p50 in ms when idle', p50Ms, { atMost: 50 }) && isFast
}

async function pointAt({ sql, newId, clock }: World, merchantId: string, url: string): Promise<void> {
  await sql`
    insert into webhook_configs (merchant_id, webhook_url, updated_at) values (${merchantId}, ${url}, ${clock.now()})`
  await sql`
    insert into webhook_endpoints (id, merchant_id, environment, url) values (${newId()}, ${merchantId}, 'live', ${url})`
}

/** Of the usual size of a collection. */
const resource = { currency: 'TZS', amount: '1000.00', status: 'successful', description: 'x'.repeat(700) }

function bodyOf(merchantId: string): string {
  return JSON.stringify({ type: 'collection.success', data: { ...resource, merchant_id: merchantId } })
}

async function postBare(url: string, body: string): Promise<number> {
  const { origin, pathname: path } = new URL(url)
  const pool = new Pool(origin, { connections })
  const headers = { 'content-type': 'application/json' }
  let left = perRound
  const begin = performance.now()
  const post = async () => {
    for (; left > 0; left -= 1) {
      const answer = await pool.request({ path, method: 'POST', headers, body })
      await answer.body.dump()
    }
  }
  await Promise.all(Array.from({ length: connections }, post))
  const perSecond = perRound / ((performance.now() - begin) / 1000)
  await pool.close()
  return perSecond
}

type Send = ReturnType<typeof createSender>['send']

async function deliverOwed(world: World, send: Send, merchantId: string): Promise<number> {
  for (let owed = 0; owed < perRound; owed += 500) await announceSome(world, merchantId, 500)
  let attempts = 0
  const begin = performance.now()
  const worker = deliverWith(world, send, () => {
    attempts += 1
  })
  // Asking the database while it works would slow it down; it has the last word.
  while (attempts < perRound) await sleep(5)
  while ((await owedOf(world)) > 0) await sleep(5)
  const perSecond = perRound / ((performance.now() - begin) / 1000)
  await worker.stop()
  return perSecond
}

function deliverWith(world: World, send: Send, seen: (firstAfterMs: number | null) => void) {
  return startDelivering({
    world,
    environment: 'live',
    send,
    onSwitchedOff: async () => {},
    observe: ({ firstAfterMs }) => seen(firstAfterMs),
    onError: (error) => console.error(error),
  })
}

async function firstAttemptsWhenIdle(world: World, send: Send, merchantId: string): Promise<number[]> {
  const waitsMs: number[] = []
  const worker = deliverWith(world, send, (firstAfterMs) => void waitsMs.push(firstAfterMs ?? 0))
  for (let sent = 0; sent < idleEvents; sent += 1) {
    await announceSome(world, merchantId, 1)
    await sleep(40 + Math.random() * 40)
  }
  await worker.stop()
  return waitsMs
}

async function announceSome({ sql, newId, clock }: World, merchantId: string, count: number): Promise<void> {
  const at = clock.now()
  const events = Array.from({ length: count }, () => ({
    merchantId,
    environment: 'live' as const,
    type: 'collection.success' as const,
    resourceId: newId(),
    sequence: 1,
    at,
    resource,
  }))
  await sql.begin((tx) => announce(tx, newId, events))
}

async function owedOf({ sql }: World): Promise<number> {
  const [row] = await sql<{ owed: number }[]>`
    select count(*)::int as owed from webhook_deliveries where due_at is not null`
  return row?.owed ?? 0
}
