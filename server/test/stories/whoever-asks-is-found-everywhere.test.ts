import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { carryOutRequests, prepareExports } from '../../src/privacy/privacy.ts'
import { declined, succeeded, workOnce } from './money/own-provider.ts'
import { openPage } from './money/page.ts'
import { dataOf, type Fields } from './money/shop.ts'
import { findTraces, zuhura } from './privacy/canaries.ts'
import { openRefundStage, type RefundStage } from './refunds/stage.ts'

let stage: RefundStage
type Counter = Awaited<ReturnType<RefundStage['openCounter']>>
let shop: Counter
before(async () => {
  stage = await openRefundStage()
  shop = await stage.openCounter(1_000_000n)
})
after(() => stage.close())

const path = '/v1/merchant/privacy-requests'
const read = async (id: unknown) => dataOf(await shop.dashboard(`${path}/${id}`, 'live'))
/** Asked for and carried out. */
async function asked(kind: 'export' | 'erase', who: Fields = { phone: zuhura.dialled }): Promise<Fields> {
  const { id } = dataOf(await shop.dashboard(path, 'live', { body: { kind, ...who } }))
  await carryOutRequests(stage.service.world)
  await prepareExports(stage.service.world, { onError: assert.fail })
  return await read(id)
}
async function exported(): Promise<{ kind: string; data: Fields }[]> {
  const { id } = await asked('export')
  const file = await shop.dashboard(`${path}/${id}/file`, 'live')
  return String(file.body)
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as { kind: string; data: Fields })
    .slice(1, -1)
}

test('whoever tried to pay what somebody else paid is found by their try, and by nothing of the other', async () => {
  const page = await openPage(stage.service, shop)
  for (const [phone, word] of [
    [zuhura.dialled, declined],
    ['0754000001', succeeded()],
  ] as const) {
    const { tried } = await page.begin({ phone })
    await workOnce(stage.service)
    await stage.provider.tell(stage.service, tried.provider_reference, word)
  }
  const [line, ...others] = await exported()
  assert.deepEqual([line?.kind, line?.data.customer_phone, line?.data.state], ['try', zuhura.phone, 'failed'])
  assert.deepEqual(others, [])
  assert.doesNotMatch(JSON.stringify(line), /255754000001/)

  const scheduled = await asked('erase')
  assert.equal(scheduled.status, 'SCHEDULED', JSON.stringify(scheduled))
  assert.ok((await findTraces(stage.service)).includes('collection_tries: phone'))
  stage.clock.pass(Date.parse(`${scheduled.erases_on}T00:00:00+03:00`) - stage.clock.now().getTime() + 1)
  await carryOutRequests(stage.service.world)
  const { sql } = stage.service.world
  await sql`update sessions set expires_at = expires_at + interval '100 years'`
  assert.equal((await read(scheduled.id)).status, 'DONE')
  const tries = await sql<Fields[]>`
    select number, customer_phone from collection_tries where collection_id = ${page.id} order by number`
  assert.deepEqual(
    tries.map(({ customer_phone: phone }) => phone),
    [null, '255754000001'],
  )
})

test('a file of somebody has where they are saved to be paid, and what was looked up about them', async () => {
  const place = { method: 'MOBILE_MONEY', destination_code: 'MPESA', destination_identifier: zuhura.dialled }
  const named = { ...place, destination_name: zuhura.name }
  dataOf(await shop.dashboard('/v1/recipients', 'live', { body: named }))
  dataOf(
    await shop.dashboard('/v1/recipients', 'live', {
      body: { ...named, destination_identifier: '0754000002', destination_name: 'Somebody Else' },
    }),
  )
  const { sql, newId, clock } = stage.service.world
  await sql`
    insert into name_look_ups (id, merchant_id, environment, method, destination_code, destination_identifier, outcome,
      registered_name, created_at, expires_at)
    values (${newId()}, ${shop.merchantId}, 'live', 'MOBILE_MONEY', 'MPESA', ${zuhura.phone}, 'found', ${zuhura.name},
      ${clock.now()}, ${clock.now()})`
  const lines = await exported()
  assert.deepEqual(
    lines.map(({ kind, data }) => [kind, data.destination_name ?? data.registered_name]),
    [
      ['recipient', zuhura.name],
      ['name_look_up', zuhura.name],
    ],
  )
})

test('whoever is erased stands in no request of theirs either, whatever they asked before', async () => {
  await asked('export', { email: zuhura.email.toUpperCase() })
  await asked('export', { phone: '0754000003' })
  assert.ok((await findTraces(stage.service)).some((trace) => trace.startsWith('privacy_requests')))
  const erased = await asked('erase', { phone: zuhura.dialled, email: zuhura.email })
  assert.equal(erased.status, 'DONE')
  const left = (await findTraces(stage.service)).filter((trace) => trace.startsWith('privacy_requests'))
  assert.deepEqual(left, [])
  const { count } = await stage.service.world.sql`
    select from privacy_requests where phone = '255754000003'`
  assert.equal(count, 1, 'of others nothing goes')
})
