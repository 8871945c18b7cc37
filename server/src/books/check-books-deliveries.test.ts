import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { keepAttempts } from '../../test/events/keep-attempts.ts'
import { openToldMerchants } from '../../test/events/told-merchants.ts'
import { connectDatabase, type Database, urlOfDatabase } from '../database/database.ts'
import { checkBooks, runChecks } from './check-books.ts'
import { deliveryChecks } from './checks/delivery-checks.ts'

let stage: Awaited<ReturnType<typeof openToldMerchants>>
/** A superuser in the same database: nobody else gets past the triggers. */
let intruder: Database

before(async () => {
  stage = await openToldMerchants()
  const { database, world } = stage
  const [{ name } = { name: '' }] = await world.sql<{ name: string }[]>`select current_database() as name`
  const url = urlOfDatabase(database.adminUrl, name)
  intruder = connectDatabase({ url, poolSize: 1, applicationName: 'intruder' })
  await stage.configure('https://shop.example/events')
  await stage.configure('https://other.example/events', null, stage.strangerId)
  await stage.addEndpoint()
  await stage.addEndpoint({ url: 'https://kind.example', events: ['refund.*'] })
  await stage.addEndpoint({ url: 'https://codes.example', methods: ['DYNAMIC_QR'] })
  // Whatever is told in the minute of a change may be owed or not.
  stage.pass(61_000)
  for (const result of ['delivered', 'refused', null] as const) {
    const eventId = await stage.tell()
    const [owed] = await world.sql<{ id: string }[]>`
      select id from webhook_deliveries where event_id = ${eventId} and not is_added`
    if (result !== null) await keepAttempts(world, owed?.id ?? '', 3, result)
  }
  await stage.tell({ environment: 'sandbox' })
  await stage.tell({ merchantId: stage.strangerId })
  await stage.tell({ type: 'refund.success' })
})
after(async () => {
  await intruder.end()
  await stage.database.drop()
})

/** Which checks break by a damage that is undone afterwards. */
async function brokenBy(damage: string): Promise<string[]> {
  const undo = new Error('undone')
  let broken: string[] = []
  const damaged = intruder.begin(async (tx) => {
    await tx.unsafe('set local session_replication_role = replica')
    await tx.unsafe(damage)
    const findings = await runChecks(tx, stage.world.vault)
    broken = findings.filter(({ holds }) => !holds).map(({ check }) => check)
    throw undo
  })
  await assert.rejects(damaged, undo)
  return broken
}

const someEvent = '(select id from events order by id limit 1)'
const withBody = (body: string) => `update events set body = ${body} where id = ${someEvent}`

const damages: [check: string, damages: string[]][] = [
  [
    'every delivery tells of an event of its merchant and environment, and goes to their endpoint',
    [
      `delete from events where id = ${someEvent}`,
      `update webhook_deliveries set event_id = gen_random_uuid() where status = 'pending'`,
      `update webhook_deliveries set endpoint_id = gen_random_uuid() where status = 'exhausted'`,
      `update webhook_deliveries set environment = 'live' where environment = 'sandbox'`,
      `update webhook_deliveries d set endpoint_id = e.id from webhook_endpoints e
       where e.merchant_id <> d.merchant_id and e.environment = d.environment and d.status = 'delivered'`,
      `update webhook_deliveries d set event_id = e.id from events e
       where e.merchant_id <> d.merchant_id and e.environment = d.environment and d.status = 'delivered'`,
      `update webhook_deliveries d set endpoint_id = e.id from webhook_endpoints e
       where e.merchant_id = d.merchant_id and e.environment <> d.environment and d.status = 'delivered'`,
      `update webhook_deliveries set is_added = not is_added where status = 'delivered'`,
      `delete from added_webhook_endpoints where events is not null`,
    ],
  ],
  [
    'a delivery is delivered exactly when it has a time, and some attempt got through',
    [
      `delete from webhook_attempts where result = 'delivered'`,
      `update webhook_attempts set result = 'refused' where result = 'delivered'`,
      `update webhook_deliveries set delivered_at = null where status = 'delivered'`,
      `update webhook_deliveries set delivered_at = created_at where status = 'exhausted'`,
      `update webhook_deliveries set delivered_at = created_at where status = 'pending'`,
    ],
  ],
  [
    'the body of every event says whose it is and what it tells',
    [
      withBody(`''`),
      withBody(`'["collection.success"]'`),
      withBody(`left(body, -1)`),
      withBody(`'{"type":"collection.failed",' || substr(body, 2)`),
      withBody(`replace(body, 'collection.success', 'collection.successful')`),
      withBody(`replace(body, merchant_id::text, gen_random_uuid()::text)`),
      withBody(`replace(body, '"live"', '"sandbox"')`),
      withBody(`replace(body, '"data"', '"date"')`),
      `update events set type = 'collection.failed' where id = ${someEvent}`,
    ],
  ],
  [
    'every event that an added endpoint asks for is owed to it, or was',
    [
      `delete from webhook_deliveries where endpoint_id = (select id from added_webhook_endpoints where events is not null)`,
      `delete from webhook_deliveries where id = (select id from webhook_deliveries where is_added order by id desc limit 1)`,
      `update webhook_deliveries d set endpoint_id = e.id, is_added = false from webhook_endpoints e
       where d.is_added and e.merchant_id = d.merchant_id and e.environment = d.environment`,
      `update added_webhook_endpoints set methods = null`,
      `update added_webhook_endpoints set events = null where events is not null`,
      `update added_webhook_endpoints set asks_since = asks_since - interval '1 day', events = '{collection.*}'
       where methods is null and events is not null`,
    ],
  ],
  [
    "every endpoint has the address that follows from its merchant's configuration",
    [
      `update webhook_configs set webhook_url = 'https://elsewhere.example' where merchant_id =
       (select merchant_id from webhook_configs limit 1)`,
      `update webhook_configs set sandbox_webhook_url = 'https://elsewhere.example'`,
      `update webhook_endpoints set url = null where environment = 'live'`,
      `update webhook_endpoints set url = 'https://elsewhere.example' where environment = 'sandbox'`,
      `delete from webhook_configs`,
      `delete from webhook_endpoints where environment = 'sandbox'`,
    ],
  ],
]

test('sound deliveries hold in every check, and every check of them has its damage here', async () => {
  const findings = (await checkBooks(stage.world)).filter(({ check }) =>
    deliveryChecks.some((one) => one.check === check),
  )
  assert.deepEqual(
    findings.map(({ check, details }) => [check, details]),
    damages.map(([check]) => [check, null]),
  )
})

test('an address of its own for the sandbox is as sound as one for both', async () => {
  const own = `update webhook_configs set sandbox_webhook_url = 'https://own.example';
    update webhook_endpoints set url = 'https://own.example' where environment = 'sandbox'`
  assert.ok(!(await brokenBy(own)).includes(damages.at(-1)?.[0] ?? ''))
})

for (const [check, plants] of damages) {
  test(`damage to deliveries is found: ${check}`, async () => {
    for (const plant of plants) {
      const broken = await brokenBy(plant)
      assert.ok(broken.includes(check), `${plant}\nbroke only: ${broken.join('; ') || 'nothing'}`)
    }
  })
}
