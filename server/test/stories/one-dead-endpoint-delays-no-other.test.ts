import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Service, startService } from '../service.ts'
import { until } from '../test-clusters.ts'
import { endStory } from './money/books.ts'
import { type ManyEared, openManyEared } from './webhooks/many-eared-shop.ts'
import { hang, type OwnEndpoint, openEndpoint } from './webhooks/own-endpoint.ts'

let service: Service
before(async () => {
  service = await startService()
})
after(() => endStory(service))

const owedToDead = 2_000
const sales = 5

/** The event is owed to one endpoint so many more times, since before everything else. */
async function owe({ merchantId }: ManyEared, endpointId: string, eventId: string): Promise<void> {
  const now = service.world.clock.now()
  const owed = await service.world.sql`
    insert into webhook_deliveries
      (id, event_id, endpoint_id, merchant_id, environment, cause, status, due_at, created_at, is_added)
    select gen_random_uuid(), ${eventId}, e.id, ${merchantId}, 'sandbox', 'replay', 'pending',
      ${now}::timestamptz - place * interval '1 ms', ${now}, e.is_added
    from (select id, false as is_added from webhook_endpoints union all select id, true from added_webhook_endpoints) e,
      generate_series(1, ${owedToDead}::integer) as place
    where e.id = ${endpointId}`
  assert.equal(owed.count, owedToDead)
}

/** One ear of a shop hangs, with much that is owed to it; its other ears and another shop hear of each sale all the same. */
async function assertOthersHear(shop: ManyEared, dead: OwnEndpoint, deadId: string, others: OwnEndpoint[]) {
  const neighbour = await openManyEared(service)
  const { eventId } = await shop.sell()
  await until(() => [dead, ...others].every((ear) => ear.idsSeen().includes(eventId)))
  dead.script = hang
  await owe(shop, deadId, eventId)
  await until(() => dead.busy > 0)
  for (let sale = 0; sale < sales; sale += 1) {
    const [own, theirs] = [await shop.sell(), await neighbour.sell()]
    await until(() => others.every((ear) => ear.idsSeen().includes(own.eventId)))
    await until(() => neighbour.own.idsSeen().includes(theirs.eventId))
  }
  for (const ear of [...others, neighbour.own])
    assert.equal(ear.letters.length, new Set(ear.idsSeen()).size, 'what was heard was heard once')
  const [{ owed } = { owed: 0 }] = await service.world.sql<{ owed: number }[]>`
    select count(*)::int as owed from webhook_deliveries where endpoint_id = ${deadId} and due_at is not null`
  assert.equal(
    owed,
    owedToDead + sales,
    'the dead one is owed everything still, what was sold since included',
  )
  assert.ok(dead.mostBusy <= 5, `${dead.mostBusy} calls hang at once`)
}

test('an added endpoint that hangs holds up neither the default one, nor another added one, nor another shop', async () => {
  const [dead, quick] = [await openEndpoint(), await openEndpoint()]
  const shop = await openManyEared(service)
  const { id } = await shop.add({ url: dead.url })
  await shop.add({ url: quick.url })
  await assertOthersHear(shop, dead, id, [shop.own, quick])
})

test('a default endpoint that hangs holds up none that was added', async () => {
  const [one, other] = [await openEndpoint(), await openEndpoint()]
  const shop = await openManyEared(service)
  for (const { url } of [one, other]) await shop.add({ url })
  const own = (await shop.list('?environment=sandbox')).find(({ is_default: is }) => is)
  await assertOthersHear(shop, shop.own, own?.id ?? assert.fail(), [one, other])
})
