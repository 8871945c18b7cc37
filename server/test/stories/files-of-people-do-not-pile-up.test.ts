import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { carryOutRequests, prepareExports } from '../../src/privacy/privacy.ts'
import type { Fields } from './money/shop.ts'
import { inShort } from './parts/newcomers.ts'
import { openRefundStage, type RefundStage } from './refunds/stage.ts'

const hourMs = 3_600_000
let stage: RefundStage
before(async () => {
  stage = await openRefundStage()
})
after(() => stage.close())

async function work() {
  await carryOutRequests(stage.service.world)
  await prepareExports(stage.service.world, { onError: assert.fail })
}

test('ten files of all and a hundred of people are there at once; the next waits until the first is gone', async () => {
  const [shop, other] = [await stage.openCounter(), await stage.openCounter()]
  const askAll = (counter = shop) => counter.dashboard('/v1/merchant/exports', 'live', { method: 'POST' })
  const askOne = (body: Fields = { kind: 'export', phone: '0754000001' }) =>
    shop.dashboard('/v1/merchant/privacy-requests', 'live', { body })
  for (const [ask, most] of [
    [askAll, 10],
    [askOne, 100],
  ] as const) {
    for (let made = 0; made < most; made += 1) {
      const answer = await ask()
      assert.equal(inShort(answer), '202', JSON.stringify(answer.body))
      await work()
      if (made === 0) stage.clock.pass(hourMs)
    }
    const refused = await ask()
    assert.equal(inShort(refused), '429 rate_limited')
    const { retry_after_seconds: wait } = refused.body.error.details as { retry_after_seconds: number }
    assert.equal(wait, 23 * 3_600)
    assert.equal(inShort(await askAll(other)), '202', 'nobody else is refused for it')
    await work()
    stage.clock.pass(wait * 1_000)
    assert.equal(inShort(await ask()), '202')
    await work()
  }
  assert.equal(inShort(await askOne({ kind: 'erase', phone: '0754000001' })), '202')
})
