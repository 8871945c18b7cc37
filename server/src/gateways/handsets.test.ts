import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { heldPhone, openPlainStage, type PlainStage } from '../../test/providers/plain-gateway.ts'

let stage: PlainStage
before(async () => {
  stage = await openPlainStage()
})
after(() => stage.gateway.close())
beforeEach(() => stage.gateway.faults.clear())

test('a phone that somebody holds waits for them, whatever its number would play, and then it has run out', async () => {
  const [paid, declined, ignored] = [stage.fresh(), stage.fresh(), stage.fresh()]
  for (const reference of [paid, declined, ignored]) await stage.ask('POST', `/${heldPhone}/${reference}`)
  stage.pass(60_000)
  assert.deepEqual([paid, declined, ignored].map(stage.stateOf), ['open', 'open', 'open'])
  const [prompt] = stage.gateway.prompts(heldPhone)
  const since = new Date(stage.now().getTime() - 60_000)
  assert.deepEqual(prompt, {
    reference: paid,
    product: 'order',
    phone: heldPhone,
    amount: 150_000n,
    currency: 'TZS',
    payee: 'Duka la Asha',
    says: 'Pay TZS 1500.00 to Duka la Asha? Enter your PIN.',
    since,
    until: new Date(since.getTime() + 90_000),
  })
  assert.equal(stage.gateway.answer(paid, 'paid')?.state, 'paid')
  assert.equal(stage.gateway.answer(paid, 'declined'), null, 'it is answered once')
  const answer = { reference: declined, end: 'declined' }
  assert.equal((await stage.ask('POST', '/_prompts', { ...answer, end: 'perhaps' })).status, 422)
  assert.equal((await stage.ask('POST', '/_prompts', { ...answer, reference: 'none' })).status, 404)
  assert.equal((await stage.ask('POST', '/_prompts', answer)).json.state, 'failed')
  const { prompts } = (await stage.ask('GET', `/_prompts?phone=${heldPhone}`)).json as {
    prompts: { amount: string }[]
  }
  assert.deepEqual(
    prompts.map(({ amount }) => amount),
    ['1500.00'],
  )
  stage.pass(30_000)
  assert.deepEqual(
    [stage.stateOf(ignored), stage.gateway.book.find('order', ignored)?.reason],
    ['failed', 'expired'],
  )
  assert.deepEqual(stage.gateway.prompts(), [])
})

test('a code is listed until it is scanned, and a phone in somebody’s hands asks them first', async () => {
  const [byHand, byItself] = [stage.fresh(), stage.fresh()]
  for (const reference of [byHand, byItself]) await stage.ask('POST', `/-/${reference}`)
  const listed = () => stage.gateway.codes().map(({ code, payee }) => `${code} ${payee}`)
  assert.deepEqual(listed(), [`${byHand} Duka la Asha`, `${byItself} Duka la Asha`])
  const phone = '255754000002'
  assert.equal((await stage.ask('POST', '/_handsets', { phone: '0754' })).status, 422)
  assert.deepEqual((await stage.ask('POST', '/_handsets', { phone })).json.phones, [phone])
  assert.ok(stage.gateway.scan(byHand, phone) && stage.gateway.scan(byItself, '255754000003'))
  assert.deepEqual(listed(), [])
  stage.pass(300)
  assert.deepEqual([byHand, byItself].map(stage.stateOf), ['open', 'paid'])
  stage.gateway.answer(byHand, 'insufficient_funds')
  assert.equal(stage.gateway.book.find('order', byHand)?.reason, 'insufficient_funds')
  assert.deepEqual((await stage.ask('DELETE', '/_handsets')).json.phones, [])
  const after = stage.fresh()
  await stage.ask('POST', `/${phone}/${after}`)
  stage.pass(300)
  assert.equal(stage.stateOf(after), 'paid')
})

test('faults strike what a held phone answers too, and news of one call only where they are aimed at it', async () => {
  stage.gateway.faults.add({ fault: 'reversed', times: 1 })
  stage.gateway.faults.add({ fault: 'callback_lost', on: 'look' })
  const undone = stage.fresh()
  await stage.ask('POST', `/${heldPhone}/${undone}`)
  stage.gateway.answer(undone, 'paid')
  stage.pass(0)
  await stage.gateway.post.settled()
  assert.deepEqual(stage.news(undone), [`${undone} paid true`], 'it was begun by an order')
  stage.gateway.faults.add({ fault: 'callback_lost', on: 'order' })
  stage.pass(300)
  await stage.gateway.post.settled()
  assert.deepEqual([stage.stateOf(undone), stage.news(undone).length], ['reversed', 1])
})
