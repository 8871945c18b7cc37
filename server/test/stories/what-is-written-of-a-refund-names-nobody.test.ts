import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { declined, succeeded, workOnce } from './money/own-provider.ts'
import { dataOf, type Fields } from './money/shop.ts'
import { inShort } from './parts/newcomers.ts'
import { openRefundStage, type RefundStage } from './refunds/stage.ts'

let stage: RefundStage
before(async () => {
  stage = await openRefundStage()
})
after(() => stage.close())

/** Known from the provider alone: no field of the refund has it. */
const payerName = 'ZUHURA KIBWANA'
const written = 'Zuhura Kibwana (zuhura@example.com) called twice'
const without = '[name] ([email]) called twice'

/** Everything about one thing that can never be changed. */
async function keptOf(...ids: unknown[]): Promise<string[]> {
  const rows = await stage.service.world.sql<{ text: string }[]>`
    select details::text as text from audit_log where subject_id = any(${ids.map(String)}::text[]::uuid[])
    union all select note from withdrawal_history where withdrawal_id = any(${ids.map(String)}::uuid[]) and note is not null
    union all select note from withdrawal_approvals where withdrawal_id = any(${ids.map(String)}::uuid[]) and note is not null
    union all select note from provider_words where subject_id = any(${ids.map(String)}::uuid[]) and note is not null`
  return rows.map(({ text }) => text)
}

test('a payer whom only the provider has named stands in no history, no approval and no audit log', async () => {
  const counter = await stage.openCounter()
  const { id } = await counter.paid({ customer_email: 'zuhura@example.com' }, payerName)
  const refund = await counter.refund({ collection_id: id })
  const asked = await stage.desk.decide(refund.id, 'request-info', { note: written })
  assert.equal(inShort(asked), '200', JSON.stringify(asked.body))
  const answered = await counter.dashboard(`/v1/refunds/${refund.id}/info`, 'live', {
    body: { message: written },
  })
  assert.equal(inShort(answered), '200', JSON.stringify(answered.body))
  assert.equal(inShort(await stage.desk.decide(refund.id, 'approve', { note: written })), '200')
  stage.provider.script.payOut = () => ({ ...declined, providerMessage: written })
  await stage.work()
  const kept = await keptOf(refund.id)
  assert.ok(kept.filter((text) => text.includes(without)).length >= 4, JSON.stringify(kept))
  assert.deepEqual(
    kept.filter((text) => /zuhura|kibwana/i.test(text)),
    [],
  )
})

test('a payer who gave no name has none in a notice, and is a word as others in what is written', async () => {
  const counter = await stage.openCounter()
  const { id } = await counter.paid()
  const refund = await counter.refund({ collection_id: id })
  const note = 'The payer called twice'
  assert.equal(inShort(await stage.desk.decide(refund.id, 'request-info', { note })), '200')
  assert.ok((await keptOf(refund.id)).includes(note), 'nobody is called that')
  const [told] = dataOf(await counter.dashboard('/v1/merchant/notifications', 'live')).items as Fields[]
  assert.equal(told?.text, `TZS 1000.00 to the payer: ${note}`)
})

test('nor does whoever paid what contradicts us', async () => {
  const counter = await stage.openCounter()
  const order = { amount: '1000.00', customer_name: 'Zuhura Kibwana', customer_email: 'zuhura@example.com' }
  const { id, provider_reference: reference } = await counter.push(order, { key: counter.liveKey })
  await workOnce(stage.service)
  for (const word of [declined, succeeded()]) await stage.provider.tell(stage.service, reference, word)
  const [found] = await stage.desk.discrepancies(id)
  assert.equal(inShort(await stage.desk.settle(found?.id, { action: 'keep_ours', note: written })), '200')
  const kept = await keptOf(found?.id)
  assert.ok(
    kept.some((text) => text.includes(without)),
    JSON.stringify(kept),
  )
  const [row] = await stage.service.world.sql<{ note: string }[]>`
    select note from discrepancies where id = ${String(found?.id)}`
  assert.equal(row?.note, without)
})
