import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { makeAdmin, makeMember } from '../../src/operator/operator.ts'
import { newPerson, password, type Reply, sessionOf } from '../service.ts'
import { dataOf, type Fields } from './money/shop.ts'
import { inShort } from './parts/newcomers.ts'
import { openPayoutStage, type PayoutStage } from './payouts/stage.ts'

let stage: PayoutStage
before(async () => {
  stage = await openPayoutStage()
})
after(() => stage.close())

type Call = PayoutStage['desk']['call']

/** Somebody who decides for the operator, and is owner of a merchant as well. */
async function hireOwner(merchantId: string): Promise<Call> {
  const { world } = stage.service
  const email = `both-${randomUUID()}@malipo.test`
  await newPerson(stage.service, email)
  await world.sql.begin(async (tx) => {
    await makeMember(tx, world, { merchantId, email, password, role: 'owner' })
    await makeAdmin(tx, world, { email, password })
  })
  const cookie = await sessionOf(stage.service, email)
  return (path, environment = 'live', sent = {}) =>
    stage.service.call(path, { cookie, ...sent, headers: { 'x-environment': environment, ...sent.headers } })
}

const ruleOf = (when: Fields, action: string, merchantId: string | null, mode = 'on') => ({
  ...{ name: 'A rule', applies_to: 'payouts', merchant_id: merchantId },
  ...{ when, action, mode },
})
const make = (call: Call, rule: Fields): Promise<Reply> =>
  call('/v1/admin/risk-rules', 'live', { body: rule })
const any = { field: 'amount', is: 'more_than', value: '1' }
const listed = { field: 'recipient_listed', is: 'equals', value: 'mine' }

test('whoever belongs to a merchant takes the second person from its payouts neither by a list nor by a rule for everybody', async () => {
  const [till, other] = [await stage.openTill(), await stage.openTill()]
  dataOf(await make(stage.desk.call, ruleOf(any, 'review', till.merchantId)))
  const general = dataOf(await make(stage.desk.call, ruleOf(listed, 'block', null, 'watch')))
  const entry = '/v1/admin/risk-lists/mine/0712345678'
  dataOf(await stage.desk.call(entry, 'live', { method: 'PUT', body: {} }))
  const both = await hireOwner(till.merchantId)
  const change = (rule: Fields) =>
    both(`/v1/admin/risk-rules/${general.id}`, 'live', { method: 'PUT', body: rule })
  const tried = [
    await make(both, ruleOf(any, 'allow', till.merchantId)),
    await make(both, ruleOf(listed, 'allow', null)),
    await change(ruleOf(listed, 'block', null, 'off')),
    await change(ruleOf(listed, 'block', other.merchantId)),
    await both(entry, 'live', { method: 'PUT', body: {} }),
    await both(entry, 'live', { method: 'DELETE' }),
  ]
  assert.deepEqual(tried.map(inShort), Array(tried.length).fill('403 forbidden'))
  const { id } = await till.submit()
  assert.equal((await stage.desk.story(id)).approvals_needed, 2)
  assert.equal(inShort(await make(both, ruleOf(any, 'review', other.merchantId))), '201')
})
