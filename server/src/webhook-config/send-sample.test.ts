import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { openToldMerchants } from '../../test/events/told-merchants.ts'
import { testRoute } from './send-sample.ts'

let stage: Awaited<ReturnType<typeof openToldMerchants>>
before(async () => {
  stage = await openToldMerchants()
  await stage.configure('http://shop.test/')
})
after(() => stage.database.drop())

test('nothing is sent unsigned when the secret cannot be opened', async () => {
  await stage.world.sql`update merchants set webhook_secret_sealed = '\\x00' where id = ${stage.merchantId}`
  const route = testRoute(stage.world, () => assert.fail('it was sent'))
  await assert.rejects(stage.call([route], 'testWebhook', { body: {} }), /authentication tag/)
})
