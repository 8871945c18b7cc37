import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { readConfig } from '../../src/config.ts'
import { examine } from '../../src/operator/doctor.ts'
import { type Service, startService } from '../service.ts'
import { endStory } from './money/books.ts'
import { ownClock, ownProvider, succeeded, workOnce } from './money/own-provider.ts'
import { dataOf, openShop } from './money/shop.ts'
import { inShort } from './parts/newcomers.ts'
import { openDesk } from './payouts/desk.ts'
import { openTill, type Till } from './payouts/till.ts'

const provider = ownProvider()
const clock = ownClock()
let service: Service
let full: Till
before(async () => {
  service = await startService({ clock, environment: { ROLE: 'api' }, providers: { live: provider } })
  full = await openTill(service, 999_999_999_999_000n)
})
after(() => endStory(service))

test('a top-up that a balance cannot hold is refused in plain words, and moves nothing', async () => {
  const shop = await openShop(service)
  const topUp = (amount: string) => shop.call('/v1/sandbox/top-up', { body: { amount } })
  assert.equal((await topUp('9999999999999.99')).status, 200)
  const refused = await topUp('0.01')
  assert.equal(inShort(refused), '422 amount_not_supported')
  assert.match(refused.body.error.message, /A balance holds up to TZS 9999999999999\.99/)
  assert.equal((await shop.balance()).available, '9999999999999.99')
})

test('a payment that no balance can hold waits where people see it, and goes on as soon as it can', async () => {
  const desk = await openDesk(service)
  const listed = async () =>
    dataOf(await desk.call('/v1/admin/quarantine', 'live')).items as Record<string, unknown>[]
  const symptom = async () =>
    (await examine(readConfig({}), service.world, 'a test')).find(({ check }) => check === 'quarantine')
  assert.deepEqual(await listed(), [])
  assert.equal((await symptom())?.state, 'ok')
  provider.script.collect = () => succeeded()
  provider.script.lookUp = () => succeeded()
  const [stuck, neighbour] = [await full.push({}, { key: full.liveKey }), await openShop(service)]
  const beside = await neighbour.push({}, { key: neighbour.liveKey })
  await assert.rejects(workOnce(service), /1 of 2 could not be looked after/)
  assert.equal((await neighbour.state(beside.id, neighbour.liveKey)).status, 'successful')
  assert.equal((await full.state(stuck.id, full.liveKey)).status, 'processing')
  const [entry] = await listed()
  assert.deepEqual(
    [entry?.id, entry?.about, entry?.status, entry?.said, entry?.source, entry?.times],
    [stuck.id, 'collection', 'processing', 'succeeded', 'reply', 1],
  )
  assert.match(String(entry?.because), /A balance holds up to/)
  assert.deepEqual(dataOf(await desk.call('/v1/admin/quarantine', 'sandbox')).items, [])
  assert.match(
    String((await service.call('/metrics')).body),
    /malipo_waiting_for_people{what="quarantine"} 1/,
  )
  assert.match(String((await symptom())?.details), /1 live payments cannot go on/)
  // The owner pays some of it out, and the next look-up finds room for the payment.
  const { id } = await full.submit({ amount: '10000' })
  assert.equal(inShort(await desk.decide(id, 'approve')), '200')
  clock.pass(60_000)
  await workOnce(service)
  assert.equal((await full.state(stuck.id, full.liveKey)).status, 'successful')
  assert.deepEqual(await listed(), [])
  assert.equal((await symptom())?.state, 'ok')
})
