import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { holdAuditHead } from '../../src/audit/audit.ts'
import { type Service, startService } from '../service.ts'
import { endStory } from './money/books.ts'
import { openShop } from './money/shop.ts'
import { inShort } from './parts/newcomers.ts'
import { hireRuleMaker } from './risk/rule-maker.ts'

let service: Service
let shop: Awaited<ReturnType<typeof openShop>>
before(async () => {
  service = await startService()
  shop = await openShop(service)
})
after(() => endStory(service))

const path = '/v1/collections/ussd-push'
const wish = () => ({
  body: { merchant_id: shop.merchantId, amount: '1000.00', customer_phone: '0712345678' },
  headers: { 'idempotency-key': randomUUID() },
})

/** Somebody who writes an entry, for as long as they are let. */
async function holdChain() {
  const [held, letGo] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const holder = service.world.sql.begin(async (tx) => {
    await holdAuditHead(tx)
    held.resolve()
    await letGo.promise
  })
  await held.promise
  return async () => {
    letGo.resolve()
    await holder
  }
}

test('what people ask for is audited once, and keeps no program waiting while somebody holds the chain', async () => {
  const letGo = await holdChain()
  let isAnswered = false
  const ofPerson = wish()
  const made = shop.dashboard(path, 'sandbox', ofPerson).finally(() => {
    isAnswered = true
  })
  const ofProgram = await shop.call(path, wish())
  assert.deepEqual([inShort(ofProgram), isAnswered], ['202', false])
  await letGo()
  const { body } = await made
  const again = await shop.dashboard(path, 'sandbox', ofPerson)
  assert.deepEqual(again.body.data.id, body.data.id)
  const entries = await service.world.sql<{ actor_kind: string; subject_id: string; details: unknown }[]>`
    select actor_kind, subject_id, details from audit_log where action = 'collection.request'`
  const details = { environment: 'sandbox', method: 'USSD_PUSH', amount: '1000.00', currency: 'TZS' }
  assert.deepEqual([...entries], [{ actor_kind: 'member', subject_id: body.data.id, details }])
})

test('where payments of a payer are counted, a program does not wait either for a person who waits for the chain', async () => {
  const rules = await hireRuleMaker(service)
  await rules.make(shop, { field: 'payer_count_10m', is: 'more_than', value: '3' })
  const letGo = await holdChain()
  let isAnswered = false
  const made = shop.dashboard(path, 'sandbox', wish()).finally(() => {
    isAnswered = true
  })
  const { sql } = service.world
  const waiting = () => sql`
    select from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock' and query like '%from audit_head for update%'`
  while ((await waiting()).length === 0) await sleep(20)
  const ofProgram = await shop.call(path, wish())
  assert.deepEqual([inShort(ofProgram), isAnswered], ['202', false])
  await letGo()
  // Counted once it was there, and no sooner: with those of the test before there are four by now.
  assert.equal(inShort(await made), '409 risk_blocked')
})
