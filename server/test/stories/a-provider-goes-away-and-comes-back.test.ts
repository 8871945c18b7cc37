import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Service, startService } from '../service.ts'
import { countRows, endStory } from './money/books.ts'
import { ownClock, ownProvider, pendingWithCode, succeeded, workOnce } from './money/own-provider.ts'
import { openShop, type Shop } from './money/shop.ts'
import { inShort } from './parts/newcomers.ts'

const provider = ownProvider()
const clock = ownClock()
let service: Service
let shop: Shop
before(async () => {
  service = await startService({ clock, environment: { ROLE: 'api' }, providers: { live: provider } })
  shop = await openShop(service)
})
after(() => endStory(service))

const push = () => shop.push({}, { key: shop.liveKey })

async function breaker(call: string): Promise<string | undefined> {
  const { body } = await service.call('/metrics')
  const line = new RegExp(
    `malipo_provider_breaker_open{provider="own",environment="live",call="${call}"} (\\d)`,
  )
  return line.exec(String(body))?.[1]
}

const told = (words: string) =>
  service.logLines.filter((line) => line.includes(words) && line.includes('"provider":"own"')).length

test('a provider that does not answer is left alone, orders wait for it, and each is sent once when it is back', async () => {
  for (let order = 0; order < 10; order += 1) await push()
  await workOnce(service)
  assert.equal(provider.orders.length, 10, 'they all met with silence')
  assert.deepEqual([await breaker('collect'), told('does not answer')], ['1', 1])
  const made = await countRows(service.world, 'collections')
  const code = await shop.order('dynamic-qr', { amount: '10' }, { key: shop.liveKey })
  assert.equal(inShort(code), '502 provider_error')
  assert.equal(await countRows(service.world, 'collections'), made, 'nothing is made that nobody can pay')
  const waiting = [await push(), await push(), await push()]
  await workOnce(service)
  assert.equal(provider.orders.length, 10, 'nobody asks it now')
  provider.script.collect = (order) => (order.method === 'DYNAMIC_QR' ? pendingWithCode(order) : succeeded())
  clock.pass(5_000)
  await workOnce(service)
  assert.equal(provider.orders.length, 11, 'one tries')
  assert.deepEqual([await breaker('collect'), told('answers again')], ['0', 1])
  await workOnce(service)
  for (const { id } of waiting) assert.equal((await shop.state(id, shop.liveKey)).status, 'successful')
  const sent = provider.orders.map(({ reference }) => reference)
  assert.equal(new Set(sent).size, sent.length)
  assert.equal((await shop.order('dynamic-qr', { amount: '10' }, { key: shop.liveKey })).status, 202)
})

test('while it answers no questions, a refresh answers at once with what we know', async () => {
  provider.script.collect = () => ({ kind: 'pending', providerStatus: 'PENDING' })
  const { id } = await push()
  await workOnce(service)
  for (let time = 0; time < 10; time += 1) await shop.refresh(id, shop.liveKey)
  const asked = provider.questions.length
  assert.equal(await breaker('lookUp'), '1')
  assert.equal((await shop.refresh(id, shop.liveKey)).status, 'processing')
  assert.equal(provider.questions.length, asked)
  provider.script.lookUp = () => succeeded()
  clock.pass(5_000)
  assert.equal((await shop.refresh(id, shop.liveKey)).status, 'successful')
  assert.equal(await breaker('lookUp'), '0')
})
