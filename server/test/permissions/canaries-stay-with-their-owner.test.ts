import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { tellProof } from '../prove/tell-proof.ts'
import { type Service, startService } from '../service.ts'
import { type Asked, askForEverything } from './ask-everything.ts'
import { type Marked, openMarkedMerchant } from './canaries.ts'
import { paidCollection } from './money.ts'

let service: Service
let one: Marked
let other: Marked
before(async () => {
  // Without chores: what is said is said to those who ask.
  service = await startService({ environment: { ROLE: 'api', WEBHOOK_ALLOW: '127.0.0.0/8' } })
  one = await openMarkedMerchant(service, 1)
  other = await openMarkedMerchant(service, 2)
})
after(() => service.stop())

/** Answers in which somebody reads what is another's. */
function crossings(asked: readonly Asked[], { canaries }: Marked): string[] {
  return asked
    .filter(({ text }) => canaries.some((canary) => text.includes(canary)))
    .map(({ who, address }) => `${who}: ${address}`)
}

test('whoever of a merchant asks for whatever, nobody reads a word of the other', async (context) => {
  for (const [own, theirs] of [
    [one, other],
    [other, one],
  ] as const) {
    const asked = await askForEverything(service, own, theirs)
    assert.deepEqual(crossings(asked, theirs), [])
    const mine = asked.filter(({ text }) => text.includes(own.word))
    const shown = new Set(mine.map(({ address }) => address.split('?')[0]))
    // Otherwise there would be nothing to be seen by the others either.
    assert.ok(shown.size > 40, `only ${shown.size} addresses show a word of their own merchant`)
    const answered = asked.filter(({ isForeign, status }) => isForeign && status < 400)
    assert.deepEqual(
      answered.map(({ who, address }) => `${who}: ${address}`),
      [],
    )
    tellProof(
      context,
      `${asked.length} questions, ${mine.length} answers with a word of one's own, 0 with another's`,
    )
  }
})

test('events, deliveries and pages tell of their own merchant alone', async () => {
  for (const [own, theirs] of [
    [one, other],
    [other, one],
  ] as const) {
    const events = await service.world.sql<{ body: string }[]>`
      select body from events where merchant_id = ${own.cast.merchantId}`
    const pages = await Promise.all(
      own.pages.map(async (path) => await (await fetch(`${service.url}${path}`)).text()),
    )
    const texts = [...events.map(({ body }) => body), ...pages]
    assert.ok(texts.filter((text) => text.includes(own.word)).length > own.pages.length)
    assert.deepEqual(
      texts.filter((text) => theirs.canaries.some((canary) => text.includes(canary))),
      [],
    )
  }
})

test('who follows events hears nothing of the other merchant', async () => {
  const hangUp = new AbortController()
  const { key } = one.cast.credentials.live_key
  const stream = await fetch(`${service.url}/v1/merchant/events/stream`, {
    signal: hangUp.signal,
    headers: { authorization: `Bearer ${key}`, 'last-event-id': one.ids.event_id?.[0] ?? '' },
  })
  const reader = stream.body?.pipeThrough(new TextDecoderStream()).getReader() ?? assert.fail('no stream')
  await paidCollection({ service, cast: other.cast }, other.cast.credentials.live_key)
  const last = await paidCollection({ service, cast: one.cast }, one.cast.credentials.live_key)
  let heard = ''
  while (!heard.includes(last)) heard += (await reader.read()).value ?? assert.fail('the stream ended')
  hangUp.abort()
  assert.ok(
    !heard.includes(other.cast.merchantId) && !other.canaries.some((canary) => heard.includes(canary)),
  )
})

test('a row that has got to the wrong merchant is found', async () => {
  const { sql } = service.world
  const [customer] = one.ids.customer_id ?? []
  const move = (to: Marked) =>
    sql`update customers set merchant_id = ${to.cast.merchantId} where id = ${customer ?? ''}`
  await move(other)
  const found = crossings(await askForEverything(service, other, one, /customers|search/), one)
  await move(one)
  assert.ok(
    found.some((line) => line.includes('/v1/customers?')),
    'in the list',
  )
  assert.ok(
    found.some((line) => line.includes('/v1/merchant/search')),
    'by searching',
  )
})
