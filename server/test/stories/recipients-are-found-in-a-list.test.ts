import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { dataOf, type Fields } from './money/shop.ts'
import { change, hour, save } from './payouts/recipients.ts'
import { openPayoutStage, type PayoutStage } from './payouts/stage.ts'

let stage: PayoutStage
before(async () => {
  stage = await openPayoutStage()
})
after(() => stage.close())

test('recipients are listed by what they are when they are listed, by method and by day', async () => {
  const till = await stage.openTill()
  const { id } = dataOf(await save(till))
  const listed = async (filter: string) => {
    const { items } = dataOf(await till.dashboard(`/v1/recipients?${filter}`, 'live'))
    return (items as Fields[]).map((one) => one.id)
  }
  const now = stage.clock.now().toISOString()
  const found = ['status=COOLING', 'method=MOBILE_MONEY', `from=${now}`, 'status=COOLING&method=MOBILE_MONEY']
  for (const filter of found) assert.deepEqual(await listed(filter), [id], filter)
  const others = ['status=READY', 'status=BLOCKED', 'method=BANK_ACCOUNT', `to=${now}`]
  for (const filter of others) assert.deepEqual(await listed(filter), [], filter)
  stage.clock.pass(24 * hour)
  assert.deepEqual([await listed('status=COOLING'), await listed('status=READY')], [[], [id]])
  await change(till, id, { blocked: true })
  assert.deepEqual([await listed('status=READY'), await listed('status=BLOCKED')], [[], [id]])
})
