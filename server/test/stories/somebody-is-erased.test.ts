import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { carryOutRequests, forgetOld } from '../../src/privacy/privacy.ts'
import { assertBooksHold } from './money/books.ts'
import { pendingWithCode, succeeded, workOnce } from './money/own-provider.ts'
import { dataOf, type Fields } from './money/shop.ts'
import { inShort } from './parts/newcomers.ts'
import { endWhatIsOld, findTraces, mayStandMeanwhile, zuhura } from './privacy/canaries.ts'
import { payAmongOthers } from './privacy/pay-among-others.ts'
import { erasedOnPage } from './privacy/what-a-bill-says.ts'
import { openRefundStage, type RefundStage } from './refunds/stage.ts'

const dayMs = 24 * 3_600_000

let stage: RefundStage
type Counter = Awaited<ReturnType<RefundStage['openCounter']>>
let counter: Counter

before(async () => {
  stage = await openRefundStage()
  counter = await stage.openCounter(5_000_000n)
  await stage.service.world.sql`
    update merchants set verification_status = 'verified' where id = ${counter.merchantId}`
})
after(() => stage.close())

const ask = (shop: Counter, body: Fields, environment: 'live' | 'sandbox' = 'live') =>
  shop.dashboard('/v1/merchant/privacy-requests', environment, { body })
const read = async (shop: Counter, id: unknown) =>
  dataOf(await shop.dashboard(`/v1/merchant/privacy-requests/${id}`, 'live'))
const keyed = () => ({ 'idempotency-key': randomUUID() })

/** Everything that can know somebody: saved, paid, declined, refunded to an account, paid out to, billed, written to, looked up. */
async function meet(
  shop: Counter,
): Promise<Record<'paid' | 'declined' | 'refund' | 'payout' | 'invoice' | 'customer', string>> {
  const { sql } = stage.service.world
  const metadata = { order: zuhura.word }
  const { name, dialled, email } = zuhura
  const customer = dataOf(
    await shop.dashboard('/v1/customers', 'live', {
      body: { name, phone: dialled, email, metadata },
      headers: keyed(),
    }),
  )
  const order = {
    ...{ customer_phone: dialled, customer_name: name, customer_email: email, customer_id: customer.id },
    ...{ description: `For ${name}`, metadata },
  }
  const { id: paid } = await shop.paid(order, name.toUpperCase())
  const { id: declined, provider_reference: reference } = await shop.push(order, { key: shop.liveKey })
  await workOnce(stage.service)
  await stage.provider.tell(stage.service, reference, {
    kind: 'failed',
    providerStatus: 'CANCELLED',
    reason: 'declined',
    providerMessage: `${name} (+${zuhura.phone}) said no`,
  })
  stage.provider.script.payOut = () => succeeded()
  const refund = await shop.refund({
    collection_id: paid,
    note: `${name} was charged twice`,
    amount: '400.00',
  })
  const payOut = async (body: Fields) =>
    dataOf(
      await shop.dashboard('/v1/merchant/withdrawals', 'live', {
        body: { amount: '10000', destination_name: name, metadata, ...body },
        headers: keyed(),
      }),
    ).id
  const payout = await payOut({
    method: 'MOBILE_MONEY',
    destination_code: 'MPESA',
    destination_phone: dialled,
  })
  const toBank = await payOut({
    ...{ method: 'BANK_ACCOUNT', destination_code: 'CRDB', bank_name: 'CRDB' },
    ...{ bank_account_number: zuhura.account, bank_account_name: name },
  })
  for (const id of [refund.id, payout, toBank]) {
    const decided = await stage.desk.decide(id, 'approve', { note: `${name}, ${dialled}: known to us` })
    assert.equal(inShort(decided), '200', JSON.stringify(decided.body))
  }
  await stage.work()
  await payAmongOthers(stage, shop)
  const invoice = dataOf(
    await shop.dashboard('/v1/invoices', 'live', {
      body: {
        ...{
          merchant_id: shop.merchantId,
          customer_name: name,
          customer_phone: dialled,
          customer_email: email,
        },
        ...{ items: [{ description: `Lesson for ${name}`, quantity: '1', unit_price: '5000' }] },
        ...{ due_date: '2099-01-01', notes: `Dear ${name}`, metadata },
      },
      headers: keyed(),
    }),
  )
  await shop.dashboard(`/v1/invoices/${invoice.id}/send`, 'live', { method: 'POST', headers: keyed() })
  dataOf(
    await shop.dashboard(`/v1/invoices/${invoice.id}/credit-notes`, 'live', {
      body: {
        reason: `${name} was ill`,
        items: [{ description: `A lesson less for ${name}`, quantity: '1', unit_price: '1000' }],
      },
      headers: keyed(),
    }),
  )
  await shop.paid({ ...order, invoice_id: invoice.id, amount: '4000.00' })
  await shop.dashboard('/v1/destinations/look-up', 'live', {
    body: { method: 'MOBILE_MONEY', destination_code: 'MPESA', destination_identifier: dialled },
  })
  for (const [method, destination_code] of [
    ['MOBILE_MONEY', 'MPESA'],
    ['PROVIDER_PESA', 'PROVIDER_PESA'],
  ] as const) {
    const place = { method, destination_code, destination_identifier: dialled, destination_name: name }
    const saved = dataOf(
      await shop.dashboard('/v1/recipients', 'live', { body: { ...place, metadata }, headers: keyed() }),
    )
    // One of them is removed, and still kept for a while.
    if (method === 'PROVIDER_PESA')
      await shop.dashboard(`/v1/recipients/${saved.id}`, 'live', { method: 'DELETE' })
  }
  const listed = await stage.desk.call(`/v1/admin/risk-lists/reported/${dialled}`, 'live', {
    method: 'PUT',
    body: { note: `Somebody with ${dialled} was reported` },
  })
  assert.equal(inShort(listed), '200', JSON.stringify(listed.body))
  const [over] = await sql<{ open: number }[]>`
    select count(*)::int as open from withdrawals where status <> 'SUCCESS' and merchant_id = ${shop.merchantId}`
  assert.equal(over?.open, 0)
  return {
    ...{ paid: String(paid), declined: String(declined), refund: String(refund.id) },
    ...{ payout: String(payout), invoice: String(invoice.id), customer: String(customer.id) },
  }
}

test('whoever is erased stands nowhere but in payments, and when those end nowhere at all', async () => {
  const ids = await meet(counter)
  const before = await findTraces(stage.service)
  // Kept for ever, and append-only: nobody is in them, from the beginning.
  for (const table of [
    'ledger_transactions',
    'audit_log',
    'collection_history',
    'withdrawal_history',
    'disbursement_batch_history',
    'disbursement_batch_approvals',
    'provider_words',
    'discrepancies',
  ])
    assert.deepEqual(
      before.filter((trace) => trace.startsWith(`${table}:`)),
      [],
      table,
    )
  assert.ok(before.includes('events: name'), 'the canaries were not told of')
  assert.ok(before.includes('customers: word'))
  assert.ok(before.includes('recipients: name'))
  assert.ok(before.includes('risk_list_entries: phone'))
  assert.ok(before.includes('disbursement_batches: name') && before.includes('disbursement_batches: word'))

  const asked = await ask(counter, {
    kind: 'erase',
    phone: zuhura.dialled,
    email: zuhura.email,
    account: zuhura.account,
  })
  assert.equal(inShort(asked), '202', JSON.stringify(asked.body))
  assert.equal(dataOf(asked).status, 'OPEN')
  await carryOutRequests(stage.service.world)
  const scheduled = await read(counter, dataOf(asked).id)
  assert.equal(scheduled.status, 'SCHEDULED', JSON.stringify(scheduled))
  assert.deepEqual(scheduled.found, { customers: 1, collections: 3, payouts: 4, invoices: 1 })
  const left = await findTraces(stage.service)
  assert.deepEqual(
    left.filter((trace) => !mayStandMeanwhile.some((place) => place.test(trace))),
    [],
  )
  await assertBooksHold(stage.service.world)
  const [batch] = dataOf(await counter.dashboard('/v1/disbursement-batches', 'live')).items as Fields[]
  assert.deepEqual([batch?.name, batch?.metadata], ['Salary of [name] and another', {}])

  // What merchants see goes on making sense.
  const gone = await counter.dashboard(`/v1/customers/${ids.customer}`, 'live')
  assert.equal(inShort(gone), '404 not_found')
  const collection = await counter.collection(ids.paid)
  assert.deepEqual(
    [collection.metadata, collection.description, collection.customer_name],
    [{}, null, zuhura.name],
  )
  assert.equal(collection.amount, '1000.00')

  // The day comes, and everything else has ended meanwhile.
  assert.match(String(scheduled.erases_on), /^\d{4}-\d{2}-\d{2}$/)
  stage.clock.pass(Date.parse(`${scheduled.erases_on}T00:00:00+03:00`) - stage.clock.now().getTime() - 1)
  assert.equal(await carryOutRequests(stage.service.world), 0)
  stage.clock.pass(2)
  await carryOutRequests(stage.service.world)
  await endWhatIsOld(stage.service)
  stage.clock.pass(500 * dayMs)
  await endWhatIsOld(stage.service)
  assert.deepEqual(await findTraces(stage.service), [])
  await assertBooksHold(stage.service.world)
  const { sql } = stage.service.world
  const [row] = await sql<Fields[]>`
    select status, phone, email, numbers, done_at is not null as done from privacy_requests where id = ${String(scheduled.id)}`
  assert.deepEqual(row, { status: 'DONE', phone: null, email: null, numbers: null, done: true })
  const [payout] = await sql<Fields[]>`
    select amount, destination_name, destination_identifier from withdrawals where id = ${ids.payout}`
  const erased = { destination_name: 'Erased', destination_identifier: 'erased' }
  assert.deepEqual(payout, { amount: 1_000_000n, ...erased })
  const bill = dataOf(await counter.dashboard(`/v1/invoices/${ids.invoice}`, 'live'))
  assert.equal(await erasedOnPage(stage.service, bill, 'sw'), 'Imefutwa,Imefutwa', 'to whom, and for what')
  assert.equal(await erasedOnPage(stage.service, bill, 'en'), 'Erased,Erased')
  await forgetOld(stage.service.world)

  // What was billed and credited goes on adding up, also where it was told of; nobody can make it anything else by forgetting.
  const told = await sql<{ id: string; type: string; body: string }[]>`
    select id, type, body from events where type in ('invoice.paid', 'credit_note.issued') order by type`
  const data = told.map(({ body }) => (JSON.parse(body) as { data: Fields }).data)
  const prices = data.map(({ items }) =>
    (items as Fields[]).map((one) => `${one.description} ${one.unit_price}`),
  )
  assert.deepEqual(prices, [['Erased 1000.00'], ['Erased 5000.00']])
  assert.deepEqual([data[0]?.reason, data[1]?.notes, data[1]?.customer_name], ['Erased', null, 'Erased'])
  for (const { id, body } of told)
    await assert.rejects(
      sql`update events set body = ${body.replace('"unit_price":"', '"unit_price":"9')} where id = ${id}`,
      /stays as it was told/,
    )
})

test('what ends by its age ends by itself, and what is under way then waits until it is over', async () => {
  const shop = await stage.openCounter(5_000_000n)
  await stage.service.world.sql`
    update merchants set verification_status = 'verified' where id = ${shop.merchantId}`
  const { dialled, name, email } = zuhura
  const { id: paid } = await shop.paid({
    customer_phone: dialled,
    customer_name: name,
    customer_email: email,
  })
  const waiting = await shop.refund({ collection_id: paid })
  stage.clock.pass(401 * dayMs)
  await endWhatIsOld(stage.service)
  const told = (await findTraces(stage.service)).filter((trace) => trace.startsWith('events'))
  assert.deepEqual(told, [], 'events end after 400 days')
  stage.clock.pass(3_300 * dayMs)
  await forgetOld(stage.service.world)
  await endWhatIsOld(stage.service)
  const still = await findTraces(stage.service, ['name', 'phone'])
  assert.deepEqual(still, ['withdrawals: name', 'withdrawals: phone'], 'the refund waits')
  const { sql } = stage.service.world
  // Sessions have ended long ago: it is taken back where a member would do so.
  await sql`update sessions set expires_at = expires_at + interval '100 years'`
  const cancelled = await shop.dashboard(`/v1/refunds/${waiting.id}/cancel`, 'live', { method: 'POST' })
  assert.equal(inShort(cancelled), '200', JSON.stringify(cancelled.body))
  await forgetOld(stage.service.world)
  const left = await findTraces(stage.service, ['name', 'phone', 'email'])
  assert.deepEqual(
    left.filter((trace) => !/^requests/.test(trace)),
    [],
  )
})

test('one merchant’s request leaves another’s rows alone, and a payment under way refuses it', async () => {
  const { sql } = stage.service.world
  await sql`update sessions set expires_at = expires_at + interval '100 years'`
  const [mine, theirs] = [await stage.openCounter(), await stage.openCounter()]
  const order = {
    customer_phone: zuhura.dialled,
    customer_name: zuhura.name,
    metadata: { order: zuhura.word },
  }
  const { id: own } = await mine.paid(order)
  const { id: other } = await theirs.paid(order)
  stage.provider.script.collect = pendingWithCode
  const open = await mine.push(order, { key: mine.liveKey })
  await workOnce(stage.service)
  const early = dataOf(await ask(mine, { kind: 'erase', phone: zuhura.phone }))
  await carryOutRequests(stage.service.world)
  const refused = await read(mine, early.id)
  assert.deepEqual([refused.status, refused.refused_because], ['REFUSED', 'payments_under_way'])
  assert.deepEqual((await mine.collection(own)).metadata, { order: zuhura.word })
  await stage.provider.tell(stage.service, open.provider_reference, succeeded())
  const late = dataOf(await ask(mine, { kind: 'erase', phone: zuhura.phone }))
  await carryOutRequests(stage.service.world)
  assert.equal((await read(mine, late.id)).status, 'SCHEDULED')
  assert.deepEqual((await mine.collection(own)).metadata, {})
  assert.deepEqual((await theirs.collection(other)).metadata, { order: zuhura.word })
  const stranger = await theirs.dashboard(`/v1/merchant/privacy-requests/${late.id}`, 'live')
  assert.equal(inShort(stranger), '404 not_found')
})
