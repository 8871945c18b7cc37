import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { selcomKeys } from '../../../test/providers/selcom-defendant.ts'
import { callSelcom } from '../../providers/selcom/client.ts'
import { type Gateway, openSelcomGateway } from '../gateways.ts'

let nowMs = Date.UTC(2026, 10, 16, 6, 30, 46)
const clock = { now: () => new Date(nowMs) }
let gateway: Gateway
before(async () => {
  gateway = await openSelcomGateway(selcomKeys, { clock, chance: () => 0 })
})
after(() => gateway.close())
beforeEach(() => gateway.faults.clear())

const patient = new AbortController().signal
const told = (path: string, fields: Record<string, string | number>) =>
  callSelcom(
    { ...selcomKeys, baseUrl: gateway.url, clock },
    {
      method: path.endsWith('query') || path.endsWith('status') ? 'GET' : 'POST',
      path: `/v1/${path}`,
      fields,
    },
    patient,
  )
async function ask(path: string, fields: Record<string, string | number>) {
  const { status, envelope, exchange } = await told(path, fields)
  const { body } = exchange.response as { body: { result: string } }
  return {
    inShort: `${status} ${envelope?.resultcode}`,
    result: body.result,
    message: envelope?.message,
    row: envelope?.rows[0] ?? {},
  }
}

let orders = 0
async function newOrder(amount = 8000): Promise<string> {
  orders += 1
  const order_id = `ODD${orders}`
  const { vendor } = selcomKeys
  const buyer = { buyer_email: 'a@b.example', buyer_name: 'Joe John', buyer_phone: '255682555555' }
  const webhook = btoa('http://127.0.0.1:9/hooks')
  const fields = { vendor, order_id, ...buyer, amount, currency: 'TZS', webhook, no_of_items: 1 }
  assert.equal((await ask('checkout/create-order-minimal', fields)).inShort, '200 000')
  return order_id
}
const push = (order_id: string, msisdn = '255754345678', call = 'wallet-payment') =>
  ask(`checkout/${call}`, { transid: `P${order_id}`, order_id, msisdn })
const statusOf = async (order_id: string) =>
  (await ask('checkout/order-status', { order_id })).row.payment_status
function payOut(transid: string) {
  const { floatAccount: vendor, floatPin: pin } = selcomKeys
  const payee = { utilitycode: 'VMCASHIN', utilityref: '255754000001' }
  return ask('walletcashin/process', { transid, ...payee, amount: 3000, vendor, pin })
}
const query = (transid: string) => ask('walletcashin/query', { transid })

function pass(ms: number): void {
  nowMs += ms
  gateway.advance()
}

test('999 may never resolve: the payout is booked, and only the float tells', async () => {
  const float = gateway.book.float()
  gateway.faults.add({ fault: 'never_known', on: 'walletcashin', times: 1 })
  assert.equal((await payOut('DOUBT')).inShort, '200 999')
  pass(86_400_000)
  const { inShort, message } = await query('DOUBT')
  assert.deepEqual([inShort, message], ['200 999', 'No reponse from upstream system'])
  assert.equal(gateway.book.float(), float - 300_000n)
})

test('not knowing is spelt in two ways', async () => {
  assert.equal((await query('NOBODYS')).result, 'AMBIGUOUS')
  gateway.faults.add({ fault: 'spelt_as_documented', times: 1 })
  assert.equal((await query('NOBODYS')).result, 'AMBIGOUS')
  await payOut('DOWN')
  gateway.faults.add({ fault: 'upstream_down', times: 1 })
  assert.equal((await query('DOWN')).inShort, '200 999')
  assert.equal((await query('DOWN')).inShort, '200 000')
})

test('an end may come minutes later, of a push and of a payout', async () => {
  gateway.faults.add({ fault: 'ends_late', times: 2 })
  const order = await newOrder()
  await push(order)
  assert.equal((await payOut('LATE')).inShort, '200 111')
  pass(179_999)
  assert.equal(await statusOf(order), 'INPROGRESS')
  assert.equal((await query('LATE')).inShort, '200 111')
  pass(1)
  assert.equal(await statusOf(order), 'COMPLETED')
  assert.equal((await query('LATE')).inShort, '200 000')
})

test('what a network takes at least is refused below it with 013, and at it is pushed', async () => {
  for (const [phone, least, text] of [
    ['255712345678', 1000, '1,000'],
    ['255754345678', 100, '100'],
    ['255700000001', 100, '100'],
  ] as const) {
    const { inShort, message } = await push(await newOrder(least - 1), phone)
    const words = `Payment amount must be greater than or equal to TZS ${text}.`
    assert.deepEqual([inShort, message], ['200 013', words])
    assert.equal((await push(await newOrder(least), phone)).inShort, '200 111')
  }
  const own = await push(await newOrder(1), '255712345678', 'selcompesa-payment')
  assert.equal(own.inShort, '200 111', 'its own wallet is no mobile network')
})

test('news is lost, double or signed by the call that began it, that of a scanned code by its order', async () => {
  const scan = async () => {
    const order = await newOrder()
    const [code] = gateway.codes().filter(({ reference }) => reference === order)
    assert.ok(code && gateway.scan(code.code, '255754345678'))
  }
  const pushNew = async () => void (await push(await newOrder()))
  const newsOf = async (begin: () => Promise<void>, fault: string, on: string) => {
    pass(300)
    await gateway.post.settled()
    const before = gateway.post.sent().length
    gateway.faults.clear()
    gateway.faults.add({ fault, on })
    await begin()
    pass(300)
    await gateway.post.settled()
    return gateway.post
      .sent()
      .slice(before)
      .map(({ headers }) => ('digest' in headers ? 'signed' : 'unsigned'))
  }
  for (const [begin, call, other] of [
    [scan, 'create-order', 'wallet-payment'],
    [pushNew, 'wallet-payment', 'create-order'],
  ] as const) {
    assert.deepEqual(await newsOf(begin, 'callback_lost', call), [])
    assert.deepEqual(await newsOf(begin, 'callback_lost', other), ['unsigned'])
    assert.deepEqual(await newsOf(begin, 'callback_twice', call), ['unsigned', 'unsigned'])
    assert.deepEqual(await newsOf(begin, 'callback_signed', call), ['signed'])
  }
})
