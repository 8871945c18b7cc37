import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { howMuch } from '../how-thorough.ts'
import { tellProof } from '../prove/tell-proof.ts'
import { sideBySide } from '../side-by-side.ts'
import { inShort } from './parts/newcomers.ts'
import { openRefundStage, type RefundStage } from './refunds/stage.ts'

let stage: RefundStage
before(async () => {
  stage = await openRefundStage()
})
after(() => stage.close())

const payments = howMuch({ test: 8, prove: 1_000, proveShort: 100 })
const each = 10

/** Six parts of 150 fit into a payment of a thousand, and ten are asked for at once. */
test('parts that race for one payment are taken while they fit, and never come to more than was collected', async (context) => {
  const counter = await stage.openCounter()
  const made: string[] = []
  for (let n = 0; n < payments; n += 1) made.push(String((await counter.paid()).id))
  const parts = made.flatMap((id) => Array.from({ length: each }, () => id))
  const answers = await sideBySide(parts, async (id) => {
    const answer = await counter.ask({ collection_id: id, amount: '150.00' })
    return { id, said: inShort(answer) }
  })
  for (const id of made) {
    const said = answers.filter((one) => one.id === id).map((one) => one.said)
    assert.equal(said.filter((one) => one === '202').length, 6, said.join())
    assert.equal(said.filter((one) => one === '409 refund_too_large').length, each - 6, said.join())
    assert.equal((await counter.collection(id)).refundable_amount, '100.00')
  }
  const taken = answers.filter(({ said }) => said === '202').length
  tellProof(
    context,
    `${parts.length} refunds of ${payments} payments, ${taken} taken, none beyond what was collected`,
  )
})
