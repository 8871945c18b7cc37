import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { holdAuditHead } from '../../src/audit/audit.ts'
import { type Service, startService } from '../service.ts'
import { endStory } from './money/books.ts'
import { openShop } from './money/shop.ts'
import { inShort } from './parts/newcomers.ts'

let service: Service
let shop: Awaited<ReturnType<typeof openShop>>
before(async () => {
  service = await startService()
  shop = await openShop(service)
})
after(() => endStory(service))

test('what people ask for is audited once, and keeps no program waiting while somebody holds the chain', async () => {
  const path = '/v1/collections/ussd-push'
  const wish = () => ({
    body: { merchant_id: shop.merchantId, amount: '1000.00', customer_phone: '0712345678' },
    headers: { 'idempotency-key': randomUUID() },
  })
  const [held, letGo] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const holder = service.world.sql.begin(async (tx) => {
    await holdAuditHead(tx)
    held.resolve()
    await letGo.promise
  })
  await held.promise
  let isAnswered = false
  const ofPerson = wish()
  const made = shop.dashboard(path, 'sandbox', ofPerson).finally(() => {
    isAnswered = true
  })
  const ofProgram = await shop.call(path, wish())
  assert.deepEqual([inShort(ofProgram), isAnswered], ['202', false])
  letGo.resolve()
  await holder
  const { body } = await made
  const again = await shop.dashboard(path, 'sandbox', ofPerson)
  assert.deepEqual(again.body.data.id, body.data.id)
  const entries = await service.world.sql<{ actor_kind: string; subject_id: string; details: unknown }[]>`
    select actor_kind, subject_id, details from audit_log where action = 'collection.request'`
  const details = { environment: 'sandbox', method: 'USSD_PUSH', amount: '1000.00', currency: 'TZS' }
  assert.deepEqual([...entries], [{ actor_kind: 'member', subject_id: body.data.id, details }])
})
