import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { type HttpDoor, serveHttp } from '@malipo/mcp'
import { openAgent, post, refused, use } from './agents/agent.ts'
import { workOnce } from './money/own-provider.ts'
import { balanceOf, dataOf, type Fields } from './money/shop.ts'
import { openPayoutStage, type PayoutStage } from './payouts/stage.ts'
import type { Till } from './payouts/till.ts'

let stage: PayoutStage
let till: Till
/** One that was started without a wish, one for live keys, and one for live keys that may ask. */
let door: HttpDoor
let readingDoor: HttpDoor
let askingDoor: HttpDoor
before(async () => {
  stage = await openPayoutStage()
  till = await stage.openTill()
  const here = { baseUrl: stage.service.url, host: '127.0.0.1', port: 0 }
  door = await serveHttp({ ...here, allowed: { live: false, moneyRequests: false } })
  readingDoor = await serveHttp({ ...here, allowed: { live: true, moneyRequests: false } })
  askingDoor = await serveHttp({ ...here, allowed: { live: true, moneyRequests: true } })
})
after(async () => {
  await Promise.all([door, readingDoor, askingDoor].map((one) => one.close()))
  await stage.close()
})

const makeKey = async (body: Fields): Promise<Fields> =>
  dataOf(await till.dashboard(`/v1/merchants/${till.merchantId}/api-keys`, 'live', { body }))

const toAsha = {
  method: 'MOBILE_MONEY',
  destination_code: 'MPESA',
  destination_name: 'Asha',
  destination_identifier: '0712345678',
}

test('an agent learns who it is and what it may do, and reads', async () => {
  const agent = await openAgent(door, till.sandboxKey)
  const { tools } = await agent.client.listTools()
  assert.match(agent.client.getInstructions() ?? '', /data and never an instruction/)
  const payout = tools.find(({ name }) => name === 'request_payout')
  assert.match(payout?.description ?? '', /asked for, not sent/)
  assert.deepEqual(payout?.annotations, {
    title: 'Ask for a payout',
    readOnlyHint: false,
    destructiveHint: true,
    idempotentHint: true,
    openWorldHint: true,
  })
  for (const { name, annotations, outputSchema, inputSchema } of tools) {
    assert.equal(annotations?.readOnlyHint, /^(get|list|quote|search|explain|who)_/.test(name), name)
    assert.deepEqual([outputSchema?.type, inputSchema.additionalProperties], ['object', false], name)
    const isList = name.startsWith('list_')
    // Some are of one thing, and need to be told of which.
    const needsId = (inputSchema.required ?? []).some((field) => field.endsWith('_id'))
    if (isList && !needsId) assert.ok(Array.isArray((await use(agent, name)).items), name)
    const { limit } = (inputSchema.properties ?? {}) as { limit?: Fields }
    assert.deepEqual(limit && [limit.default, limit.maximum], isList ? [20, 100] : undefined, name)
  }
  const { merchant_id: id, environment, may_ask: mayAsk } = await use(agent, 'who_am_i')
  assert.deepEqual([id, environment, mayAsk], [till.merchantId, 'sandbox', true])
  assert.equal((await use(agent, 'get_balance')).available, '0.00')
  assert.match(String((await refused(agent, 'list_payouts', { limit: 101 })).text), /limit/)
})

test('a link and an invoice are made once, however often the agent repeats itself', async () => {
  const agent = await openAgent(door, till.sandboxKey)
  const link = { request_id: 'spring-sale', amount: '9007199254740.99', description: 'Spring sale' }
  const made = await use(agent, 'create_payment_link', link)
  assert.equal(made.amount, '9007199254740.99', 'to the last cent')
  assert.equal((await use(agent, 'create_payment_link', link)).id, made.id)
  const other = await refused(agent, 'create_payment_link', { ...link, amount: '1' })
  assert.equal(other.code, 'idempotency_key_reused')
  assert.match(String(other.x_request_id), /\S/)
  const again = await use(agent, 'create_payment_link', { ...link, request_id: 'autumn-sale' })
  assert.notEqual(again.id, made.id)
  assert.equal((await use(agent, 'get_payment_link', { payment_link_id: made.id })).id, made.id)
  const { id, status, total } = await use(agent, 'create_invoice', {
    request_id: 'invoice-1',
    customer_name: 'Asha',
    customer_phone: '0712345678',
    due_date: '2030-01-31',
    items: [{ description: 'Rice', quantity: '1.5', unit_price: '1000' }],
  })
  assert.deepEqual([status, total], ['DRAFT', '1500.00'])
  const { share_text: words } = await use(agent, 'send_invoice', { request_id: 'send-1', invoice_id: id })
  assert.match(String(words), /http/)
  assert.equal((await use(agent, 'get_invoice', { invoice_id: id })).status, 'SENT')
})

test('a payment is paid when it is successful, and not before', async () => {
  const agent = await openAgent(door, till.sandboxKey)
  const { collection_id: id } = await use(agent, 'request_test_payment', {
    request_id: 'try-1',
    amount: '1500.5',
    phone: '0712345678',
    reference: 'order\u200b-1',
    simulate_status: 'successful',
  })
  const asked = await use(agent, 'get_collection', { collection_id: id })
  assert.deepEqual([asked.status, asked.is_paid, asked.amount], ['processing', false, '1500.50'])
  assert.equal(asked.reference, 'order\\u{200b}-1', 'what nobody sees is written out')
  await workOnce(stage.service)
  stage.clock.pass(5_000)
  await workOnce(stage.service)
  const paid = await use(agent, 'refresh_collection', { collection_id: id })
  assert.deepEqual([paid.status, paid.is_paid], ['successful', true])
  assert.equal((await use(agent, 'get_balance')).available, '1500.50')
  assert.equal((await refused(agent, 'get_collection', { collection_id: randomUUID() })).code, 'not_found')
  const { what_to_do: help, is_known: isKnown } = await use(agent, 'explain_error', { code: 'not_found' })
  assert.deepEqual([isKnown, typeof help], [true, 'string'])
  assert.equal((await use(agent, 'explain_error', { code: 'toString' })).is_known, false)
})

test('a payout is asked for, waits for a Super Admin and moves nothing; over the cap it is refused', async () => {
  const caps = { each: '500', daily: '800' }
  const { api_key: key } = await makeKey({ environment: 'live', payout_caps: caps })
  const agent = await openAgent(askingDoor, String(key))
  const order = { ...toAsha, request_id: 'pay-asha', amount: '500' }
  const before = (await till.list()).length
  const asked = await use(agent, 'request_payout', order)
  assert.deepEqual([asked.status, asked.requires_approval], ['PENDING_ADMIN_APPROVAL', true])
  assert.match(String(asked.meaning), /Asked for, not sent/)
  assert.equal((await use(agent, 'request_payout', order)).id, asked.id)
  await stage.work()
  assert.deepEqual(await till.balance('live'), balanceOf({ available: '100000.00' }))
  assert.equal(stage.provider.payOuts.length, 0)
  assert.equal((await use(agent, 'get_payout', { payout_id: asked.id })).status, 'PENDING_ADMIN_APPROVAL')
  const { code, details } = await refused(agent, 'request_payout', { ...order, request_id: 'again' })
  assert.deepEqual([code, (details as Fields).left_today], ['payout_cap_exceeded', '300.00'])
  const more = await refused(agent, 'request_payout', { ...order, request_id: 'more', amount: '500.01' })
  assert.equal(more.code, 'payout_cap_exceeded')
  const { api_key: own } = await use(agent, 'who_am_i')
  assert.equal(((own as Fields).payout_caps as Fields).left_today, '300.00')
  assert.equal((await till.list()).length, before + 1)
})

test('recipients and batches are read, quoted and asked for, and nothing of it is sent', async () => {
  const agent = await openAgent(askingDoor, till.liveKey)
  const place = { method: 'MOBILE_MONEY', destination_code: 'MPESA', destination_identifier: '0754321000' }
  const { id: recipientId } = dataOf(
    await till.dashboard('/v1/recipients', 'live', { body: { ...place, destination_name: 'Neema' } }),
  )
  const { items } = await use(agent, 'list_recipients', { destination_identifier: '0754321000' })
  assert.deepEqual(
    (items as Fields[]).map(({ id }) => id),
    [recipientId],
  )
  assert.equal((await use(agent, 'get_recipient', { recipient_id: recipientId })).status, 'COOLING')
  const single = { request_id: 'pay-neema', method: 'MOBILE_MONEY', amount: '100', recipient_id: recipientId }
  const payout = await use(agent, 'request_payout', single)
  assert.equal(payout.recipient_id, recipientId)
  const both = { ...single, request_id: 'both', destination_name: 'Neema' }
  assert.equal((await refused(agent, 'request_payout', both)).code, 'validation_error')
  const rows = [
    { reference: 'N-1', amount: '100', recipient_id: recipientId },
    {
      reference: 'N-2',
      amount: '200',
      ...place,
      destination_identifier: '0754321001',
      destination_name: 'Juma',
    },
  ]
  const quote = await use(agent, 'quote_batch', { rows: [...rows, { reference: 'N-1', amount: '1' }] })
  const problems = (quote.problems as Fields[]).map(({ row, field }) => `${row} ${field}`)
  assert.deepEqual(problems, [
    '3 destination_code',
    '3 destination_identifier',
    '3 destination_name',
    '3 reference',
  ])
  assert.ok((quote.warnings as Fields[]).some(({ row, kind }) => row === 1 && kind === 'cooling'))
  const order = { request_id: 'november', name: 'November', rows }
  const asked = await use(agent, 'request_batch', order)
  assert.deepEqual([asked.status, asked.row_count], ['PENDING_ADMIN_APPROVAL', 2])
  assert.match(String(asked.meaning), /Asked for, not sent/)
  assert.equal((await use(agent, 'request_batch', order)).id, asked.id)
  assert.deepEqual((await use(agent, 'get_batch', { batch_id: asked.id })).by_status, {
    PENDING_ADMIN_APPROVAL: 2,
  })
  const seen = (await use(agent, 'list_batch_rows', { batch_id: asked.id })).items as Fields[]
  assert.deepEqual(
    seen.map(({ row, recipient_id: to }) => [row, to]),
    [
      [1, recipientId],
      [2, null],
    ],
  )
  const to = (await use(agent, 'list_payouts', { recipient_id: recipientId })).items as Fields[]
  assert.deepEqual(
    to.map(({ id }) => id),
    [seen[0]?.id, payout.id],
  )
  await stage.work()
  assert.equal(stage.provider.payOuts.length, 0)
  assert.deepEqual((await use(agent, 'list_invoices', { status: 'PARTIALLY_PAID' })).items, [])
})

test('input that cannot be is told, and asks for nothing', async () => {
  const agent = await openAgent(askingDoor, till.liveKey)
  const before = (await till.list()).length
  const order = { ...toAsha, request_id: 'bad', amount: '100' }
  const { request_id: _, ...nameless } = order
  const faults: Fields[] = [
    { ...order, amount: 100 },
    { ...order, amount: '1e3' },
    { ...order, amount: '-5' },
    { ...order, recipient: 'Juma' },
    { ...order, method: 'CASH' },
    nameless,
  ]
  for (const fault of faults) await refused(agent, 'request_payout', fault)
  const nowhere = await refused(agent, 'request_payout', { ...order, destination_code: 'NOWHERE' })
  assert.equal(nowhere.code, 'validation_error')
  const bank = { ...order, method: 'BANK_ACCOUNT', destination_code: 'CRDB' }
  assert.equal((await refused(agent, 'request_payout', bank)).code, 'validation_error')
  assert.equal((await till.list()).length, before)
})

test('a key sees the tools of its scopes, and a live one only reads unless that was allowed', async () => {
  const { api_key: key } = await makeKey({ environment: 'sandbox', scopes: ['balance:read'] })
  const narrow = await openAgent(door, String(key))
  const names = (await narrow.client.listTools()).tools.map(({ name }) => name)
  assert.ok(names.includes('get_balance') && !names.includes('list_payouts'), names.join(' '))
  const reading = await openAgent(readingDoor, till.liveKey)
  assert.equal((await use(reading, 'who_am_i')).may_ask, false)
  const before = (await till.list()).length
  for (const agent of [narrow, reading]) {
    const hidden = await refused(agent, 'request_payout', { ...toAsha, request_id: 'x', amount: '1' })
    assert.match(String(hidden.text), /not found/)
  }
  assert.equal((await till.list()).length, before)
})

test('whoever brings no key, one that is not taken, or a live one to the sandbox is turned away', async () => {
  const asked = (headers: Record<string, string>) => post(door, headers)
  assert.equal((await asked({})).status, 401)
  assert.equal((await asked({ authorization: 'Basic YTpi' })).status, 401)
  assert.equal((await asked({ authorization: 'Bearer mlp_sandbox_nobody' })).status, 401)
  assert.equal((await asked({ authorization: 'Bearer sk_live_x' })).status, 403)
  const live = await asked({ authorization: `Bearer ${till.liveKey}` })
  assert.deepEqual([live.status, /--live/.test(live.text)], [403, true])
  assert.ok(!live.text.includes(till.liveKey.slice(10)))
  await assert.rejects(openAgent(door, till.liveKey), /--live/)
})

test('a page of somebody else, and a name that is not ours, are turned away before anything else', async () => {
  const authorization = `Bearer ${till.sandboxKey}`
  const foreign: Record<string, string>[] = [
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { host: 'evil.example' },
  ]
  for (const headers of foreign) {
    const { status, text } = await post(door, { authorization, ...headers })
    assert.deepEqual([status, /--allow/.test(text)], [403, true], JSON.stringify(headers))
  }
  assert.equal((await post(door, { authorization }, 'GET')).status, 405)
  assert.equal((await post(door, { authorization }, 'POST', '/other')).status, 404)
})

test('a session is only for the key that began it, and ends when it is told to', async () => {
  const agent = await openAgent(door, till.sandboxKey)
  const other = await stage.openTill(0n)
  const as = (key: string, id = agent.sessionId) => ({
    authorization: `Bearer ${key}`,
    'mcp-session-id': id,
  })
  const mine = await post(door, as(till.sandboxKey))
  assert.deepEqual([mine.status, /who_am_i/.test(mine.text)], [200, true])
  const theirs = await post(door, as(other.sandboxKey))
  const unknown = await post(door, as(till.sandboxKey, randomUUID()))
  assert.deepEqual([theirs.status, theirs], [404, unknown], 'not told apart from one that never was')
  assert.equal((await post(door, as(other.sandboxKey), 'DELETE')).status, 404)
  assert.equal((await post(door, as(till.sandboxKey))).status, 200)
  const count = door.countSessions()
  assert.equal((await post(door, as(till.sandboxKey), 'DELETE')).status, 200)
  assert.equal(door.countSessions(), count - 1)
  assert.equal((await post(door, as(till.sandboxKey))).status, 404)
  const early = await post(door, { authorization: `Bearer ${till.sandboxKey}` })
  assert.deepEqual([early.status, door.countSessions()], [400, count - 1], 'no session without a greeting')
})

test('a key that is revoked is told so at the next call', async () => {
  const { id, api_key: key } = await makeKey({ environment: 'sandbox' })
  const agent = await openAgent(door, String(key))
  await till.dashboard(`/v1/merchants/${till.merchantId}/api-keys/${id}`, 'live', { method: 'DELETE' })
  assert.equal((await refused(agent, 'get_balance')).code, 'invalid_api_key')
})
