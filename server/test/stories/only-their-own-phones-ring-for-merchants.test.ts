import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { newMember, type Service, sessionOf, startService, testSecret } from '../service.ts'
import { openPhones } from './handsets/open-phones.ts'
import { endStory } from './money/books.ts'
import { openShop, referenceOf, type Shop } from './money/shop.ts'

let service: Service
let shop: Shop
let other: Shop
let owner: string
before(async () => {
  service = await startService({
    environment: {
      ...{ NODE_ENV: 'production', BASE_URL: 'http://localhost', RATE_LIMIT: 'on' },
      ...{
        DATABASE_URL: 'postgres://elsewhere/malipo',
        MALIPO_SECRET: testSecret,
        LIVE_PROVIDER: 'simulated',
      },
    },
  })
  shop = await openShop(service)
  other = await openShop(service)
  owner = await sessionOf(service, shop.ownerEmail)
})
after(() => endStory(service))

const phone = '255712345678'
const phonesOf = (wish: { merchant?: string; cookie?: string } = {}) =>
  openPhones(service, { phones: [phone], cookie: owner, ...wish })

async function page(path: string, cookie = '', headers: Record<string, string> = {}) {
  const answer = await fetch(`${service.url}${path}`, { headers: { cookie, ...headers }, redirect: 'manual' })
  return { status: answer.status, text: await answer.text() }
}

test('whoever is not signed in sees how to, and nothing else; a key does not open it either', async () => {
  for (const headers of [{}, { authorization: `Bearer ${shop.sandboxKey}` }]) {
    const shown = await page(`/simulator?merchant=${shop.merchantId}`, '', headers)
    assert.equal(shown.status, 200)
    assert.match(shown.text, /id="sign-in"/)
    assert.doesNotMatch(shown.text, /data-events/)
  }
  assert.equal((await service.call('/simulator/events?phones=')).status, 401)
  for (const path of ['answer', 'knobs'])
    assert.equal((await service.call(`/simulator/${path}`, { body: {} })).status, 401)
})

test("only who may use the sandbox of a merchant holds its phones, and another merchant's are not there", async () => {
  assert.match((await page('/simulator?lang=en', owner)).text, /Sandbox of Shop \d+\. No real money\./)
  await newMember(service, { merchantId: shop.merchantId, email: 'viewer@shop.test', role: 'viewer' })
  const viewer = await sessionOf(service, 'viewer@shop.test')
  const shown = await page('/simulator?lang=en', viewer)
  assert.equal(shown.status, 403)
  assert.match(shown.text, /Your role may not use the sandbox/)
  assert.equal((await service.call('/simulator/events', { cookie: viewer })).status, 403)
  const nowhere = [other.merchantId, '018f0000-0000-7000-8000-000000000000', "x' or 1=1"]
  const found = await Promise.all(
    nowhere.map((id) => page(`/simulator?merchant=${encodeURIComponent(id)}`, owner)),
  )
  // Pages repeat what was asked for in the link to the other language, and differ in nothing else.
  assert.deepEqual(
    new Set(found.map(({ status, text }) => `${status}${text.replace(/href="\?[^"]*"/, '')}`)).size,
    1,
  )
  assert.equal(found[0]?.status, 404)
  for (const merchant of nowhere.slice(0, 2)) {
    const query = `?merchant=${merchant}`
    assert.equal((await service.call(`/simulator/events${query}`, { cookie: owner })).status, 404)
    assert.equal((await service.call(`/simulator/answer${query}`, { cookie: owner, body: {} })).status, 404)
  }
})

test("a phone rings for its merchant's sandbox, and delays nobody else and nothing live", async () => {
  const open = await phonesOf()
  await open.shows(() => true)
  const push = { amount: 1000, phone, reference: 'x' }
  const held = await shop.collect('wallet-push', push)
  const free = [
    await other.collect('wallet-push', { ...push, simulate_status: 'successful' }),
    await other.collect('wallet-push', push),
  ]
  const live = await shop.collect('wallet-push', push, { key: shop.liveKey })
  const waiting = await other.push({ customer_phone: phone })
  for (const { collection_id: id } of free) assert.notEqual((await settledOf(other, id)).status, 'processing')
  await shop.settled(live.collection_id, 'successful', shop.liveKey)
  const { prompts } = await open.shows(({ prompts }) => prompts.length > 0)
  assert.deepEqual(
    prompts.map(({ reference, badge }) => [reference, badge]),
    [[referenceOf(String(held.collection_id)), 'MAJARIBIO']],
  )
  for (const reference of [waiting.provider_reference, referenceOf(String(live.collection_id)), 'MLP0'])
    assert.equal((await open.answer(reference, 'decline')).status, 404)
  assert.equal((await open.answer(prompts[0]?.reference, 'approve', '1234')).body.data.state, 'paid')
  await shop.settled(held.collection_id, 'successful')
  const { sms } = await open.shows((screen) => screen.sms.includes('Umelipa'))
  assert.match(sms, /Umelipa TSh\s1,000 kwa Shop \d+\. Salio TSh\s499,000\./)
  open.close()
})

async function settledOf(owner: Shop, id: unknown) {
  for (;;) {
    const found = await owner.state(id)
    if (found.status !== 'processing') return found
  }
}

test("codes, messages and switchboards of another merchant are nobody else's to see", async () => {
  await other.call('/v1/sandbox/switchboard', { method: 'PATCH', body: { lost: 0.5 } })
  await other.collect('dynamic-qr', { amount: '700.00' })
  const mine = await shop.collect('dynamic-qr', { amount: '900.00' })
  const open = await phonesOf()
  const theirs = await openPhones(service, {
    ...{ phones: [phone], cookie: await sessionOf(service, other.ownerEmail) },
  })
  const seen = await open.until(() => true)
  const [screen] = seen.phones
  assert.match(screen?.scan ?? '', /TSh\s900/)
  assert.doesNotMatch(screen?.scan ?? '', /TSh\s700/)
  assert.equal(seen.faults, '')
  const strange = await theirs.until(() => true)
  assert.match(strange.faults, /Lost: 50 % of the callbacks of Shop/)
  assert.doesNotMatch(strange.phones[0]?.sms ?? '', /Umelipa/)
  assert.equal((await theirs.answer(mine.provider_reference, 'approve', '1234')).status, 404)
  assert.equal((await open.answer(mine.provider_reference, 'approve', '1234')).body.data.state, 'paid')
  open.close()
  theirs.close()
})

test('what comes from another site, or is not what the page sends, changes nothing', async () => {
  const open = await phonesOf()
  await open.shows(() => true)
  const strange = { cookie: owner, headers: { origin: 'https://evil.example' } }
  for (const path of ['answer', 'knobs']) {
    const answer = await service.call(`/simulator/${path}`, { ...strange, body: { phone, slow: true } })
    assert.equal(answer.body.error.code, 'bad_origin')
  }
  const headers = { 'sec-fetch-site': 'cross-site' }
  assert.equal((await service.call('/simulator/events', { cookie: owner, headers })).status, 403)
  for (const [path, body] of [
    ['answer', {}],
    ['answer', { phone, reference: 'x\0', answer: 'approve' }],
    ['answer', { phone, reference: 'MLP1', answer: 'approve', pin: '12345' }],
    ['knobs', { phone: '0712345678', slow: true }],
    ['knobs', { phone, slow: 'yes' }],
    ['knobs', { phone, balance: 5 }],
  ] as const)
    assert.equal((await open.post(path, body)).status, 422, JSON.stringify(body))
  assert.equal((await open.turn({ slow: true }, '255712000000')).status, 404, 'nobody holds it')
  assert.equal((await open.turn({ slow: true })).status, 200)
  await open.shows(({ knobs }) => knobs.slow)
  open.close()
})
