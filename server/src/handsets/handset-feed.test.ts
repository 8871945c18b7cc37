import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { createTestDatabase, type TestDatabase } from '../../test/test-database.ts'
import { systemClock } from '../primitives/clock.ts'
import { idsFrom } from '../primitives/id.ts'
import type { Refusal } from '../primitives/refusal.ts'
import { holdHandsets, tellHandsets } from '../providers/providers.ts'
import { createHands } from './hands.ts'
import { createHandsetFeed } from './handset-feed.ts'

let database: TestDatabase
before(async () => {
  database = await createTestDatabase()
})
after(() => database.drop())

const phones = [{ phone: '255712345678', language: 'sw' as const }]
const nobody = { gatewayPhones: { view: () => ({ prompts: [], codes: [] }) } }

function openFeed(timing: Parameters<typeof createHandsetFeed>[2]) {
  const hands = createHands()
  const world = { sql: database.sql, clock: systemClock }
  const feed = createHandsetFeed(world, { ...nobody, hands }, { lookMs: 20, ...timing })
  const listen = (visitor: string, gone = new AbortController()) => ({
    gone,
    texts: feed.listen({ reach: 'everything', phones, language: 'en', visitor, gone: gone.signal }),
  })
  return { hands, listen }
}

test('a stream says what is new, holds its numbers as long as it is heard, and ends so that everybody is known anew', async () => {
  const { hands, listen } = openFeed({ endAfterMs: 300 })
  const heard: string[] = []
  let wasHeld = false
  for await (const text of listen('asha').texts) {
    heard.push(text)
    wasHeld ||= hands.isHeld('255712345678')
  }
  assert.equal(heard.length, 2, 'nothing is said twice')
  assert.equal(heard[0], 'retry: 500\n\n')
  assert.match(heard[1] ?? '', /^data: \{"phones":\[\{"phone":"255712345678"/)
  assert.ok(wasHeld)
  assert.equal(hands.isHeld('255712345678'), false)
})

test('there is an end to how many streams somebody has, and all have together', () => {
  const { listen } = openFeed({ mostPerVisitor: 2, mostInAll: 3 })
  const refused = (visitor: string) => {
    try {
      listen(visitor)
      return null
    } catch (error) {
      return (error as Refusal).code
    }
  }
  const { gone } = listen('asha')
  assert.deepEqual(
    [refused('asha'), refused('asha'), refused('juma'), refused('neema')],
    [...[null, 'rate_limited', null, 'rate_limited']],
  )
  gone.abort()
  assert.equal(refused('asha'), null)
})

test('however many pages are open, one connection looks for all of them', async () => {
  const { listen } = openFeed({ mostPerVisitor: 8, mostInAll: 8 })
  const streams = ['asha', 'asha', 'juma', 'juma', 'neema'].map((visitor) => listen(visitor))
  const ended = await database.sql.begin(async (tx) => {
    await tx`lock table network_handsets in access exclusive mode`
    const ends = streams.map(async ({ texts }) => {
      for await (const _ of texts);
    })
    await sleep(150)
    const [waiting] = await database.sql<{ count: number }[]>`
      select count(*)::int as count from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`
    assert.equal(waiting?.count, 1)
    for (const { gone } of streams) gone.abort()
    return ends
  })
  await Promise.all(ended)
})

test('a phone that is sent more than it can count has as much as it counts, and holds up nobody else who is paid', async () => {
  const newId = idsFrom(systemClock)
  const world = { sql: database.sql, clock: systemClock, newId }
  const phone = '255754000009'
  await holdHandsets(world, 'everything', [{ phone, answers: true }])
  await database.sql`update network_handsets set balance = 9223372036854775807 where phone = ${phone}`
  const order = {
    reference: 'MLW1',
    merchantId: newId(),
    phone,
    amount: 100n,
    currency: 'TZS',
    party: 'Juma',
  }
  await database.sql.begin((tx) =>
    tellHandsets(tx, world, [{ ...order, environment: 'sandbox', kind: 'received', reason: null }]),
  )
  const [told] = await database.sql`select kind from network_messages where phone = ${phone}`
  assert.equal(told?.kind, 'received')
})
