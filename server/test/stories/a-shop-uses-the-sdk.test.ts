import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { inspect } from 'node:util'
import { fromMinor, isPaid, Malipo, MalipoError, toMinor, verifyWebhook } from '@malipo/sdk'
import { newMerchant, password, type Service, startService } from '../service.ts'
import { until } from '../test-clusters.ts'
import { openEndpoint } from './webhooks/own-endpoint.ts'

let service: Service
let shop: Awaited<ReturnType<typeof newMerchant>>
let malipo: Malipo
before(async () => {
  service = await startService()
  shop = await newMerchant(service)
  malipo = new Malipo({ baseUrl: service.url, apiKey: shop.sandboxKey })
  await malipo.sandbox.updateProfile({ approval_delay_ms: 0 })
})
after(() => service.stop())

test('a payment is asked for, waited for, told of and verified', async () => {
  const endpoint = await openEndpoint()
  const owner = new Malipo({ baseUrl: service.url })
  const { session } = await owner.auth.signIn({ email: shop.ownerEmail, password })
  const { webhook_secret: secret } = await owner.webhooks.updateConfig({ webhook_url: endpoint.url })

  const phone = '0712345678'
  const asked = await malipo.collections.walletPush({
    amount: '1000.50',
    phone,
    simulate_status: 'successful',
  })
  assert.equal(isPaid(asked), false)
  const paid = await malipo.collections.waitForOutcome(asked.collection_id)
  assert(isPaid(paid))
  assert.equal(fromMinor(toMinor(paid.amount)), '1000.50')

  await until(async () => endpoint.letters.length > 0)
  const [letter] = endpoint.letters
  const event = await verifyWebhook(letter?.body ?? '', letter?.headers ?? {}, secret)
  assert(event.type === 'collection.success')
  assert(isPaid(event.data))
  assert.equal(event.data.collection_id, asked.collection_id)
  assert.equal((await malipo.events.get(event.id)).resource_id, asked.collection_id)

  const people = new Malipo({ baseUrl: service.url, session, environment: 'sandbox' })
  assert.equal((await people.collections.details(asked.collection_id)).history.at(-1)?.to, 'successful')
})

test('a list is one page when awaited, and everything when walked', async () => {
  for (const name of ['Asha', 'Juma', 'Neema']) await malipo.customers.create({ name, phone: '0712345678' })
  const page = await malipo.customers.list({ page_size: 2 })
  assert.equal(page.total, 3)
  assert.deepEqual(
    page.items.map(({ name }) => name),
    ['Neema', 'Juma'],
  )
  const names: string[] = []
  for await (const { name } of malipo.customers.list({ page_size: 1 })) names.push(name)
  assert.deepEqual(names, ['Neema', 'Juma', 'Asha'])
})

test('the same key given again is the same payment', async () => {
  const idempotencyKey = crypto.randomUUID()
  const order = { amount: 500, phone: '0712345678', reference: 'order-7' }
  const one = await malipo.collections.walletPush(order, { idempotencyKey })
  const again = await malipo.collections.walletPush(order, { idempotencyKey })
  assert.equal(again.collection_id, one.collection_id)
  const other = await malipo.collections.walletPush(order)
  assert.notEqual(other.collection_id, one.collection_id)
})

test('a refusal is an error that says what, why and under which request, and gives nothing away', async () => {
  const refused = await malipo.collections.walletPush({ amount: 0, phone: '1' }).catch((error) => error)
  assert(refused instanceof MalipoError)
  assert.equal(refused.code, 'validation_error')
  assert.equal(refused.status, 422)
  assert.match(refused.requestId ?? '', /^[0-9a-f-]{36}$/)
  assert(Array.isArray(refused.details))
  assert(service.logLines.some((line) => line.includes(refused.requestId ?? '')))
  for (const told of [
    String(refused),
    inspect(refused, { depth: 9, showHidden: true }),
    JSON.stringify(refused),
  ]) {
    assert(!told.includes(shop.sandboxKey))
  }
  const shown = inspect(malipo, { depth: 9, showHidden: true })
  assert(!shown.includes(shop.sandboxKey))
})

/** The network between a client and the service, which can be cut for a while. */
function cuttableNetwork() {
  let isUp = true
  const lines = new Set<AbortController>()
  const viaIt: typeof fetch = async (url, init) => {
    if (!isUp) throw new TypeError('the network is down')
    const line = new AbortController()
    lines.add(line)
    return fetch(url, { ...init, signal: AbortSignal.any([line.signal, init?.signal ?? line.signal]) })
  }
  return {
    fetch: viaIt,
    cut() {
      isUp = false
      for (const line of lines) line.abort()
    },
    mend: () => {
      isUp = true
    },
  }
}

test('a stream of events that is cut, before the first and after, misses none and repeats none', async () => {
  const other = await newMerchant(service)
  const seller = new Malipo({ baseUrl: service.url, apiKey: other.sandboxKey, merchantId: other.merchantId })
  await seller.sandbox.updateProfile({ approval_delay_ms: 0, failure_rate: 0 })
  const sell = async () => {
    const { collection_id } = await seller.collections.walletPush({ amount: 1000, phone: '0712345678' })
    await seller.collections.waitForOutcome(collection_id)
    return collection_id
  }
  const network = cuttableNetwork()
  const listener = new Malipo({ baseUrl: service.url, apiKey: other.sandboxKey, fetch: network.fetch })
  const opened: number[] = []
  const stop = new AbortController()
  const stream = listener.events.stream({}, { signal: stop.signal, onOpen: () => opened.push(1) })
  const heard: string[] = []
  const hear = async (many: number) => {
    for (let left = many; left > 0; left -= 1) {
      const { value } = await stream.next()
      assert(value?.type === 'collection.success')
      heard.push(value.data.collection_id)
    }
  }

  const first = hear(2)
  await until(async () => opened.length === 1)
  network.cut()
  const sold = [await sell(), await sell()]
  network.mend()
  await first
  const second = hear(2)
  sold.push(await sell())
  await until(async () => heard.length === 3)
  network.cut()
  sold.push(await sell())
  network.mend()
  await second
  assert.deepEqual(heard, sold)
  assert(opened.length >= 3)

  const next = stream.next()
  stop.abort(new Error('enough'))
  await assert.rejects(next, /enough/)

  const later = listener.events.stream({ types: ['collection.success'] })
  const going = later.next()
  sold.push(await sell())
  assert.equal(Object((await going).value).data.collection_id, sold.at(-1))
  await later.return()
})
