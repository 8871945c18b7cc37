import { randomUUID } from 'node:crypto'
import type { Environment } from '@malipo/contract'
import type { Clock } from '../../../src/primitives/clock.ts'
import { chaseWithdrawals } from '../../../src/withdrawals/withdrawals.ts'
import { newAdmin, newMember, type Service, startService } from '../../service.ts'
import { endStory } from '../../stories/money/books.ts'
import { declined, lookAgain, ownProvider, succeeded, workOnce } from '../../stories/money/own-provider.ts'
import { dataOf, type Fields, openShop } from '../../stories/money/shop.ts'
import { whenCalm } from '../../stories/money/when-calm.ts'
import { openDesk } from '../../stories/payouts/desk.ts'
import { blocked, referenceOf, reversed, silence } from '../../stories/payouts/stage.ts'
import { openTill, type Till } from '../../stories/payouts/till.ts'
import { openEndpoint } from '../../stories/webhooks/own-endpoint.ts'
import { until } from '../../test-clusters.ts'
import { makeBatches } from './make-batches.ts'
import { makeConsole } from './make-console.ts'
import { makeNumbers } from './make-numbers.ts'
import { makePapers } from './make-papers.ts'
import { makeReturns } from './make-returns.ts'

export type Everything = Awaited<ReturnType<typeof makeOneOfEverything>>
type Stage = {
  service: Service
  till: Till
  provider: ReturnType<typeof ownProvider>
  pass(ms: number): void
}

const hour = 3_600_000

/** A business in whose sandbox and books there is one of everything, another that has just begun, and a Super Admin with a queue. */
export async function makeOneOfEverything() {
  // It begins some hours ago, so that what nobody answers for hours is there by now; a day before that, which is over.
  let agoMs = 30 * hour
  const clock: Clock = { now: () => new Date(Date.now() - agoMs) }
  const provider = ownProvider({ collect: () => ({ kind: 'pending', providerStatus: 'PENDING' }) })
  const service = patient(
    await startService({ clock, environment: { LOG_LEVEL: 'silent' }, providers: { live: provider } }),
  )
  try {
    const made = await fillIn(service, provider, (ms) => {
      agoMs = Math.max(0, agoMs - ms)
    })
    return { service, ...made, close: () => endStory(service) }
  } catch (error) {
    await service.stop()
    throw error
  }
}

/** A busy machine is taken for an overloaded service now and then, and whoever comes is turned away. No picture is about that. */
function patient(service: Service): Service {
  const call: Service['call'] = async (path, sent) => {
    await whenCalm(service)
    const answer = await service.call(path, sent)
    return answer.status === 503 ? await call(path, sent) : answer
  }
  return { ...service, call }
}

async function fillIn(service: Service, provider: Stage['provider'], pass: Stage['pass']) {
  const till = await openTill(service, 800_000_000n)
  await service.world.sql`update merchants set name = 'Mama Asha Shop' where id = ${till.merchantId}`
  const stage = { service, till, provider, pass }
  const papers = await makePapers(stage)
  const money = {
    ...papers,
    ...(await makeWithdrawals(stage)),
    ...(await makePayments(stage)),
    ...(await makeReturns(stage)),
  }
  pass(6 * hour)
  const batches = await makeBatches({ ...stage, desk: await openDesk(service) })
  const business = await makeBusiness(stage)
  const refunds = await giveBack(stage, money.paymentId, business.sentInvoiceId)
  const developer = { ...(await makeSandbox(stage)), ...(await makeNumbers(stage)) }
  const adminEmail = `neema-${randomUUID()}@malipo.test`
  await newAdmin(service, adminEmail)
  const beginner = await openShop(service)
  const operated = await makeConsole(stage)
  await nameOperators(service)
  return {
    merchantId: till.merchantId,
    ownerEmail: till.ownerEmail,
    adminEmail,
    beginner,
    ids: { ...money, ...refunds, ...batches, ...business, ...developer, ...operated } as Record<
      string,
      string | undefined
    >,
  }
}

/** Whoever decided in the picture is somebody, and not a number. */
async function nameOperators({ world: { sql } }: Service): Promise<void> {
  const found = await sql<{ id: string }[]>`
    select u.id from users u join super_admins s on s.user_id = u.id order by u.id`
  const names = ['Juma Mushi', 'Asha Salim', 'Grace Lema', 'Neema Komba']
  for (const [at, { id }] of found.entries())
    await sql`update users set name = ${names[at % names.length] ?? ''} where id = ${id}`
}

async function makeWithdrawals({ service, till, provider, pass }: Stage) {
  const desk = await openDesk(service)
  const work = async () => {
    await chaseWithdrawals(service.parts)
    await lookAgain(service.parts)
  }
  const sent = async (answer: ReturnType<NonNullable<typeof provider.script.payOut>>, body: Fields) => {
    provider.script.payOut = () => answer
    const { id } = await till.submit(body)
    await desk.decide(id, 'approve')
    await work()
    return String(id)
  }
  await sent(succeeded(), { destination_name: 'Juma A. Mushi', amount: '1320000' })
  const returned = await sent(succeeded(), { destination_name: 'Rehema Said', amount: '88000' })
  await provider.tell(service, referenceOf(returned), reversed, { about: 'disbursement' })
  const blockedId = await sent(blocked, { destination_name: 'Neema Komba', amount: '120000' })
  const lost = await sent(silence, { destination_name: 'Juma Ally', amount: '45000' })
  for (let round = 0; round < 5; round += 1) {
    pass(hour)
    await work()
  }
  const refused = await till.submit({ destination_name: 'Hassan Mwinyi', amount: '70000' })
  await desk.decide(refused.id, 'reject', { note: 'The name is not that of the account.' })
  const waiting = await till.submit({ destination_name: 'Asha Salim', amount: '1900000' })
  const asked = await till.submit({ destination_name: 'Grace Lema', amount: '4500000' })
  await desk.decide(asked.id, 'request-info', { note: 'Who is Grace, and what is it for?' })
  return {
    withdrawalId: String(asked.id),
    waitingWithdrawalId: String(waiting.id),
    lostWithdrawalId: lost,
    blockedWithdrawalId: blockedId,
    reversedWithdrawalId: returned,
  }
}

async function makePayments({ service, till, provider }: Stage) {
  const push = (amount: string, reference: string) =>
    till.push({ amount, merchant_reference: reference }, { key: till.liveKey })
  const paid = await push('25000.00', 'order-1041')
  const failed = await push('7500.00', 'order-1042')
  const waiting = await push('3000.00', 'order-1043')
  const returned = await push('12000.00', 'order-1046')
  await workOnce(service)
  await provider.tell(service, paid.provider_reference, succeeded())
  await provider.tell(service, failed.provider_reference, declined)
  await provider.tell(service, returned.provider_reference, succeeded())
  await provider.tell(service, returned.provider_reference, reversed)
  await service.world.sql`update merchants set hold_threshold = 20000000 where id = ${till.merchantId}`
  const held = await push('450000.00', 'order-1044')
  const late = await push('1500.00', 'order-1045')
  await workOnce(service)
  await provider.tell(service, held.provider_reference, succeeded())
  await provider.tell(service, late.provider_reference, declined)
  await provider.tell(service, late.provider_reference, succeeded(150_000n))
  const [discrepancy] = await (await openDesk(service)).discrepancies(late.id)
  return {
    paymentId: String(paid.id),
    failedPaymentId: String(failed.id),
    waitingPaymentId: String(waiting.id),
    reversedPaymentId: String(returned.id),
    collectionId: String(held.id),
    subject: String(late.id),
    discrepancyId: discrepancy?.id,
  }
}

async function makeBusiness({ service, till }: Stage) {
  const ask = async (path: string, body: Fields, environment: Environment = 'live', method = 'POST') =>
    dataOf(await till.dashboard(path, environment, { body, method }))
  const { merchantId } = till
  const customer = await ask('/v1/customers', { name: 'Neema Mrema', phone: '0754000111' })
  const recipient = await ask('/v1/recipients', {
    ...{ method: 'MOBILE_MONEY', destination_code: 'MPESA' },
    ...{ destination_name: 'Neema Mrema', destination_identifier: '0754000111' },
  })
  const link = await ask('/v1/payment-links', {
    merchant_id: merchantId,
    amount: '15000',
    description: 'Ada ya shule',
  })
  await ask('/v1/payment-links', { merchant_id: merchantId, amount: null, description: 'Sadaka' })
  const invoice = {
    merchant_id: merchantId,
    customer_name: 'Neema Mrema',
    customer_phone: '0754000111',
    due_date: '2099-12-31',
    items: [{ description: 'Mchele', quantity: '10', unit_price: '3200' }],
  }
  const draft = await ask('/v1/invoices', invoice)
  const bill = await ask('/v1/invoices', invoice)
  await till.dashboard(`/v1/invoices/${bill.id}/send`, 'live', { method: 'POST', body: {} })
  await newMember(service, { merchantId, email: 'grace@shop.test', role: 'finance' })
  const members = dataOf(await till.dashboard(`/v1/merchants/${merchantId}/members`, 'live'))
    .items as Fields[]
  const invited = await ask(`/v1/merchants/${merchantId}/members`, {
    email: 'juma@shop.test',
    role: 'viewer',
  })
  const content = Buffer.from('%PDF-1.7\nTIN').toString('base64')
  await ask(`/v1/merchants/${merchantId}/documents`, {
    kind: 'tin_certificate',
    file_name: 'tin.pdf',
    content,
  })
  return {
    customerId: String(customer.id),
    recipientId: String(recipient.id),
    linkId: String(link.id),
    invoiceId: String(draft.id),
    sentInvoiceId: String(bill.id),
    memberId: String(members.find(({ email }) => email === 'grace@shop.test')?.id),
    token: String(invited.accept_url).split('/').at(-1),
    subjectId: merchantId,
  }
}

/** Some of a payment is asked back and some went back, and some of what was billed is taken back. */
async function giveBack({ service, till, provider }: Stage, collection: string, invoice: string) {
  const desk = await openDesk(service)
  const freshKey = () => ({ 'idempotency-key': randomUUID() })
  const ask = async (body: Fields) => {
    const refund = { collection_id: collection, ...body }
    return dataOf(await till.dashboard('/v1/refunds', 'live', { body: refund, headers: freshKey() }))
  }
  const paid = await ask({ amount: '2000.00', reason: 'overpaid' })
  provider.script.payOut = () => succeeded()
  await desk.decide(paid.id, 'approve')
  await chaseWithdrawals(service.parts)
  await lookAgain(service.parts)
  await ask({ amount: '4000.00', reason: 'requested' })
  const asked = await ask({
    ...{ amount: '5000.00', reason: 'not_delivered', note: 'Kilo mbili za mchele hazikufika.' },
    metadata: { order_id: 'order-1041' },
  })
  await desk.decide(asked.id, 'request-info', { note: 'Did the courier bring anything back?' })
  const note = { amount: '2000.00', reason: 'Mchele uliolowa' }
  dataOf(
    await till.dashboard(`/v1/invoices/${invoice}/credit-notes`, 'live', { body: note, headers: freshKey() }),
  )
  return { refundId: String(asked.id), paidRefundId: String(paid.id) }
}

/** In the sandbox: an endpoint that fails, calls that were refused, what the simulated phones did. */
async function makeSandbox({ till }: Stage) {
  const endpoint = await openEndpoint(() => ({ status: 500, body: 'no database' }))
  const path = '/v1/merchant/webhook-config'
  await till.dashboard(path, 'sandbox', { method: 'PATCH', body: { webhook_url: endpoint.url } })
  const more = { url: `${endpoint.url}/refunds`, events: ['refund.*'], metadata: { shop: 'Kariakoo' } }
  const added = dataOf(await till.dashboard('/v1/merchant/webhook-endpoints', 'sandbox', { body: more }))
  const order = await till.push({ merchant_reference: 'order-1' })
  await till.tell({ reference: String(order.provider_reference) })
  await till.order('wallet-push', { amount: 1000, phone: '12', reference: 'order-2' })
  const first = async (of: string): Promise<Fields> =>
    ((dataOf(await till.dashboard(of)).items as Fields[])[0] ?? {}) as Fields
  await until(async () => Number((await first('/v1/merchant/webhook-deliveries')).attempts ?? 0) > 0)
  await until(async () => (await first('/v1/merchant/requests')).request_id !== undefined)
  return {
    sandboxPaymentId: String(order.id),
    deliveryId: String((await first('/v1/merchant/webhook-deliveries')).id),
    endpointId: String(added.id),
    eventId: String((await first('/v1/merchant/events')).id),
    requestId: String((await first('/v1/merchant/requests')).request_id),
    keyId: String((await first(`/v1/merchants/${till.merchantId}/api-keys`)).id),
  }
}
