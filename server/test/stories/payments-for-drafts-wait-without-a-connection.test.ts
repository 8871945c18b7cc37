import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import type { Transaction } from '../../src/database/database.ts'
import { type Service, startService } from '../service.ts'
import { until } from '../test-clusters.ts'
import { tillOf } from './invoices/paying.ts'
import { drafted } from './invoices/till.ts'
import { endStory } from './money/books.ts'
import { ownProvider } from './money/own-provider.ts'
import { dataOf, type Fields, openShop, type Shop, somebody } from './money/shop.ts'
import { inShort } from './parts/newcomers.ts'
import { hireRuleMaker, type RuleMaker } from './risk/rule-maker.ts'

/** Many times as many as there are connections for money. */
const many = 60

const provider = ownProvider({ collect: () => ({ kind: 'pending', providerStatus: 'PENDING' }) })
let service: Service
let rules: RuleMaker
before(async () => {
  service = await startService({ environment: { ROLE: 'api' }, providers: { live: provider } })
  rules = await hireRuleMaker(service)
})
after(() => endStory(service))

const push = (shop: Shop, more: Fields = {}, idempotencyKey: string = randomUUID()) =>
  shop.order(
    'ussd-push',
    { amount: '1000.00', customer_phone: somebody, ...more },
    { key: shop.liveKey, idempotencyKey },
  )

const draftOf = async (shop: Shop) => (await drafted(service, tillOf(shop), {}, { key: shop.liveKey })).id

const statusOf = async (shop: Shop, id: string) =>
  dataOf(await shop.call(`/v1/invoices/${id}`, { key: shop.liveKey })).status

async function sinceWhenSent(id: string): Promise<number> {
  const steps = await service.world.sql`
    select from invoice_history where invoice_id = ${id} and to_status = 'SENT'`
  return steps.count
}

async function waitInTheDatabase(): Promise<number> {
  const waiting = await service.world.sql`
    select from pg_locks
    where not granted and database = (select oid from pg_database where datname = current_database())`
  return waiting.count
}

/** Many payments for a draft, of which none can be made while somebody holds what they need; and what others do meanwhile. */
async function floodWhile(
  hold: (tx: Transaction) => Promise<unknown>,
  flood: () => Promise<{ status: number }>,
  meanwhile: () => Promise<void>,
): Promise<number[]> {
  const { world } = service
  const isOver = Promise.withResolvers<void>()
  let paused = 0
  world.pause = async () => {
    paused += 1
    await isOver.promise
  }
  try {
    const answers = await world.sql.begin(async (tx) => {
      await hold(tx)
      const asked = Array.from({ length: many }, flood)
      await until(async () => paused >= many || (await waitInTheDatabase()) > 0)
      assert.equal(await waitInTheDatabase(), 0, 'nobody waits with a connection')
      await meanwhile()
      return asked
    })
    isOver.resolve()
    return (await Promise.all(answers)).map(({ status }) => status)
  } finally {
    isOver.resolve()
    delete world.pause
  }
}

test('while somebody counts the payments of a merchant, those for its drafts keep nobody else waiting', async () => {
  const [shop, other] = [await openShop(service), await openShop(service)]
  for (const ruled of [shop, other])
    await rules.make(ruled, { field: 'merchant_count_10m', is: 'more_than', value: '900' })
  const [id, others] = [await draftOf(shop), await draftOf(other)]
  const name = `risk collections live merchant ${shop.merchantId}`
  const statuses = await floodWhile(
    (tx) => tx`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`,
    () => push(shop, { invoice_id: id }),
    async () => {
      assert.equal(inShort(await push(other)), '202')
      assert.equal(inShort(await push(other, { invoice_id: others })), '202')
      assert.equal(await statusOf(shop, id), 'DRAFT')
    },
  )
  assert.deepEqual(statuses, Array(many).fill(202))
  assert.equal(await sinceWhenSent(id), 1)
})

test('while somebody changes a draft, payments for it keep nobody else waiting, and issue it once', async () => {
  const [shop, other] = [await openShop(service), await openShop(service)]
  const [id, others] = [await draftOf(shop), await draftOf(other)]
  const statuses = await floodWhile(
    (tx) => tx`select from invoices where id = ${id} for update`,
    () => push(shop, { invoice_id: id }),
    async () => {
      assert.equal(inShort(await push(other, { invoice_id: others })), '202')
      assert.equal(await statusOf(other, others), 'SENT')
    },
  )
  assert.deepEqual(statuses, Array(many).fill(202))
  assert.equal(await sinceWhenSent(id), 1)
})

test('a draft that is voided while its payments wait is paid by none of them', async () => {
  const shop = await openShop(service)
  const id = await draftOf(shop)
  const statuses = await floodWhile(
    (tx) => tx`update invoices set status = 'VOID', voided_at = now() where id = ${id}`,
    () => push(shop, { invoice_id: id }),
    async () => {},
  )
  assert.deepEqual(statuses, Array(many).fill(409))
  assert.equal(await statusOf(shop, id), 'VOID')
})

for (const [rule, field] of [
  ['no rule', null],
  ['a rule that counts', 'merchant_count_10m'],
] as const) {
  test(`with ${rule}, a key that was used for something else issues no invoice`, async () => {
    const shop = await openShop(service)
    if (field !== null) await rules.make(shop, { field, is: 'more_than', value: '900' })
    const [key, id] = [randomUUID(), await draftOf(shop)]
    assert.equal(inShort(await push(shop, {}, key)), '202')
    assert.equal(inShort(await push(shop, { invoice_id: id }, key)), '422 idempotency_key_reused')
    assert.equal(await statusOf(shop, id), 'DRAFT')
    const first = await push(shop, { invoice_id: id })
    assert.equal(inShort(first), '202')
    assert.equal(await statusOf(shop, id), 'SENT')
  })

  test(`with ${rule}, two bodies under one key at once make one payment and issue its invoice alone`, async () => {
    const shop = await openShop(service)
    if (field !== null) await rules.make(shop, { field, is: 'more_than', value: '900' })
    const [key, ...ids] = [randomUUID(), await draftOf(shop), await draftOf(shop)]
    const answers = await Promise.all(ids.map((id) => push(shop, { invoice_id: id }, key)))
    assert.deepEqual(answers.map(inShort).toSorted(), ['202', '422 idempotency_key_reused'])
    const statuses = await Promise.all(ids.map((id) => statusOf(shop, id)))
    assert.deepEqual(
      statuses,
      answers.map(({ status }) => (status === 202 ? 'SENT' : 'DRAFT')),
    )
  })
}
