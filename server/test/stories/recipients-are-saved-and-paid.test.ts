import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { dataOf, type Fields } from './money/shop.ts'
import { inShort } from './parts/newcomers.ts'
import { openDesk } from './payouts/desk.ts'
import {
  asha,
  askTo,
  audited,
  bank,
  change,
  hour,
  problemsOf,
  read,
  remove,
  save,
  saved,
  settings,
  settle,
  submitTo,
} from './payouts/recipients.ts'
import { accepted, openPayoutStage, type PayoutStage, referenceOf } from './payouts/stage.ts'

let stage: PayoutStage
before(async () => {
  stage = await openPayoutStage({ APPROVE_TWICE_ABOVE: '50000' })
  stage.provider.script.payOut = () => accepted
  stage.provider.lookUpName = async () => ({ kind: 'found', name: 'ASHA JUMA' })
})
after(() => stage.close())

test('a recipient is saved, cools for a day, and is paid by its id', async () => {
  const till = await stage.openTill()
  const now = stage.clock.now().getTime()
  const answer = await save(till, { metadata: { staff: '17' } })
  assert.equal(answer.status, 201)
  const { id, created_at: at, updated_at: _at, ...shown } = dataOf(answer)
  assert.deepEqual(shown, {
    ...asha,
    merchant_id: till.merchantId,
    destination_identifier: '255754123456',
    bank_name: null,
    bank_account_name: null,
    name_check: null,
    status: 'COOLING',
    usable_from: new Date(now + 24 * hour).toISOString(),
    metadata: { staff: '17' },
  })
  assert.equal(at, new Date(now).toISOString())
  const withdrawal = await submitTo(till, id)
  assert.deepEqual(
    [
      withdrawal.recipient_id,
      withdrawal.destination_name,
      withdrawal.destination_identifier,
      withdrawal.method,
    ],
    [id, 'Asha Juma', '255754123456', 'MOBILE_MONEY'],
  )
  const early = await stage.desk.decide(withdrawal.id, 'approve')
  assert.equal(inShort(early), '409 recipient_cooling')
  assert.deepEqual(early.body.error.details, { recipient_id: id, usable_from: shown.usable_from })
  const { may_decide: may, recipient } = await stage.desk.story(withdrawal.id)
  const { approve, override_cooling: override, why } = may as Fields
  assert.deepEqual([approve, override, why], [false, true, 'recipient_cooling'])
  assert.deepEqual(recipient, { id, status: 'COOLING', usable_from: shown.usable_from, created_at: at })
  stage.clock.pass(24 * hour - 1)
  assert.equal(inShort(await stage.desk.decide(withdrawal.id, 'approve')), '409 recipient_cooling')
  stage.clock.pass(1)
  assert.equal(dataOf(await read(till, id)).status, 'READY')
  assert.equal(inShort(await stage.desk.decide(withdrawal.id, 'approve')), '200')
  await stage.work()
  assert.equal(stage.sentUnder(referenceOf(withdrawal.id)).length, 1)
})

test('whoever overrides the cooling writes down why, and the audit log tells it', async () => {
  const till = await stage.openTill()
  const { id } = await submitTo(till, (await saved(till)).id)
  const silent = await stage.desk.decide(id, 'approve', { override_cooling: true })
  assert.deepEqual([silent.status, problemsOf(silent)], [422, { note: 'is required' }])
  assert.equal(
    inShort(await stage.desk.decide(id, 'approve', { note: 'Looked at.' })),
    '409 recipient_cooling',
  )
  const note = 'Called the owner, who knows them.'
  assert.equal(inShort(await stage.desk.decide(id, 'approve', { note, override_cooling: true })), '200')
  const [entry] = (await audited(stage.service, id)).slice(-1)
  const { overrides, note: kept } = JSON.parse(String(entry).replace('withdrawal.approve ', ''))
  assert.deepEqual([overrides, kept], ['recipient_cooling', note])
})

test('of two approvals each is as early as the other', async () => {
  const till = await stage.openTill()
  const second = await openDesk(stage.service)
  const { id } = await submitTo(till, (await saved(till)).id, { amount: '60000' })
  const early = { note: 'Known for years.', override_cooling: true }
  assert.equal(inShort(await stage.desk.decide(id, 'approve', early)), '200')
  assert.equal(inShort(await second.decide(id, 'approve')), '409 recipient_cooling')
  assert.equal(inShort(await second.decide(id, 'approve', early)), '200')
  assert.equal(await till.status(id), 'PROCESSING')
})

test('the same again is the first, whatever else is sent; ten at once are one, and one mail', async () => {
  const till = await stage.openTill()
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, n) => save(till, { destination_name: `Asha ${n}` })),
  )
  assert.deepEqual(answers.map(({ status }) => status).sort(), [...Array(9).fill(200), 201])
  assert.equal(new Set(answers.map(({ body }) => body.data.id)).size, 1)
  const first = answers[0]?.body.data
  const again = await save(till, { destination_identifier: '+255754123456', look_up_id: randomUUID() })
  assert.deepEqual([again.status, again.body.data], [200, first])
  assert.equal((await till.notices()).filter(({ kind }) => kind === 'recipient.saved').length, 1)
  // Another network, another recipient.
  assert.equal((await save(till, { destination_code: 'AIRTEL_MONEY' })).status, 201)
  const key = randomUUID()
  const keyed = (body: Fields) =>
    till.dashboard('/v1/recipients', 'live', { body, headers: { 'idempotency-key': key } })
  assert.deepEqual([(await keyed(asha)).status, (await keyed(asha)).status], [200, 200])
})

test('owners are told of each by mail, and nobody else', async () => {
  const till = await stage.openTill()
  const { sql } = stage.service.world
  const { id } = await saved(till, {}, 'sandbox')
  const [mail, ...others] = await sql<{ recipient: string; text: string }[]>`
    select recipient, text from sandbox_messages where merchant_id = ${till.merchantId} and channel = 'email'`
  assert.equal(others.length, 0)
  assert.match(String(mail?.text), /A recipient was saved[\s\S]*MPESA …456/)
  assert.doesNotMatch(String(mail?.text), /255754123456|Asha/)
  assert.deepEqual(await audited(stage.service, id), ['recipient.create {}'])
})

test('what is looked up beforehand stays with the recipient, and goes with each withdrawal', async () => {
  const till = await stage.openTill()
  const { destination_name: name, ...place } = asha
  const lookUp = async () =>
    dataOf(await till.dashboard('/v1/destinations/look-up', 'live', { body: { ...place, name } })).look_up_id
  const first = await lookUp()
  const { id, name_check: check } = await saved(till, { look_up_id: first })
  assert.deepEqual((check as Fields).match, 'exact')
  assert.deepEqual((await submitTo(till, id)).name_check, check)
  const second = await lookUp()
  assert.equal(((await submitTo(till, id, { look_up_id: second })).name_check as Fields).look_up_id, second)
  const later = dataOf(await change(till, id, { look_up_id: await lookUp() }))
  assert.notDeepEqual(later.name_check, check)
  const foreign = await save(await stage.openTill(), { look_up_id: first })
  assert.deepEqual([foreign.status, Object.keys(problemsOf(foreign))], [422, ['look_up_id']])
})

test('a blocked or removed recipient gets nothing: not by its id, not written out, not if it was asked for before', async () => {
  const till = await stage.openTill()
  const { id } = await saved(till)
  const [waiting, other] = [await submitTo(till, id), await submitTo(till, id)]
  stage.clock.pass(24 * hour)
  assert.equal(dataOf(await change(till, id, { blocked: true })).status, 'BLOCKED')
  const writtenOut = { destination_phone: '0754123456' }
  for (const asked of [await askTo(till, id), await till.ask(writtenOut)]) {
    assert.equal(inShort(asked), '409 recipient_blocked')
  }
  const early = { note: 'Never mind.', override_cooling: true }
  assert.equal(inShort(await stage.desk.decide(waiting.id, 'approve', early)), '409 recipient_blocked')
  const { may_decide: may } = await stage.desk.story(waiting.id)
  assert.deepEqual([(may as Fields).approve, (may as Fields).why], [false, 'recipient_blocked'])
  // Unblocked, it cools anew.
  const open = dataOf(await change(till, id, { blocked: false }))
  assert.deepEqual(
    [open.status, open.usable_from],
    ['COOLING', new Date(stage.clock.now().getTime() + 24 * hour).toISOString()],
  )
  assert.equal(inShort(await stage.desk.decide(waiting.id, 'approve')), '409 recipient_cooling')
  stage.clock.pass(24 * hour)
  assert.equal(inShort(await stage.desk.decide(waiting.id, 'approve')), '200')
  assert.deepEqual(dataOf(await remove(till, id)), { id, deleted: true })
  assert.equal(inShort(await stage.desk.decide(other.id, 'approve')), '409 recipient_blocked')
  assert.deepEqual((await stage.desk.story(other.id)).recipient, {
    ...{ id, status: null, usable_from: null, created_at: null },
  })
  assert.equal(inShort(await stage.desk.decide(other.id, 'reject', { note: 'It was removed.' })), '200')
  for (const gone of [
    await read(till, id),
    await remove(till, id),
    await change(till, id, { blocked: true }),
  ]) {
    assert.equal(inShort(gone), '404 not_found')
  }
  const refused = await askTo(till, id)
  assert.deepEqual([refused.status, Object.keys(problemsOf(refused))], [422, ['recipient_id']])
  const anew = await save(till)
  assert.deepEqual([anew.status, anew.body.data.status], [201, 'COOLING'])
  assert.notEqual(anew.body.data.id, id)
  assert.deepEqual(await audited(stage.service, id), [
    'recipient.create {}',
    'recipient.block {}',
    'recipient.unblock {}',
    'recipient.delete {}',
  ])
  assert.deepEqual(
    (await till.notices()).map(({ kind }) => kind).filter((kind) => kind.startsWith('recipient.')),
    ['recipient.saved', 'recipient.unblocked', 'recipient.saved'],
  )
})

test('what is written out goes to whoever is saved for it, and cools like it', async () => {
  const till = await stage.openTill()
  const { id } = await saved(till, { destination_identifier: '0712345678' })
  const written = await till.submit()
  assert.equal(written.recipient_id, id)
  assert.equal(inShort(await stage.desk.decide(written.id, 'approve')), '409 recipient_cooling')
  const stranger = await till.submit({ destination_phone: '0712345679' })
  assert.equal(stranger.recipient_id, null)
  assert.equal(inShort(await stage.desk.decide(stranger.id, 'approve')), '200')
})

test('bad input saves nobody and changes nothing', async () => {
  const till = await stage.openTill()
  const bad: [Fields, string[]][] = [
    [{ method: undefined }, ['method']],
    [{ destination_code: 'CRDB' }, ['destination_code']],
    [{ destination_identifier: '12345' }, ['destination_identifier']],
    [
      { destination_identifier: undefined, destination_name: '  ' },
      ['destination_identifier', 'destination_name'],
    ],
    [{ bank_name: 'CRDB' }, ['bank_name']],
    [{ ...bank, bank_name: undefined }, ['bank_name']],
    [{ ...bank, bank_name: 'Stanbic' }, ['bank_name']],
    [{ status: 'READY' }, ['status']],
    [{ usable_from: '2020-01-01T00:00:00Z' }, ['usable_from']],
    [{ look_up_id: randomUUID() }, ['look_up_id']],
    [{ metadata: { 'not a key': 'x' } }, ['metadata.not a key']],
  ]
  for (const [body, fields] of bad) {
    const answer = await save(till, body)
    assert.deepEqual(
      [answer.status, Object.keys(problemsOf(answer)).sort()],
      [422, fields],
      JSON.stringify(body),
    )
  }
  assert.deepEqual(dataOf(await till.dashboard('/v1/recipients', 'live')).items, [])
  const { id } = await saved(till)
  for (const body of [
    { destination_identifier: '0754999999' },
    { destination_name: 'Somebody' },
    { status: 'READY' },
    { usable_from: null, blocked: 'yes' },
  ]) {
    assert.equal((await change(till, id, body)).status, 422)
  }
  for (const hours of [-1, 169, 1.5, '24']) {
    assert.equal((await settle(till, { recipient_cooling_hours: hours })).status, 422)
  }
  const both = await askTo(till, id, { destination_code: 'MPESA', destination_phone: '0754123456' })
  assert.deepEqual(Object.keys(problemsOf(both)).sort(), ['destination_code', 'destination_phone'])
  const neither = await till.dashboard('/v1/merchant/withdrawals', 'live', {
    body: {},
    headers: { 'idempotency-key': randomUUID() },
  })
  assert.deepEqual(Object.keys(problemsOf(neither)).sort(), [
    ...['amount', 'destination_code', 'destination_name', 'method'],
  ])
  const foreign = await stage.openTill()
  assert.equal(inShort(await askTo(foreign, id)), '422 validation_error')
  assert.equal(inShort(await read(foreign, id)), '404 not_found')
  assert.equal(inShort(await change(foreign, id, { blocked: true })), '404 not_found')
  assert.equal(inShort(await remove(foreign, id)), '404 not_found')
  assert.deepEqual(await till.list(), [])
  assert.equal((await settings(till)).recipient_cooling_hours, 24)
})

test('of somebody who blocks and somebody who approves at once, one is first, and both know it', async () => {
  const till = await stage.openTill()
  for (let round = 0; round < 5; round += 1) {
    const { id } = await saved(till, { destination_identifier: `07540000${10 + round}` })
    const { id: waiting } = await submitTo(till, id, { amount: '1000' })
    stage.clock.pass(24 * hour)
    const [approved, stopped] = await Promise.all([
      stage.desk.decide(waiting, 'approve'),
      change(till, id, { blocked: true }),
    ])
    assert.equal(stopped.status, 200)
    assert.match(inShort(approved), /^200$|^409 recipient_blocked$/)
    const expected = approved.status === 200 ? 'PROCESSING' : 'PENDING_ADMIN_APPROVAL'
    assert.equal(await till.status(waiting), expected)
  }
})
