import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { connectDatabase, type Database } from '../../src/database/database.ts'
import { accepted, openPayoutStage, type PayoutStage } from './payouts/stage.ts'

let stage: PayoutStage
let elsewhere: Database
before(async () => {
  stage = await openPayoutStage()
  stage.provider.script.payOut = () => accepted
  const { url } = stage.service.database
  elsewhere = connectDatabase({ url, poolSize: 1, applicationName: 'elsewhere' })
})
after(async () => {
  await elsewhere.end()
  await stage.close()
})

/** Longer than anybody waits for a lock. */
const longMs = 6_000

test('a decision about what another holds for long is made when it is free, once', async () => {
  const till = await stage.openTill()
  const { id } = await till.submit()
  const held = Promise.withResolvers<void>()
  const holding = elsewhere.begin(async (tx) => {
    await tx`select from withdrawals where id = ${String(id)} for update`
    held.resolve()
    await sleep(longMs)
  })
  await held.promise
  const rejected = await stage.desk.decide(id, 'reject', { note: 'not today' })
  await holding
  assert.deepEqual([rejected.status, rejected.body.data?.status], [200, 'REJECTED'])
  assert.deepEqual(await stage.desk.decisions(id), [
    'withdrawal.reject by me: PENDING_ADMIN_APPROVAL → REJECTED',
  ])
})
