import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { CrashPoint } from '../../src/world/world.ts'
import { thoroughly } from '../how-thorough.ts'
import { deaths } from '../prove/deaths.ts'
import { tellProof } from '../prove/tell-proof.ts'
import { assertDied, type RunningService } from '../run-service.ts'
import { until } from '../test-clusters.ts'
import { assertBooksHold } from './money/books.ts'
import {
  bringBack,
  type Call,
  type CrashStage,
  callbackOf,
  openCrashStage,
  orderOf,
  putAside,
  send,
} from './money/crash-stage.ts'

let stage: CrashStage
before(async () => {
  stage = await openCrashStage()
})
after(() => stage.close())

/** What was being done when the service died, and is done again after it is back. */
type Case = { title: string; calls: Call[] }
const cases: Case[] = []

async function dies(service: RunningService): Promise<void> {
  await assertDied(service)
  await putAside(stage.world)
}

/** A number whose callback never comes, so that only the worker's question brings the payment. */
const lost = '255700000006'

const acts: Record<string, { at: readonly CrashPoint[]; act(service: RunningService): Promise<Call[]> }> = {
  'a code of family B': {
    at: ['collection.sent'],
    async act(service) {
      const call = orderOf(stage, 'dynamic-qr', { amount: '100' })
      assert.equal(await send(service, call), null, 'it died before it could answer')
      return [call]
    },
  },
  'a signed callback for family B': {
    at: ['callback.stored', 'collection.resolving', 'collection.resolved'],
    async act(service) {
      const order = orderOf(stage, 'ussd-push', { amount: '100', customer_phone: '0712345678' })
      const made = await send(service, order)
      const callback = callbackOf(stage, String(made?.body.data.provider_reference))
      assert.equal(await send(service, callback), null, 'it died before it could answer')
      return [order, callback]
    },
  },
  'a push of family A': {
    at: deaths['the-service-dies-in-the-middle-of-a-payment'],
    async act(service) {
      const order = { amount: 100, phone: '0712345678', simulate_status: 'successful' }
      const call = orderOf(stage, 'wallet-push', order)
      await send(service, call)
      return [call]
    },
  },
}

/** A collection is claimed when it has been silent for a while, so this one is, and the while is cut short. */
async function claimOfSilence(service: RunningService): Promise<Call[]> {
  const { sql } = stage.world
  const call = orderOf(stage, 'wallet-push', { amount: 100, phone: lost })
  await send(service, call)
  await until(async () => {
    const [paid] = await sql`select 1 from network_payments where phone = ${lost} and state = 'paid'`
    return paid !== undefined
  })
  await sql`update collections set due_at = created_at where customer_phone = ${lost}`
  return [call]
}

/** In `npm test` the service dies twice, with whoever comes first above; the proof has every point with all of them. */
const inShort: readonly CrashPoint[] = ['collection.sent', 'collection.resolving']
const hadTheirTurn = new Set<CrashPoint>()

function isToDie(point: CrashPoint): boolean {
  return thoroughly || (inShort.includes(point) && !hadTheirTurn.has(point))
}

for (const [what, { at, act }] of Object.entries(acts)) {
  for (const point of at.filter(isToDie)) {
    hadTheirTurn.add(point)
    test(`the service dies at ${point} with ${what} in its hands`, async () => {
      const service = await stage.start(point)
      const calls = await (point === 'collection.claimed' ? claimOfSilence(service) : act(service))
      await dies(service)
      cases.push({ title: `${what} at ${point}`, calls })
    })
  }
}

test('back again, the same requests find one collection each, credited once and told once', async (context) => {
  tellProof(context, `${cases.length} collections in the hands of a service that died`)
  const { sql } = stage.world
  await bringBack(stage.world)
  const service = await stage.start()
  const ids = new Map<string, string>()
  for (const { title, calls } of cases) {
    const [order, sent] = calls
    const again = order && (await send(service, order))
    assert.equal(again?.status, 202, `${title}: ${JSON.stringify(again?.body)}`)
    assert.equal(again?.headers.get('idempotent-replayed'), 'true', title)
    assert.equal(again?.body.data.status, 'processing', title)
    ids.set(String(again?.body.data.collection_id ?? again?.body.data.id), title)
    const { qr_payload: code, provider_reference: reference } = again?.body.data ?? {}
    // A code that nobody had seen can be paid only now.
    const callback = sent ?? (code ? callbackOf(stage, String(reference)) : undefined)
    if (callback) {
      const told = await send(service, callback)
      assert.equal(told?.body.data.status, 'successful', `${title}: ${JSON.stringify(told?.body)}`)
    }
  }
  assert.equal(ids.size, cases.length)
  await until(async () => {
    const open = await sql`select 1 from collections where status = 'processing'`
    return open.length === 0
  })
  const ends = await sql<{ id: string; status: string; events: number; credits: number }[]>`
    select id, status, (select count(*)::int from events where resource_id = c.id) as events,
      (select count(*)::int from ledger_transactions where collection_id = c.id) as credits
    from collections c`
  assert.equal(ends.length, cases.length, 'no order became two')
  for (const { id, status, events, credits } of ends) {
    assert.deepEqual([status, events, credits], ['successful', 1, 1], ids.get(id))
  }
  const [network] = await sql<{ payments: number }[]>`select count(*)::int as payments from network_payments`
  assert.equal(network?.payments, cases.length, 'the provider was asked for each once')
  await assertBooksHold(stage.world)
  const books = await stage.checkBooks()
  assert.equal(books.code, 0, books.output)
  service.child.kill('SIGTERM')
  assert.deepEqual(await service.exit, { code: 0, signal: null })
})
