import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import type { Environment } from '@malipo/contract'
import { chores } from '../../src/names/names.ts'
import type { NameFound } from '../../src/providers/providers.ts'
import { dataOf, type Fields } from './money/shop.ts'
import { inShort } from './parts/newcomers.ts'
import { openPayoutStage, type PayoutStage } from './payouts/stage.ts'
import { type Till, tenThousand } from './payouts/till.ts'

let stage: PayoutStage
let asked: Fields[] = []
let answer: NameFound = { kind: 'found', name: 'ASHA  JUMA ' }
before(async () => {
  stage = await openPayoutStage()
})
after(() => stage.close())
beforeEach(() => {
  asked = []
  answer = { kind: 'found', name: 'ASHA  JUMA ' }
  stage.provider.lookUpName = async (recipient) => {
    asked.push(recipient)
    return answer
  }
})

const toPhone = {
  method: 'MOBILE_MONEY',
  destination_code: 'MPESA',
  destination_identifier: '0754123456',
  name: 'Asha Juma',
}
const lookUp = (till: Till, body: Fields = {}, environment: Environment = 'live') =>
  till.dashboard('/v1/destinations/look-up', environment, { body: { ...toPhone, ...body } })
const found = async (till: Till, body: Fields = {}, environment: Environment = 'live') =>
  dataOf(await lookUp(till, body, environment))

test('a name is told as the provider knows it, and compared with the one that is given', async () => {
  const till = await stage.openTill()
  const { look_up_id: id, expires_at: until, ...told } = await found(till)
  assert.match(String(id), /^[0-9a-f-]{36}$/)
  assert.equal(Date.parse(String(until)) - stage.clock.now().getTime(), 86_400_000)
  assert.deepEqual(told, {
    method: 'MOBILE_MONEY',
    destination_code: 'MPESA',
    destination_identifier: '255754123456',
    outcome: 'found',
    registered_name: 'ASHA JUMA',
    match: 'exact',
    suggested_destination_code: null,
  })
  assert.deepEqual(asked, [
    {
      merchantId: till.merchantId,
      method: 'MOBILE_MONEY',
      destinationCode: 'MPESA',
      identifier: '255754123456',
    },
  ])
  const { match } = await found(till, { name: 'Neema Kimaro' })
  const { match: unnamed } = await found(till, { name: undefined })
  assert.deepEqual([match, unnamed], ['different', null])
})

const otherAnswers: [string, NameFound, string][] = [
  ['nobody has the number', { kind: 'not_found' }, 'not_found'],
  ['they tell no names of such', { kind: 'not_supported' }, 'not_supported'],
  ['nobody answers', { kind: 'unknown', because: 'no answer in time' }, 'unavailable'],
  ['the answer names nobody', { kind: 'found', name: 'OK' }, 'not_supported'],
  ['the answer is the number', { kind: 'found', name: '255754123456' }, 'not_supported'],
]
for (const [what, word, outcome] of otherAnswers) {
  test(`${what}: ${outcome}, and no name`, async () => {
    answer = word
    const told = await found(await stage.openTill())
    assert.deepEqual([told.outcome, told.registered_name, told.match], [outcome, null, null])
  })
}

test('a number that was first given out elsewhere is hinted at where nobody was found', async () => {
  const till = await stage.openTill()
  answer = { kind: 'not_found' }
  const { suggested_destination_code: suggested } = await found(till, { destination_code: 'AIRTEL_MONEY' })
  assert.equal(suggested, 'MPESA')
  answer = { kind: 'found', name: 'Asha Juma' }
  const { suggested_destination_code: ported } = await found(till, { destination_code: 'AIRTEL_MONEY' })
  assert.equal(ported, null)
})

test('whoever cannot tell names, or nobody at all, is not supported', async () => {
  const till = await stage.openTill()
  delete stage.provider.lookUpName
  assert.equal((await found(till)).outcome, 'not_supported')
})

test('a withdrawal shows what was found of its recipient, to whoever decides too', async () => {
  const till = await stage.openTill()
  const { look_up_id: id } = await found(till, { destination_identifier: '0712345678' })
  const { name_check: check, id: withdrawal } = await till.submit({
    look_up_id: id,
    destination_name: 'Asha J Mushi',
  })
  const expected = {
    look_up_id: id,
    outcome: 'found',
    registered_name: 'ASHA JUMA',
    match: 'close',
    looked_up_at: stage.clock.now().toISOString(),
  }
  assert.deepEqual(check, expected)
  assert.deepEqual((await till.read(withdrawal)).name_check, expected)
  const dossier = dataOf(await stage.desk.call(`/v1/admin/withdrawals/${withdrawal}`, 'live'))
  assert.deepEqual(dossier.name_check, expected)
  // What does not match decides nothing.
  assert.equal(inShort(await stage.desk.decide(withdrawal, 'approve')), '200')
  const { name_check: none } = await till.submit()
  assert.equal(none, null)
})

test('a look-up is of use for its own destination, merchant, environment and day alone', async () => {
  const [till, stranger] = [await stage.openTill(), await stage.openTill()]
  const { look_up_id: id } = await found(till, { destination_identifier: '0712345678' })
  const problemOf = async (asking: Promise<{ status: number; body: Fields }>) => {
    const { status, body } = await asking
    return [status, JSON.stringify((body.error as Fields | undefined)?.details ?? null)]
  }
  const foreign = await problemOf(stranger.ask({ look_up_id: id }))
  const missing = await problemOf(till.ask({ look_up_id: '01890000-0000-7000-8000-000000000000' }))
  assert.deepEqual(foreign, missing)
  assert.equal(foreign[0], 422)
  for (const other of [{ destination_phone: '0712345679' }, { destination_code: 'AIRTEL_MONEY' }]) {
    const [status, why] = await problemOf(till.ask({ look_up_id: id, ...other }))
    assert.equal(status, 422)
    assert.match(String(why), /another destination/)
  }
  const { look_up_id: played } = await found(till, { destination_identifier: '0712345678' }, 'sandbox')
  assert.deepEqual(await problemOf(till.ask({ look_up_id: played })), missing)
  assert.deepEqual(await till.list(), [])
  stage.clock.pass(86_400_000)
  assert.deepEqual(await problemOf(till.ask({ look_up_id: id })), missing)
})

test('a merchant who is asked whose number it is answers with a look-up', async () => {
  const till = await stage.openTill()
  const { id } = await till.submit()
  assert.equal(inShort(await stage.desk.decide(id, 'request-info', { note: 'Whose number is it?' })), '200')
  const { look_up_id: other } = await found(till)
  const refused = await till.answerInfo(id, { message: 'See there.', look_up_id: other })
  assert.equal(inShort(refused), '422 validation_error')
  assert.equal(await till.status(id), 'INFO_REQUESTED')
  const { look_up_id: own } = await found(till, { destination_identifier: '0712345678' })
  const taken = dataOf(await till.answerInfo(id, { message: 'See there.', look_up_id: own }))
  assert.equal(taken.status, 'PENDING_ADMIN_APPROVAL')
  assert.deepEqual((await till.read(id)).name_check, taken.name_check)
  assert.equal((taken.name_check as Fields).look_up_id, own)
})

test('whoever is not verified looks nobody up, and what cannot be read is asked of nobody', async () => {
  const till = await stage.openTill()
  const { sql } = stage.service.world
  const bad = await lookUp(till, { destination_code: 'CRDB', destination_identifier: '12x4' })
  assert.equal(inShort(bad), '422 validation_error')
  assert.deepEqual(
    ((bad.body.error as Fields).details as { field: string }[]).map(({ field }) => field).sort(),
    ['destination_code', 'destination_identifier'],
  )
  await sql`update merchants set verification_status = 'pending' where id = ${till.merchantId}`
  assert.equal(inShort(await lookUp(till)), '409 withdrawal_restricted')
  assert.equal(inShort(await lookUp(till, {}, 'sandbox')), '200')
  assert.deepEqual(asked, [])
})

test('a thousand a day, and the next is told when', async () => {
  const till = await stage.openTill()
  const { sql } = stage.service.world
  await found(till)
  const counted =
    await sql`update tallies set count = 999 where count = 1 and until > ${stage.clock.now()} and until <= ${new Date(stage.clock.now().getTime() + 86_400_000)} returning name`
  assert.ok(counted.length > 0)
  assert.equal(inShort(await lookUp(till)), '200')
  const { status, body } = await lookUp(till)
  assert.equal(status, 429)
  const details = (body.error as Fields).details as Fields
  assert.ok(Number(details.retry_after_seconds) > 86_000, JSON.stringify(details))
  assert.equal(asked.length, 2)
})

test('in the sandbox subscribers have names, and some numbers are odd', async () => {
  const till = await stage.openTill()
  const look = async (identifier: string) => {
    const body = { destination_identifier: identifier }
    const { outcome, registered_name: name, match } = await found(till, body, 'sandbox')
    return [outcome, name, match]
  }
  assert.deepEqual(await look('0712000001'), ['found', 'ASHA JUMA', 'exact'])
  await till.dashboard('/v1/sandbox/subscribers/255712000001', 'sandbox', {
    method: 'PUT',
    body: { name: 'Baraka Mrema' },
  })
  assert.deepEqual(await look('0712000001'), ['found', 'BARAKA MREMA', 'different'])
  assert.deepEqual(await look('255700000201'), ['found', 'NEEMA PENDO KIMARO', 'different'])
  assert.deepEqual(await look('255700000202'), ['not_found', null, null])
  assert.deepEqual(await look('255700000203'), ['unavailable', null, null])
  assert.deepEqual(await look('255700000204'), ['not_supported', null, null])
  assert.deepEqual(asked, [])
})

test('look-ups are forgotten after a month; what was found stays with its withdrawal', async () => {
  const till = await stage.openTill()
  const { look_up_id: id } = await found(till, { destination_identifier: '0712345678' })
  const { id: withdrawal } = await till.submit({ ...tenThousand, look_up_id: id })
  const { world } = stage.service
  const [forget] = chores({ world })
  const count = async () => (await world.sql`select from name_look_ups where id = ${String(id)}`).length
  stage.clock.pass(29 * 86_400_000)
  if (forget && 'work' in forget) await forget.work()
  assert.equal(await count(), 1)
  stage.clock.pass(2 * 86_400_000)
  if (forget && 'work' in forget) await forget.work()
  assert.equal(await count(), 0)
  assert.equal(((await till.read(withdrawal)).name_check as Fields).registered_name, 'ASHA JUMA')
})

test('a provider that hangs for one merchant leaves room for the others', async () => {
  const [greedy, other] = [await stage.openTill(), await stage.openTill()]
  const { promise: answered, resolve: answerAll } = Promise.withResolvers<NameFound>()
  stage.provider.lookUpName = ({ merchantId }) =>
    merchantId === greedy.merchantId ? answered : Promise.resolve(answer)
  const asking = Array.from({ length: 12 }, () => lookUp(greedy))
  const refused = await Promise.race(asking)
  assert.equal(inShort(refused), '429 rate_limited')
  assert.equal((await found(other)).outcome, 'found')
  answerAll(answer)
  const ends = (await Promise.all(asking)).map(inShort).sort()
  assert.deepEqual(ends, [...Array(10).fill('200'), ...Array(2).fill('429 rate_limited')])
  assert.equal(inShort(await lookUp(greedy)), '200')
})
