import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import * as callbacks from '../../src/callbacks/callbacks.ts'
import * as http from '../../src/http/http.ts'
import type { Chore } from '../../src/jobs/jobs.ts'
import * as providers from '../../src/providers/providers.ts'
import * as webhookDeliveries from '../../src/webhook-deliveries/webhook-deliveries.ts'
import * as withdrawals from '../../src/withdrawals/withdrawals.ts'
import { type Service, startService } from '../service.ts'
import { countRows, endStory } from './money/books.ts'
import { ownClock } from './money/own-provider.ts'
import { inWords, openShop, type Shop } from './money/shop.ts'

const dayMs = 24 * 3_600_000
const clock = ownClock()
let service: Service
let shop: Shop
before(async () => {
  service = await startService({ clock, environment: { ROLE: 'api' } })
  shop = await openShop(service)
})
after(() => endStory(service))

/** Lets days pass, with the chores that keep and forget at work in each of them. */
async function passDays(days: number): Promise<void> {
  const rooms = [callbacks, http, providers, webhookDeliveries, withdrawals]
  const chores: Chore[] = rooms.flatMap((room) => room.chores(service.parts))
  const forgetting = chores.filter(({ name }) => /\.(keep|forget|drop-old)$/.test(name))
  assert.ok(forgetting.length >= 5)
  for (let day = 0; day < days; day += 5) {
    clock.pass(Math.min(5, days - day) * dayMs)
    for (const chore of forgetting) if ('work' in chore) await chore.work()
  }
}

test('a callback that is repeated after its name was forgotten moves nothing', async () => {
  const { id, provider_reference } = await shop.push()
  const reference = String(provider_reference)
  const paid = { reference, eventId: randomUUID() }
  const failed = { reference, eventId: randomUUID(), type: 'collection.failed' }
  const outcomeOf = async (told: typeof paid) => (await shop.tell(told)).body.data.outcome
  assert.equal(await outcomeOf(paid), 'applied')
  assert.equal(await outcomeOf(failed), 'discrepancy')
  await passDays(20)
  assert.deepEqual([await outcomeOf(paid), await outcomeOf(failed)], ['duplicate', 'duplicate'])
  await passDays(20)
  assert.equal(await countRows(service.world, 'provider_events'), 0)
  for (const told of [paid, failed, paid]) assert.notEqual(await outcomeOf(told), 'applied')
  assert.deepEqual(inWords(await shop.transactions()), ['credit collection 1500.00 → 1500.00'])
  assert.deepEqual(await shop.events(id), ['collection.success'])
  assert.equal(await countRows(service.world, 'discrepancies'), 1)
})

test('a request that is repeated at midnight or after weeks is answered, not carried out again', async () => {
  const key = randomUUID()
  const first = await shop.push({}, { idempotencyKey: key })
  const sent = await countRows(service.world, 'collections')
  for (const days of [1, 14, 14]) {
    await passDays(days)
    assert.deepEqual((await shop.push({}, { idempotencyKey: key })).id, first.id)
    assert.equal(await countRows(service.world, 'collections'), sent)
  }
})
