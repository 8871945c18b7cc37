import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { takeBill } from '../../src/bills/bills.ts'
import { type Service, startService } from '../service.ts'
import { until } from '../test-clusters.ts'
import { hireAdmin } from './money/admin.ts'
import { endStory } from './money/books.ts'
import { type Counter, openCounter } from './money/counter-of-bills.ts'
import { dataOf, type Fields } from './money/shop.ts'

let service: Service
let at: Counter
let admin: Awaited<ReturnType<typeof hireAdmin>>
before(async () => {
  service = await startService()
  at = await openCounter(service)
  admin = await hireAdmin(service)
})
after(() => endStory(service))

const insist = { insist: true }

/** What is owed to payers of this merchant, and in the operator's own book. */
async function owed(merchantId = at.shop.merchantId): Promise<string> {
  const [row] = await service.world.sql<{ sum: string }[]>`
    select coalesce(sum(balance), 0)::text as sum from ledger_accounts
    where kind = 'returns' and merchant_id = ${merchantId} and environment = 'sandbox'`
  return row?.sum ?? ''
}
const operator = '00000000-0000-0000-0000-000000000000'
const refundsOf = async (collectionId: unknown) =>
  (dataOf(await at.shop.call('/v1/refunds')).items as Fields[]).filter(
    (one) => one.collection_id === collectionId,
  )

/** What a provider says of money for a number, through the door of all such words. */
const tell = (
  reference: string,
  bill: { number: string; amount: bigint; payer?: string },
  kind = 'succeeded',
) =>
  takeBill(service.parts, {
    ...{
      provider: 'sandbox',
      eventId: `${reference} ${kind}`,
      reference,
      about: 'collection',
      isGenuine: true,
    },
    outcome:
      kind === 'succeeded'
        ? { kind, providerStatus: 'COMPLETED', paid: { amount: bill.amount, currency: 'TZS' } }
        : { kind: 'reversed', providerStatus: 'REVERSED' },
    bill: { payer: null, currency: 'TZS', account: at.shop.merchantId, ...bill },
  })

for (const [what, number, amount] of [
  ['too much', async () => (await at.make({ kind: 'ORDER', amount: '1000' })).number, '1500'],
  ['too little', async () => (await at.make({ kind: 'ORDER', amount: '1000' })).number, '999'],
  [
    'for a number that is closed',
    async () => {
      const made = await at.make({ kind: 'ORDER', amount: '1000' })
      await at.shop.call(`/v1/control-numbers/${made.id}/cancel`, { method: 'POST' })
      return made.number
    },
    '1000',
  ],
] as const) {
  test(`money that came ${what} is owed to its payer, and goes back`, async () => {
    const before = await at.shop.balance()
    const paid = await at.pay(await number(), amount, insist)
    assert.deepEqual([paid.outcome, paid.status], ['paid', 'failed'])
    const collection = await at.collection(paid.collection_id)
    assert.match(String(collection.message), /goes back to whoever paid/)
    const [refund] = await refundsOf(paid.collection_id)
    assert.deepEqual([refund?.origin, Number(refund?.amount)], ['mispaid', Number(amount)])
    await at.until(async () => (await refundsOf(paid.collection_id))[0]?.status === 'SUCCESS')
    assert.equal(await owed(), '0')
    assert.deepEqual(await at.shop.balance(), before)
  })
}

test('of two who pay one order at once one is welcome, and the other gets the money back', async () => {
  const { id, number } = await at.make({ kind: 'ORDER', amount: '1000' })
  const bill = { number: String(number), amount: 100_000n, payer: '255712345678' }
  const both = await Promise.all([tell('RACE-1', bill), tell('RACE-2', bill)])
  assert.deepEqual(both.map(({ status }) => status).sort(), ['failed', 'successful'])
  const { status, paid_count: count, paid_amount: sum } = await at.read(id)
  assert.deepEqual([status, count, sum], ['PAID', 1, '1000.00'])
  const [refused] = both.filter((one) => one.status === 'failed')
  await at.until(async () => (await refundsOf(refused?.collectionId))[0]?.origin === 'mispaid')
})

test('one receipt is one payment, whoever tells of it and how often, also at the same moment', async () => {
  const { id, number } = await at.make({ kind: 'CUSTOMER' })
  const bill = { number: String(number), amount: 70_000n, payer: '255712345678' }
  const heard = await Promise.all(Array.from({ length: 5 }, () => tell('SAME-1', bill)))
  assert.equal(new Set(heard.map(({ collectionId }) => collectionId)).size, 1)
  assert.deepEqual(heard.map(({ outcome }) => outcome).sort(), [
    'applied',
    'duplicate',
    'duplicate',
    'duplicate',
    'duplicate',
  ])
  assert.deepEqual((await at.read(id)).paid_amount, '700.00')
})

test('a reversal that overtakes the money leaves nothing of it', async () => {
  const { id, number } = await at.make({ kind: 'ORDER', amount: '700' })
  const bill = { number: String(number), amount: 70_000n }
  assert.equal((await tell('BACK-1', bill, 'reversed')).status, 'reversed')
  assert.equal((await tell('BACK-1', bill)).outcome, 'duplicate')
  const { status, paid_count: count } = await at.read(id)
  assert.deepEqual([status, count], ['ACTIVE', 0])
})

test('money for a number that nobody has is owed by the operator, and a person is told', async () => {
  const number = at.mistyped((await at.make({ kind: 'ORDER', amount: '1000' })).number)
  const paid = await at.pay(number, '1000', insist)
  assert.deepEqual([paid.answer, paid.outcome, paid.collection_id], ['unknown', 'paid', null])
  // Nobody waits for the callback of what made no payment.
  await until(async () => (await owed(operator)) === '100000')
  const open = dataOf(await admin.call('/v1/admin/discrepancies?status=open', 'sandbox')).items as Fields[]
  const [found] = open.filter((one) => one.reference === paid.receipt)
  assert.deepEqual(
    [found?.kind, found?.ours, found?.theirs],
    ['unknown_reference', `nobody has the control number ${number}`, 'successful TZS 1000.00'],
  )
  const booked = await service.world.sql`
    select from ledger_transactions where reference = ${String(paid.receipt)} and merchant_id = ${at.shop.merchantId}`
  assert.equal(booked.length, 0, "it is no merchant's")
  const back = { number: String(number), amount: 100_000n }
  assert.equal((await tell(String(paid.receipt), back, 'reversed')).outcome, 'applied')
  assert.equal((await tell(String(paid.receipt), back, 'reversed')).outcome, 'duplicate')
  assert.equal(await owed(operator), '0')
})

test('where nobody knows whose network it is, a person says where the money goes', async () => {
  const { number } = await at.make({ kind: 'ORDER', amount: '1000' })
  const paid = await at.pay(number, '2000', { ...insist, phone: '255201234567' })
  const { collection_id: collectionId } = paid
  assert.equal(paid.status, 'failed')
  const [found] = await admin.discrepancies(collectionId, 'sandbox')
  assert.deepEqual([found?.kind, found?.theirs], ['bill_refused', 'successful TZS 2000.00'])
  const settled = await admin.settle(
    found?.id,
    { action: 'return_to_payer', note: 'She called.', destination_code: 'MPESA' },
    'sandbox',
  )
  assert.equal(settled.status, 200, JSON.stringify(settled.body))
  await at.until(async () => (await refundsOf(collectionId))[0]?.status === 'SUCCESS')
})
