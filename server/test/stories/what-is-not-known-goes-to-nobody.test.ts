import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { declined, succeeded, workOnce } from './money/own-provider.ts'
import { openPage } from './money/page.ts'
import type { Fields } from './money/shop.ts'
import { inShort } from './parts/newcomers.ts'
import { openDesk } from './payouts/desk.ts'
import { openRefundStage, type RefundStage } from './refunds/stage.ts'

let stage: RefundStage
before(async () => {
  stage = await openRefundStage()
})
after(() => stage.close())

/** A page on which one person tried in vain, and another paid; then it turns out that the first one had paid too. */
async function paidByBoth() {
  const counter = await stage.openCounter()
  const page = await openPage(stage.service, counter)
  const references: string[] = []
  for (const [phone, word] of [
    ['0754000001', declined],
    ['0754000002', succeeded()],
  ] as const) {
    const { tried } = await page.begin({ phone })
    await workOnce(stage.service)
    await stage.provider.tell(stage.service, tried.provider_reference, word)
    references.push(tried.provider_reference)
  }
  const [first = ''] = references
  await stage.provider.tell(stage.service, first, succeeded())
  const found = (await stage.desk.discrepancies(page.id)).find(({ kind }) => kind === 'another_try_paid')
  assert.equal(found?.reference, first)
  return { counter, first, discrepancy: found?.id }
}

const back = { action: 'return_to_payer', note: 'paid by both' }

async function refundOf(counter: Awaited<ReturnType<RefundStage['openCounter']>>): Promise<Fields> {
  const { body } = await counter.dashboard('/v1/refunds', 'live')
  return (body.data.items as Fields[])[0] ?? {}
}

test('what two have paid goes back to the one who paid too much', async () => {
  const { counter, discrepancy } = await paidByBoth()
  const settled = await stage.desk.settle(discrepancy, back)
  assert.equal(inShort(settled), '200', JSON.stringify(settled.body))
  assert.equal((await refundOf(counter)).destination_identifier, '*********001')
})

test('where that one was erased nobody else gets it: whoever settles it says where to, also once more', async () => {
  const { counter, first, discrepancy } = await paidByBoth()
  await stage.service.world.sql`
    update collection_tries set customer_phone = null where provider_reference = ${first}`
  const blind = await stage.desk.settle(discrepancy, back)
  assert.equal(inShort(blind), '422 validation_error')
  const fields = (blind.body.error.details as { field: string }[]).map(({ field }) => field)
  assert.deepEqual(fields, ['destination_code', 'destination_identifier', 'destination_name'])
  const place = {
    destination_code: 'MPESA',
    destination_identifier: '0754000009',
    destination_name: 'Asha Juma',
  }
  const settled = await stage.desk.settle(discrepancy, { ...back, ...place })
  assert.equal(inShort(settled), '200', JSON.stringify(settled.body))
  const refund = await refundOf(counter)
  assert.equal(refund.destination_identifier, '*********009')
  // Whoever said where it goes does not decide about it.
  const second = await openDesk(stage.service)
  assert.equal(inShort(await second.decide(refund.id, 'reject', { note: 'wrong number' })), '200')
  const again = await second.call(`/v1/admin/withdrawals/${refund.id}/return-again`, 'live', { body: {} })
  assert.equal(inShort(again), '422 validation_error')
})
