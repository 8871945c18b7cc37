import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Outcome } from '../../../src/providers/providers.ts'
import { hireAdmin } from '../money/admin.ts'
import { succeeded } from '../money/own-provider.ts'
import { type Fields, referenceOf } from '../money/shop.ts'
import type { Counter } from './counter.ts'
import {
  begunInSilence,
  failedFor,
  heldBack,
  longText,
  push,
  reasons,
  type Shown,
  takenBack,
} from './every-state.ts'
import { hostedPage, payerOf } from './payer.ts'
import { actOn, invoicePage, linkPage } from './sheets.ts'

const code = { method: 'DYNAMIC_QR' }
const request = 'Payment request from Mama Asha Shop'
const notPaid = 'Not paid. Mixx by Yas says you were not charged.'

/** Numbers that nobody has rung yet: the same one on the same link is the same payment. */
let numbers = 100
const somebodyElse = () => {
  numbers += 1
  return { ...push, phone: `0712000${numbers}` }
}

/** Every state that the page of a link, and of a payment on it, can be in. From then on time stands still. */
export async function makeEveryLinkState(counter: Counter): Promise<Shown[]> {
  const { service, shop, provider } = counter
  const payer = payerOf(service)
  const closed = (id: string) =>
    shop.call(`/v1/payment-links/${id}`, {
      ...{ key: shop.liveKey, method: 'PATCH', body: { status: 'INACTIVE' } },
    })

  /** A payment on a link of its own. */
  async function begun(way: Record<string, string> = somebodyElse(), body: Fields = {}) {
    const link = await linkPage(shop, body)
    return { ...(await payer.send(link.path, way)), link }
  }

  async function told(outcome: Outcome, body: Fields = {}) {
    const payment = await begun(somebodyElse(), body)
    const [row] = await service.world.sql<{ id: string }[]>`
      select id from collections where public_token = ${payment.path.split('/').at(-1) ?? ''}`
    const id = String(row?.id)
    await provider.tell(service, referenceOf(id), outcome)
    return { ...payment, id }
  }

  async function shownCode() {
    const payment = await begun(code)
    while ((await payer.load(payment.path)).heading !== 'Scan to pay') await sleep(20)
    return payment
  }

  const soon = new Date(service.world.clock.now().getTime() + 60_000).toISOString()
  const over = await linkPage(shop, { expires_at: soon })
  const [stale, staleOnClosed] = [await shownCode(), await shownCode()]
  await closed(staleOnClosed.link.id)
  provider.script.lookUp = () => ({ kind: 'pending', providerStatus: 'PENDING' })
  counter.pass(15 * 60_000)
  for (const { path } of [stale, staleOnClosed])
    while ((await payer.load(path)).text.includes('/check"')) await sleep(20)
  provider.script.lookUp = undefined
  const lapsed = await shownCode()
  counter.pass(15 * 60_000)
  const unanswered = await begun()
  counter.pass(120_000)
  const help = await begun()
  counter.pass(15_000)
  counter.hold()
  const preparing = await linkPage(shop)
  let prepared = preparing.path
  await begunInSilence(counter, async () => {
    prepared = (await payer.send(preparing.path, code)).path
  })
  const declined = await told(heldBack)
  const admin = await hireAdmin(service)
  assert.equal((await admin.decide(declined.id, 'decline')).status, 200)
  const returned = await told(succeeded())
  await provider.tell(service, referenceOf(returned.id), takenBack)
  const [shut, last] = [await linkPage(shop), await told(failedFor('declined'))]
  for (const { id } of [shut, last.link]) await closed(id)
  const failed: Shown[] = []
  for (const reason of reasons)
    failed.push([`link-failed-${reason}`, (await told(failedFor(reason))).path, notPaid])
  const paid = await told(succeeded(), { single_use: true })
  const busy = await begun(somebodyElse(), { single_use: true })
  return [
    ['link-choose', (await linkPage(shop)).path, request],
    ['link-choose-long', (await linkPage(shop, { description: longText })).path, request],
    ['link-choose-test', (await linkPage(shop, {}, shop.sandboxKey)).path, request],
    ['link-choose-amount', (await linkPage(shop, { amount: null })).path, request],
    ['link-choose-wrong', (await linkPage(shop, { amount: null })).path, request, 'send'],
    ['link-choose-spoiled', (await linkPage(shop)).path, 'What came from the form', 'spoil'],
    ['link-busy', busy.link.path, request, 'pay'],
    ['link-waiting', (await begun()).path, 'Check your phone'],
    ['link-help', help.path, 'Check your phone'],
    ['link-unanswered', unanswered.path, 'No answer yet.'],
    ['link-preparing', prepared, 'The code is being made'],
    ['link-scan', (await shownCode()).path, 'Scan to pay'],
    ['link-lapsed', lapsed.path, 'Code expired.'],
    ['link-stale', stale.path, 'Code expired.'],
    ['link-stale-closed', staleOnClosed.path, 'Code expired.'],
    ['link-paid', paid.path, 'Paid'],
    ['link-held', (await told(heldBack)).path, 'Payment received'],
    ['link-returned', returned.path, 'This payment was returned'],
    ['link-declined', declined.path, 'Not accepted.'],
    ['link-failed-closed', last.path, notPaid],
    ['link-already-paid', paid.link.path, 'Already paid.'],
    ['link-closed', shut.path, 'This link is closed'],
    ['link-expired', over.path, 'This link has expired.'],
    ['link-nothing', '/l/nothing', 'Nothing here.'],
    ...failed,
  ]
}

/** Every state of a receipt: what it is of, as it stands now. */
export async function makeEveryReceiptState(counter: Counter): Promise<Shown[]> {
  const { service, shop, provider } = counter
  const payer = payerOf(service)

  async function receiptOf(outcome: Outcome): Promise<{ reference: string; path: string }> {
    const { id, path } = await hostedPage(shop, { description: longText })
    await payer.send(path, push)
    await provider.tell(service, referenceOf(id), outcome)
    const [, receipt = ''] = /href="(\/r\/[^"?]*)/.exec((await payer.load(path)).text) ?? []
    return { reference: referenceOf(id), path: receipt }
  }

  const returned = await receiptOf(succeeded())
  await provider.tell(service, returned.reference, takenBack)
  return [
    ['receipt-paid', (await receiptOf(succeeded())).path, 'Paid'],
    ['receipt-held', (await receiptOf(heldBack)).path, 'Payment received'],
    ['receipt-returned', returned.path, 'This payment was returned'],
    ['receipt-nothing', '/r/nothing', 'Nothing here.'],
  ]
}

/** Every state that the page of an invoice can be in. */
export async function makeEveryInvoiceState(counter: Counter): Promise<Shown[]> {
  const { service, shop, provider } = counter
  const payer = payerOf(service)
  const cancelled = await invoicePage(shop)
  await actOn(shop, cancelled.id, 'void')
  const paid = await invoicePage(shop)
  const { path: link } = await payer.send(paid.path, {})
  const payment = await payer.send(link, somebodyElse())
  const [row] = await service.world.sql<{ id: string }[]>`
    select id from collections where public_token = ${payment.path.split('/').at(-1) ?? ''}`
  await provider.tell(service, referenceOf(row?.id), succeeded())
  const draft = await invoicePage(shop, {}, { isDraft: true })
  const sum = { quantity: '99.999', unit_price: '12345.67', tax_percent: '18.5' }
  const many = ['Saruji', 'M'.repeat(60), longText].map((description) => ({ description, ...sum }))
  return [
    ['invoice-sent', (await invoicePage(shop)).path, 'Invoice INV-'],
    ['invoice-sent-long', (await invoicePage(shop, { items: many, notes: longText })).path, 'Invoice INV-'],
    ['invoice-sent-test', (await invoicePage(shop, {}, { key: shop.sandboxKey })).path, 'Invoice INV-'],
    ['invoice-overdue', (await invoicePage(shop, { due_date: '2020-01-01' })).path, 'Overdue'],
    ['invoice-paid', paid.path, 'Already paid.'],
    ['invoice-void', cancelled.path, 'Invoice cancelled'],
    ['invoice-draft', draft.path, 'Nothing here.'],
    ['invoice-nothing', '/i/nothing', 'Nothing here.'],
  ]
}
