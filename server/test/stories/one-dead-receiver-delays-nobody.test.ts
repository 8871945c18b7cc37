import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { deadlineMs } from '../../src/courier/courier.ts'
import { type Service, startService } from '../service.ts'
import { until } from '../test-clusters.ts'
import { endStory } from './money/books.ts'
import { type ListeningShop, openListeningShop } from './webhooks/listening-shop.ts'
import { hang, openEndpoint } from './webhooks/own-endpoint.ts'

const ears = { dead: await openEndpoint(), busy: await openEndpoint(), quiet: await openEndpoint() }
let service: Service
let shops: Record<keyof typeof ears, ListeningShop>
before(async () => {
  service = await startService()
  shops = {
    dead: await openListeningShop(service, ears.dead.url),
    busy: await openListeningShop(service, ears.busy.url),
    quiet: await openListeningShop(service, ears.quiet.url),
  }
})
after(() => endStory(service))

/** The event is owed so many more times, long since, as after a replay that nobody was there to receive. */
async function owe({ merchantId }: ListeningShop, eventId: string, times: number): Promise<void> {
  await service.world.sql`
    insert into webhook_deliveries (id, event_id, endpoint_id, merchant_id, environment, cause, status, due_at, created_at)
    select gen_random_uuid(), ${eventId}, e.id, e.merchant_id, e.environment, 'replay', 'pending',
      ${service.world.clock.now()}::timestamptz - place * interval '1 ms', ${service.world.clock.now()}
    from webhook_endpoints e, generate_series(1, ${times}::integer) as place
    where e.merchant_id = ${merchantId} and e.environment = 'sandbox'`
}

async function owedTo({
  merchantId,
}: ListeningShop): Promise<{ owed: number; tried: number; taken: number }> {
  const [row] = await service.world.sql<{ owed: number; tried: number; taken: number }[]>`
    select count(*) filter (where due_at is not null)::int as owed, count(*) filter (where attempts > 0)::int as tried,
      count(*) filter (where lease > 0)::int as taken
    from webhook_deliveries where merchant_id = ${merchantId}`
  return row ?? assert.fail()
}

const [owedToDead, owedToBusy] = [20_000, 15_000]

test('twenty thousand owed to one who hangs, and a long backlog of another, keep no third one waiting', async () => {
  const [first, another] = [await shops.dead.sell(), await shops.busy.sell()]
  await shops.dead.delivery(first, ({ status }) => status === 'delivered')
  ears.dead.script = hang
  await owe(shops.dead, first, owedToDead)
  await owe(shops.busy, another, owedToBusy)
  const began = performance.now()
  await until(() => ears.dead.busy > 0 && ears.busy.letters.length > 100)
  for (let sale = 0; sale < 5; sale += 1) {
    const event = await shops.quiet.sell()
    await until(() => ears.quiet.idsSeen().includes(event))
  }
  const [dead, busy] = await Promise.all([shops.dead, shops.busy].map(owedTo))
  // Five calls to the dead one hang at a time, each until it is given up. On a busy machine that may have happened.
  const rounds = 1 + Math.floor((performance.now() - began) / deadlineMs)
  assert.equal(dead?.owed, owedToDead, 'nothing was taken by the dead one')
  assert.ok(dead.tried <= 1 + 5 * (rounds - 1), `${dead.tried} calls in ${rounds} rounds were given up`)
  assert.ok(dead.taken <= 1 + 5 * rounds, `${dead.taken} were taken in hand in ${rounds} rounds`)
  assert.ok(busy && busy.owed > 0, 'before the backlog of the other was done')
  assert.equal(new Set(ears.quiet.idsSeen()).size, 5)
})

test('one who hangs is called a few times at once, and one who is quick not more than twenty', async () => {
  assert.ok(ears.dead.mostBusy <= 5, `${ears.dead.mostBusy} calls hang`)
  await until(async () => (await owedTo(shops.busy)).tried > 1_000)
  const { mostBusy } = ears.busy
  assert.ok(mostBusy <= 20, `${mostBusy} calls at once`)
})

test('what is delivered of the backlog is delivered once', async () => {
  const { merchantId } = shops.busy
  const doubled = await service.world.sql`
    select from webhook_deliveries where merchant_id = ${merchantId} and (lease > 1 or attempts > 1)`
  assert.equal(doubled.length, 0)
})
