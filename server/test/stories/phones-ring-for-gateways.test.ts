import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { openPhones } from './handsets/open-phones.ts'
import { type GatewaysStage, openGatewaysStage } from './money/gateways-stage.ts'
import { referenceOf } from './money/shop.ts'

let stage: GatewaysStage
before(async () => {
  stage = await openGatewaysStage()
})
after(() => stage.close())

for (const [name, phone] of [
  ['selcom', '255754555666'],
  ['clickpesa', '255754555777'],
] as const) {
  test(`with LIVE_PROVIDER=${name} a phone in the browser rings for what went through the gateway`, async () => {
    await stage.start(name)
    const open = await openPhones({ url: `http://127.0.0.1:${stage.port}` }, { phones: [phone] })
    await open.shows(() => true)
    const push = async () => {
      const id = await stage.collect('wallet-push', { amount: 1500, phone, reference: 'order' })
      const reference = referenceOf(id)
      const { prompts } = await open.shows(({ prompts }) => prompts.length > 0)
      assert.deepEqual(
        prompts.map((prompt) => [prompt.reference, prompt.badge]),
        [[reference, 'HALISI, YA KUIGIZA']],
      )
      return { id, reference }
    }
    const paid = await push()
    const wrong = await open.answer(paid.reference, 'approve', '0000')
    assert.deepEqual(wrong.body.data, { state: 'waiting', reason: 'wrong_pin' })
    assert.equal((await open.answer(paid.reference, 'approve', '1234')).body.data.state, 'paid')
    await stage.untilEnded('collections', paid.id, 'successful', true)
    await open.shows(({ sms, bar }) => /Umelipa TSh\s1,500 kwa/.test(sms) && /498,500/.test(bar))
    const declined = await push()
    assert.equal((await open.answer(declined.reference, 'decline')).body.data.state, 'declined')
    await stage.untilEnded('collections', declined.id, 'failed', true)
    await open.turn({ empty: true })
    const short = await push()
    const { data } = (await open.answer(short.reference, 'approve', '1234')).body
    assert.deepEqual(data, { state: 'declined', reason: 'insufficient_funds' })
    await stage.untilEnded('collections', short.id, 'failed', true)
    if (name === 'selcom') {
      await open.turn({ empty: false })
      const scanned = await stage.collect('qr', { amount: 2500, reference: 'order-code' })
      await open.shows(({ scan }) => /2,500/.test(scan))
      assert.equal((await open.answer(referenceOf(scanned), 'approve', '1234')).body.data.state, 'paid')
      await stage.untilEnded('collections', scanned, 'successful')
    }
    open.close()
    await stage.end('SIGTERM')
  })
}
