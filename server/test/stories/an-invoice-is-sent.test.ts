import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sendOwedTexts } from '../../src/sms/sms.ts'
import { type Service, startService } from '../service.ts'
import { openSimulatedGateway, type SimulatedGateway } from '../simulated-gateway.ts'
import { dataOf, drafted, openTill, type Till } from './invoices/till.ts'
import { inShort } from './parts/newcomers.ts'
import { mailsTo } from './parts/post-box.ts'

let nowMs = Date.parse('2026-11-15T12:00:00Z')
const clock = { now: () => new Date(nowMs) }
let gateway: SimulatedGateway
let service: Service
/** On the same database, where neither mail nor text messages are set up. */
let poor: Service
let till: Till
before(async () => {
  gateway = await openSimulatedGateway()
  const environment = {
    ROLE: 'api',
    SMTP_URL: 'smtp://127.0.0.1:9',
    SMS_GATEWAY: 'africas_talking',
    AFRICAS_TALKING_USERNAME: 'duka',
    AFRICAS_TALKING_API_KEY: 'atsk_key',
    AFRICAS_TALKING_URL: gateway.url,
  }
  service = await startService({ environment, clock })
  poor = await startService({ environment: { ROLE: 'api' }, clock, database: service.database })
  till = await openTill(service)
})
after(async () => {
  gateway.close()
  await poor.stop()
  await service.stop()
})

const send = (id: string, sent = till.live, by = service) =>
  by.call(`/v1/invoices/${id}/send`, { ...sent, method: 'POST' })
const email = 'asha@customer.test'

test('an invoice goes out by mail and text message, with words to share, and is sent', async () => {
  const { id, number, public_url: url } = await drafted(service, till, { customer_email: email }, till.live)
  const answer = dataOf(await send(id))
  const [{ name } = { name: '' }] = await service.world.sql<{ name: string }[]>`
    select name from merchants where id = ${till.merchantId}`
  const words = `Ankara ${number} kutoka ${name}: TSh 1,000, mwisho wa kulipa 31 Desemba 2099. Itazame na ulipe: ${url}`
  assert.deepEqual(answer, {
    messages: [
      { channel: 'email', state: 'queued' },
      { channel: 'sms', state: 'queued' },
    ],
    share_text: words,
  })
  const [mail] = await mailsTo(service, email)
  assert.equal(mail?.subject, `Ankara ${number} kutoka ${name}`)
  assert.ok(mail?.text.includes(url))
  await sendOwedTexts(service.world, service.parts.gateway ?? assert.fail('no gateway'))
  assert.deepEqual([gateway.received.at(-1)?.to, gateway.received.at(-1)?.message], ['+255712345678', words])
  const read = dataOf(await service.call(`/v1/invoices/${id}`, till.live))
  assert.deepEqual([read.status, read.sent_at], ['SENT', new Date(nowMs).toISOString()])
})

test('who has no address is sent a text message only', async () => {
  const { id } = await drafted(service, till, {}, till.live)
  assert.deepEqual(dataOf(await send(id)).messages, [
    { channel: 'email', state: 'no_address' },
    { channel: 'sms', state: 'queued' },
  ])
})

test('where nothing is set up it says so, and there is still something to share', async () => {
  const { id, public_url: url } = await drafted(service, till, { customer_email: email }, till.live)
  const before = (await mailsTo(service, email)).length
  const answer = dataOf(await send(id, till.live, poor))
  assert.deepEqual(answer.messages, [
    { channel: 'email', state: 'not_configured' },
    { channel: 'sms', state: 'not_configured' },
  ])
  assert.ok(String(answer.share_text).endsWith(url))
  assert.equal((await mailsTo(service, email)).length, before)
})

test('nothing leaves the sandbox: its messages are read in the outbox', async () => {
  const { id, public_url: url } = await drafted(service, till, { customer_email: 'sand@customer.test' })
  assert.deepEqual(dataOf(await send(id, till.sandbox)).messages, [
    { channel: 'email', state: 'kept' },
    { channel: 'sms', state: 'kept' },
  ])
  const { body } = await service.call('/v1/sandbox/outbox', till.sandbox)
  const kept = body.data.items as { channel: string; recipient: string; text: string }[]
  assert.deepEqual(kept.map(({ channel, recipient }) => `${channel} ${recipient}`).sort(), [
    'email sand@customer.test',
    'sms 255712345678',
  ])
  for (const { text } of kept) assert.ok(text.includes(url))
  assert.deepEqual(await mailsTo(service, 'sand@customer.test'), [])
  const queued = await service.world.sql<{ body_sealed: Buffer }[]>`select body_sealed from text_messages`
  assert.ok(queued.length > 0)
  for (const { body_sealed: sealed } of queued) {
    assert.ok(!service.world.vault.open(sealed).includes(url))
  }
})

test('an invoice is sent five times a day in Dar es Salaam, and the sixth waits for the next day', async () => {
  const { id } = await drafted(service, till, {}, till.live)
  for (let time = 1; time <= 5; time += 1) assert.equal(inShort(await send(id)), '200', `${time}`)
  const sixth = await send(id)
  assert.equal(inShort(sixth), '429 rate_limited')
  // From 15:00 there to midnight.
  assert.equal(sixth.headers.get('retry-after'), String(9 * 3_600))
  nowMs += 9 * 3_600_000
  assert.equal(inShort(await send(id)), '200')
})

test('what is void or of a suspended merchant is sent to nobody', async () => {
  const { id } = await drafted(service, till, {}, till.live)
  await service.call(`/v1/invoices/${id}/void`, { ...till.live, method: 'POST' })
  assert.equal(inShort(await send(id)), '409 invalid_state')
  const other = await openTill(service)
  const draft = await drafted(service, other, {}, other.live)
  await service.world.sql`update merchants set is_active = false where id = ${other.merchantId}`
  assert.equal(inShort(await send(draft.id, other.live)), '403 merchant_inactive')
  const read = dataOf(await service.call(`/v1/invoices/${draft.id}`, other.live))
  assert.equal(read.status, 'DRAFT')
})

test('a name that is more than a name writes no lines of its own into a message', async () => {
  const name = 'Asha\r\nBcc: all@customer.test\u2028{url}<script>'
  const { id } = await drafted(
    service,
    till,
    { customer_name: name, customer_email: 'xss@customer.test' },
    till.live,
  )
  await send(id)
  const [mail] = await mailsTo(service, 'xss@customer.test')
  assert.match(mail?.text ?? '', /^Habari Asha Bcc: all@customer\.test \{url\}<script>,\n/)
})
