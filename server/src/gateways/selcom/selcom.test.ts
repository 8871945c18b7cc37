import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { after, before, beforeEach, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { selcomKeys, selcomSettings } from '../../../test/providers/selcom-defendant.ts'
import type { CollectOrder, PayOutOrder } from '../../providers/providers.ts'
import { openSelcom } from '../../providers/selcom/selcom.ts'
import { type Gateway, openSelcomGateway } from '../gateways.ts'

type Fields = Record<string, string | number>
type Said = { resultcode: string; result: string; message: string; reference: string; data: Fields[] }

let nowMs = Date.UTC(2026, 10, 16, 6, 30, 46)
const clock = { now: () => new Date(nowMs) }
let gateway: Gateway
let signing: Gateway
before(async () => {
  const options = { clock, chance: () => 0, float: 5_000_000n }
  gateway = await openSelcomGateway(selcomKeys, options)
  signing = await openSelcomGateway(selcomKeys, { ...options, signsCallbacks: true })
})
after(async () => {
  await gateway.close()
  await signing.close()
})
beforeEach(() => gateway.faults.clear())

/** As somebody would who has only read the documentation. */
async function ask(
  method: string,
  path: string,
  fields: Fields,
  spoil: Record<string, string> = {},
  at = gateway,
) {
  const timestamp = `${new Date(nowMs + 3 * 3_600_000).toISOString().slice(0, 19)}+03:00`
  const names = Object.keys(fields)
  const text = [`timestamp=${timestamp}`, ...names.map((name) => `${name}=${fields[name]}`)].join('&')
  const query = names.map((name) => `${name}=${encodeURIComponent(String(fields[name]))}`).join('&')
  const response = await fetch(`${at.url}/v1/${path}${method === 'POST' ? '' : `?${query}`}`, {
    method,
    headers: {
      authorization: `SELCOM ${btoa(selcomKeys.apiKey)}`,
      'digest-method': 'HS256',
      digest: createHmac('sha256', selcomKeys.apiSecret).update(text).digest('base64'),
      timestamp,
      'signed-fields': names.join(','),
      ...spoil,
    },
    ...(method === 'POST' && { body: JSON.stringify(fields) }),
  })
  const said = (await response.json()) as Said
  return { status: response.status, said, inShort: `${response.status} ${said.resultcode}` }
}

let orders = 0
function orderFields(change: Fields = {}): Fields {
  orders += 1
  return {
    vendor: selcomKeys.vendor,
    order_id: `ORD${orders}`,
    buyer_email: 'buyer@example.com',
    buyer_name: 'Joe John',
    buyer_phone: '255682555555',
    amount: 8000,
    currency: 'TZS',
    webhook: btoa('http://127.0.0.1:9/hooks'),
    no_of_items: 1,
    ...change,
  }
}
async function newOrder(change: Fields = {}, at = gateway): Promise<string> {
  const fields = orderFields(change)
  assert.equal((await ask('POST', 'checkout/create-order-minimal', fields, {}, at)).inShort, '200 000')
  return String(fields.order_id)
}
const push = (order_id: string, msisdn: string, at = gateway) =>
  ask('POST', 'checkout/wallet-payment', { transid: `P${order_id}`, order_id, msisdn }, {}, at)
const statusOf = async (order_id: string) =>
  (await ask('GET', 'checkout/order-status', { order_id })).said.data[0]?.payment_status
const cashIn = (change: Fields = {}) => {
  orders += 1
  return {
    transid: `OUT${orders}`,
    utilitycode: 'VMCASHIN',
    utilityref: '255754000001',
    amount: 3000,
    vendor: selcomKeys.floatAccount,
    pin: selcomKeys.floatPin,
    ...change,
  }
}
const payOut = (fields: Fields) => ask('POST', 'walletcashin/process', fields)
const query = (transid: string, product = 'walletcashin') => ask('GET', `${product}/query`, { transid })

function pass(ms: number): void {
  nowMs += ms
  gateway.advance()
  signing.advance()
}

test('a signature that does not hold is turned away, whatever is wrong with it', async () => {
  for (const spoil of [
    { digest: 'AAAA' },
    { authorization: `SELCOM ${btoa('somebody else')}` },
    { 'signed-fields': 'vendor' },
    { 'signed-fields': 'nothing' },
    { timestamp: '2026-11-16T09:30:45+03:00' },
    { 'digest-method': 'RS256' },
  ])
    assert.equal(
      (await ask('POST', 'checkout/create-order-minimal', orderFields(), spoil)).inShort,
      '401 401',
      JSON.stringify(spoil),
    )
  gateway.faults.add({ fault: 'clock_skew', times: 1 })
  assert.equal((await ask('GET', 'checkout/order-status', { order_id: 'x' })).inShort, '401 401')
})

test('whatever is mandatory and missing is named with 412', async () => {
  const { webhook: _, ...mandatory } = orderFields()
  for (const name of Object.keys(mandatory)) {
    const { [name]: __, ...rest } = orderFields()
    const { inShort, said } = await ask('POST', 'checkout/create-order-minimal', rest)
    assert.equal(inShort, '412 412')
    assert.equal(said.message, `Parameter ${name} is invalid or missing`)
  }
})

test('a strange address and a product that is not enabled are turned away with their marks', async () => {
  for (const [fault, mark] of [
    ['address_refused', '4032'],
    ['not_enabled', '4035'],
  ] as const) {
    gateway.faults.add({ fault, times: 1 })
    const { inShort, said } = await payOut(cashIn())
    assert.equal(inShort, '403 403')
    assert.ok(said.message.includes(`(${mark})`))
  }
})

test('an order that nobody made is 404 in an answer of 200, a payout that nobody sent is 999', async () => {
  assert.equal((await ask('GET', 'checkout/order-status', { order_id: 'none' })).inShort, '200 404')
  const { inShort, said } = await query('none')
  assert.equal(inShort, '200 999')
  assert.deepEqual([said.result, said.message], ['AMBIGUOUS', 'No reponse from upstream system'])
  const { transid } = cashIn()
  assert.equal((await payOut(cashIn({ transid }))).inShort, '200 000')
  assert.equal((await query(String(transid), 'qwiksend')).inShort, '200 999', 'each counter knows its own')
})

test('a push is answered with 111 or 000, and neither is a payment; the end comes later, or never', async () => {
  const [first, second, silent] = [await newOrder(), await newOrder(), await newOrder()]
  assert.equal((await push(first, '255754345678')).inShort, '200 111')
  gateway.faults.add({ fault: 'push_says_000', times: 1 })
  assert.equal((await push(second, '255754345678')).inShort, '200 000')
  await push(silent, '255700000005')
  for (const order of [first, second]) assert.equal(await statusOf(order), 'INPROGRESS')
  pass(300)
  for (const order of [first, second]) assert.equal(await statusOf(order), 'COMPLETED')
  pass(3_600_000)
  assert.equal(await statusOf(silent), 'INPROGRESS')
})

test('numbers are text, data is a list, the page is Base64, and may say that it is not there', async () => {
  const { said } = await ask('POST', 'checkout/create-order-minimal', orderFields({ order_id: 'ORDX' }))
  const [row] = said.data
  assert.ok(row && Object.values(row).every((value) => typeof value === 'string'))
  assert.match(String(row.payment_token), /^[0-9]{8}$/)
  assert.match(said.reference, /^S[0-9]{11}$/)
  const { data } = (await ask('GET', 'checkout/order-status', { order_id: 'ORDX' })).said
  assert.equal(data[0]?.amount, '8000')
  const page = atob(String(row.payment_gateway_url))
  gateway.faults.add({ fault: 'page_not_found', times: 1 })
  for (const words of [/Page Not Found/, /Pay with Selcom/]) {
    const response = await fetch(page)
    assert.equal(response.status, 200)
    assert.match(await response.text(), words)
  }
})

test('only payments that came are told, unsigned unless it is a gateway that signs', async () => {
  const [paid, declined] = [await newOrder(), await newOrder()]
  const signed = await newOrder({}, signing)
  await push(paid, '255754345678')
  await push(declined, '255700000002')
  await push(signed, '255754345678', signing)
  pass(300)
  const told = (order: string) => gateway.post.sent().filter(({ body }) => body.includes(`"${order}"`))
  await Promise.all([gateway.post.settled(), signing.post.settled()])
  assert.deepEqual([told(paid).length, told(declined).length], [1, 0])
  const entry = signing.book.find('order', signed)
  assert.ok(entry)
  for (const isSigned of [true, false]) {
    const letter = signing.dialect.tell(entry, { now: clock.now(), isSigned })
    assert.equal('digest' in (letter?.headers ?? {}), isSigned)
    assert.equal(letter?.headers['user-agent'], 'SelcomPay 1.0')
  }
})

test('what is completed may be reversed, and two payments may have one reference', async () => {
  gateway.faults.add({ fault: 'reversed', times: 1 })
  const order = await newOrder()
  await push(order, '255754345678')
  pass(300)
  assert.equal(await statusOf(order), 'COMPLETED')
  pass(300)
  assert.equal(await statusOf(order), 'REVERSED')
  gateway.faults.add({ fault: 'same_reference', times: 2 })
  const made = [orderFields(), orderFields()].map((fields) =>
    ask('POST', 'checkout/create-order-minimal', fields),
  )
  const [one, other] = await Promise.all(made)
  assert.equal(one?.said.reference, other?.said.reference)
})

test('while the switch is away a good number is 010, and its name is found all the same', async () => {
  gateway.faults.add({ fault: 'upstream_down', times: 1 })
  assert.equal((await payOut(cashIn())).inShort, '200 010')
  const asked = { utilitycode: 'VMCASHIN', utilityref: '255754000001', transid: 'N1' }
  const { inShort, said } = await ask('GET', 'walletcashin/namelookup', asked)
  assert.deepEqual([inShort, said.data[0]?.name], ['200 000', 'ASHA JUMA'])
})

test('the float is a purse of its own: too little is 013, too much is 990, and payments do not fill it', async () => {
  const balance = async () => {
    const { vendor, pin, transid } = cashIn()
    return (await ask('POST', 'vendor/balance', { vendor, pin, transid })).said.data[0]?.balance
  }
  const before = Number(await balance())
  const order = await newOrder()
  await push(order, '255754345678')
  pass(300)
  assert.equal(await statusOf(order), 'COMPLETED')
  assert.equal(Number(await balance()), before)
  assert.equal((await payOut(cashIn({ amount: 999 }))).inShort, '200 013')
  assert.equal((await payOut(cashIn({ amount: 1_000_000 }))).inShort, '200 990')
  assert.equal((await payOut(cashIn({ pin: 'guessed' }))).inShort, '403 403')
  const fields = cashIn()
  assert.equal((await payOut(fields)).inShort, '200 000')
  assert.notEqual((await payOut(fields)).said.resultcode, '000', 'the same transid is not paid again')
  assert.equal(Number(await balance()), before - 3000)
})

test('what the adapter is not answered is unknown, and is found out by asking if it was taken', async () => {
  const provider = openSelcom(selcomSettings(gateway.url), {
    clock,
    newId: () => 'id',
    baseUrl: 'http://127.0.0.1:9',
  })
  const patient = new AbortController().signal
  for (const [fault, isTaken] of [
    ['silent_before', false],
    ['silent_after', true],
    ['slow', true],
  ] as const) {
    const order = {
      reference: `SIL-${fault}`,
      method: 'USSD_PUSH',
      amount: 150_000n,
      currency: 'TZS',
    } as const
    const [collect, send] = [
      { ...order, merchantName: 'Duka', phone: '255754345678', expiresAt: null } as CollectOrder,
      {
        ...order,
        method: 'MOBILE_MONEY',
        destinationCode: 'MPESA',
        identifier: '255754000001',
      } as PayOutOrder,
    ]
    gateway.faults.add({ fault, on: 'wallet-payment', times: 1 })
    gateway.faults.add({ fault, on: 'walletcashin', times: 1 })
    const impatience = new AbortController()
    const answers = Promise.all([
      provider.collect(collect, impatience.signal),
      provider.payOut(send, impatience.signal),
    ])
    const isAsked = (call: string) =>
      gateway.calls.some((one) => one.call === call && one.body.includes(order.reference))
    while (!isAsked('wallet-payment') || !isAsked('walletcashin')) await sleep(5)
    impatience.abort()
    const [pushed, sent] = await answers
    assert.deepEqual([pushed.kind, sent.kind], ['unknown', 'unknown'])
    pass(300)
    const found = [await provider.lookUp(collect, patient), await provider.lookUpPayOut(send, patient)]
    assert.deepEqual(
      found.map(({ kind }) => kind),
      isTaken ? ['succeeded', 'succeeded'] : ['pending', 'unknown'],
      fault,
    )
  }
})
