import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, test } from 'node:test'
import { openCreditedTill } from './invoices/credited-till.ts'
import { eventsOf } from './invoices/events.ts'
import { takenBack, tillOf } from './invoices/paying.ts'
import { dataOf, drafted, item, type Shown } from './invoices/till.ts'
import { succeeded } from './money/own-provider.ts'
import type { Fields } from './money/shop.ts'
import { inShort } from './parts/newcomers.ts'

const { stage, counter, at, key, call, asked, ...till } = await openCreditedTill()
const { invoiced, standing, credited, notesOf, paidFor } = till
after(() => stage.close())

const refund = (collection: { id: unknown }, fields: Fields) =>
  stage.sent(counter, succeeded(), { collection_id: collection.id, ...fields })
const told = (id: string) => eventsOf(counter, id, 'live')
const numberOf = ({ number }: Shown) => Number(number.slice(3))

test('a credit note lowers what is due, moves no money, and is numbered without gaps', async () => {
  const { id, number } = await invoiced()
  const before = await counter.balance('live')
  const first = await credited(id, '300.00')
  const { id: noteId, created_at: _at, ...rest } = first
  assert.deepEqual(rest, {
    merchant_id: counter.merchantId,
    invoice_id: id,
    invoice_number: number,
    number: 'CN-000001',
    amount: '300.00',
    tax: '0.00',
    currency: 'TZS',
    items: null,
    reason: 'Sacks were torn',
    refund_id: null,
    given_back: '0.00',
  })
  assert.equal(await standing(id), 'SENT 0.00 300.00 700.00 0.00')
  assert.deepEqual(await counter.balance('live'), before)
  const answer = await counter.order(
    'ussd-push',
    { amount: '1000.00', customer_phone: '0712345678', invoice_id: id },
    key(),
  )
  const [problem] = answer.body.error.details as { problem: string }[]
  assert.equal(problem?.problem, 'must be exactly that of the invoice, 700.00')
  for (const body of [{ amount: '700.01' }, { items: [item('1', '700.01')] }]) {
    const refused = await asked(id, body)
    assert.equal(inShort(refused), '422 validation_error')
    const [field] = Object.keys(body)
    assert.deepEqual(refused.body.error.details, [
      { field, problem: 'must come to 700.00 or less: what is due, and what may be refunded' },
    ])
  }
  await paidFor(id, '700.00')
  assert.equal(await standing(id), 'PAID 700.00 300.00 0.00 0.00')
  const second = await credited((await invoiced()).id, '1.00')
  assert.equal(numberOf(second), 2)
  assert.deepEqual(await notesOf(id), [first])
  assert.deepEqual([await told(id), await told(noteId)], [['invoice.paid'], ['credit_note.issued']])
})

test('what is credited whole is over: nobody pays it, and its link is closed', async () => {
  const { id } = await invoiced({ items: [item('2', '500', '18')] })
  const link = dataOf(await call(at(id, '/payment-link'), { method: 'POST' }))
  const note = dataOf(await asked(id, { items: [item('1', '500', '18')] }))
  assert.deepEqual([note.amount, note.tax], ['590.00', '90.00'])
  assert.equal(dataOf(await call(`/v1/payment-links/${link.id}`)).amount, '590.00')
  const rest = await credited(id, '590.00')
  assert.equal(rest.tax, '90.00')
  assert.equal(await standing(id), 'CREDITED 0.00 1180.00 0.00 0.00')
  assert.equal(dataOf(await call(`/v1/payment-links/${link.id}`)).status, 'INACTIVE')
  const open = await call(`/v1/payment-links/${link.id}`, { method: 'PATCH', body: { status: 'ACTIVE' } })
  assert.equal(inShort(open), '409 invalid_state')
  for (const path of ['/void', '/send', '/payment-link'].slice(0, 2))
    assert.equal(inShort(await call(at(id, path), { method: 'POST' })), '409 invalid_state')
  const push = await counter.order(
    'ussd-push',
    { amount: '590.00', customer_phone: '0712345678', invoice_id: id },
    key(),
  )
  assert.equal(inShort(push), '409 invalid_state')
  assert.equal(inShort(await asked(id, { amount: '1.00' })), '422 validation_error')
})

test('beyond what is due it is given back outside, and not refunded as well', async () => {
  const { id } = await invoiced({ allow_part_payment: true })
  const [first, second] = [await paidFor(id, '400.00'), await paidFor(id, '500.00')]
  const note = await credited(id, '700.00')
  assert.equal(note.given_back, '600.00')
  assert.equal(await standing(id), 'PAID 300.00 700.00 0.00 0.00')
  const left = async () => [
    (await counter.collection(first.id)).refundable_amount,
    (await counter.collection(second.id)).refundable_amount,
  ]
  assert.deepEqual(await left(), ['300.00', '0.00'])
  const refused = await counter.ask({ collection_id: second.id, amount: '0.01' })
  assert.equal(inShort(refused), '409 refund_too_large')
  const pending = await counter.refund({ collection_id: first.id, amount: '200.00' })
  assert.equal(inShort(await asked(id, { amount: '100.01' })), '422 validation_error')
  await credited(id, '100.00')
  assert.equal(await standing(id), 'PAID 200.00 800.00 0.00 0.00')
  stage.provider.script.payOut = () => succeeded()
  await stage.approve(pending.id)
  await stage.work()
  assert.equal(await standing(id), 'CREDITED 0.00 1000.00 0.00 0.00')
})

test('a refund that is paid issues its credit note, once, and none before', async () => {
  const { id } = await invoiced()
  const payment = await paidFor(id)
  const waiting = await counter.refund({ collection_id: payment.id, amount: '300.00' })
  assert.equal(waiting.credit_note, true)
  assert.deepEqual(await notesOf(id), [])
  stage.provider.script.payOut = () => succeeded()
  await stage.approve(waiting.id)
  await stage.work()
  await stage.work()
  const [note, ...more] = await notesOf(id)
  assert.deepEqual(more, [])
  assert.deepEqual(
    [note?.amount, note?.given_back, note?.refund_id, note?.reason],
    ['300.00', '300.00', waiting.id, 'requested'],
  )
  assert.equal(await standing(id), 'PAID 700.00 300.00 0.00 0.00')
  await refund(payment, { amount: '700.00' })
  assert.equal(await standing(id), 'CREDITED 0.00 1000.00 0.00 0.00')
  assert.deepEqual(await told(id), ['invoice.paid'])
})

test('with credit_note false a refund opens the invoice again, and it can be paid anew', async () => {
  const { id } = await invoiced()
  const payment = await paidFor(id)
  await refund(payment, { amount: '400.00', credit_note: false })
  assert.equal(await standing(id), 'PARTIALLY_PAID 600.00 0.00 400.00 0.00')
  assert.deepEqual(await notesOf(id), [])
  assert.deepEqual(await told(id), ['invoice.paid', 'invoice.reopened'])
  await paidFor(id, '400.00')
  assert.equal(await standing(id), 'PAID 1000.00 0.00 0.00 0.00')
  const stray = await counter.paid()
  const refused = await counter.ask({ collection_id: stray.id, credit_note: false })
  assert.equal(inShort(refused), '422 validation_error')
  assert.deepEqual(refused.body.error.details, [
    { field: 'credit_note', problem: 'is only for payments of an invoice' },
  ])
})

test('a refund that comes back leaves its credit note, and the money as too much', async () => {
  const { id } = await invoiced()
  const payment = await paidFor(id)
  const refunded = await refund(payment, { amount: '300.00' })
  const { provider_reference: reference } = await counter.read(refunded)
  const answer = await stage.provider.tell(stage.service, reference, takenBack, {
    about: 'disbursement',
  })
  assert.equal(answer.body.data.outcome, 'applied', JSON.stringify(answer.body))
  assert.equal(await standing(id), 'PAID 1000.00 300.00 0.00 300.00')
  assert.deepEqual(await told(id), ['invoice.paid', 'invoice.overpaid'])
  await refund(payment, { amount: '300.00' })
  assert.equal(await standing(id), 'PAID 700.00 300.00 0.00 0.00')
  assert.equal((await notesOf(id)).length, 1)
})

test('only what was issued is credited, by its own merchant, with an amount or items', async () => {
  const draft = await drafted(stage.service, tillOf(counter), {}, key())
  assert.equal(inShort(await asked(draft.id, { amount: '1.00' })), '409 invalid_state')
  const voided = await invoiced()
  await call(at(voided.id, '/void'), { method: 'POST' })
  assert.equal(inShort(await asked(voided.id, { amount: '1.00' })), '409 invalid_state')
  const { id } = await invoiced()
  const stranger = await stage.openCounter()
  for (const path of ['', `/${randomUUID()}/pdf`]) {
    const theirs = await counter.call(at(id, `/credit-notes${path}`), { key: stranger.liveKey })
    assert.equal(inShort(theirs), '404 not_found')
    assert.equal(inShort(await counter.call(at(id, `/credit-notes${path}`))), '404 not_found', 'the sandbox')
  }
  for (const [body, ...fields] of [
    [{}, 'amount', 'items'],
    [{ amount: '1.00', items: [item('1', '1')] }, 'amount', 'items'],
    [{ amount: '0.00' }, 'amount'],
    [{ amount: 1 }, 'amount'],
    [{ amount: '1.001' }, 'amount'],
    [{ items: [] }, 'items'],
    [{ items: [item('0', '1')] }, 'items.0.quantity'],
    [{ amount: '1.00', reason: ' ' }, 'reason'],
    [{ amount: '1.00', reason: 'x'.repeat(301) }, 'reason'],
    [{ amount: '1.00', note: 'x' }, 'note'],
  ] as const) {
    const answer = await asked(id, body)
    assert.equal(inShort(answer), '422 validation_error', JSON.stringify(body))
    const found = answer.body.error.details as { field: string }[]
    assert.deepEqual(found.map(({ field }) => field).sort(), [...fields].sort(), JSON.stringify(body))
  }
  assert.deepEqual([await notesOf(id), await standing(id)], [[], 'SENT 0.00 0.00 1000.00 0.00'])
  const again = randomUUID()
  const [one, other] = [
    await asked(id, { amount: '5.00' }, again),
    await asked(id, { amount: '5.00' }, again),
  ]
  assert.deepEqual(one.body, other.body)
  assert.equal((await notesOf(id)).length, 1)
})

test('a credit note is printed, in both languages, and the same bytes again', async () => {
  const { id } = await invoiced({ items: [item('2', '500', '18')] })
  const [plain, lines] = [
    await credited(id, '100.00'),
    dataOf(await asked(id, { items: [item('1', '100')] })),
  ]
  for (const { id: noteId } of [plain, lines]) {
    const printed = await Promise.all(
      ['en', 'sw', 'en'].map(async (lang) => {
        const path = at(id, `/credit-notes/${noteId}/pdf?lang=${lang}`)
        const response = await fetch(`${stage.service.url}${path}`, {
          headers: { authorization: `Bearer ${counter.liveKey}` },
        })
        assert.equal(response.headers.get('content-type'), 'application/pdf')
        return Buffer.from(await response.arrayBuffer())
      }),
    )
    const [english, swahili, again] = printed
    assert.deepEqual(english, again)
    assert.notDeepEqual(english, swahili)
    assert.equal(english?.subarray(0, 5).toString(), '%PDF-')
  }
})
