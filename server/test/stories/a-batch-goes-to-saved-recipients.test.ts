import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type BatchStage, openBatchStage, rowTo } from './batches/stage.ts'
import { dataOf, type Fields } from './money/shop.ts'
import { inShort } from './parts/newcomers.ts'
import { asha, audited, bank, change, hour, remove, saved, settle } from './payouts/recipients.ts'

let stage: BatchStage
before(async () => {
  // Above ten thousand two people must approve.
  stage = await openBatchStage({ APPROVE_TWICE_ABOVE: '10000' })
})
after(() => stage.close())

/** A row to a saved recipient, named by nothing but its id. */
const rowFor = (recipientId: unknown, more: Fields = {}): Fields => ({
  reference: `pay ${crypto.randomUUID()}`,
  amount: '1000.00',
  recipient_id: recipientId,
  ...more,
})
/** The same place written out. */
const writtenOut = (place: Fields, reference: unknown): Fields => ({ ...place, reference, amount: '1000.00' })

const warned = (told: Fields) => (told.warnings as Fields[]).map(({ row, kind }) => `${row} ${kind}`)

test('a merchant that pays saved recipients only asks for a batch of them, by JSON and by CSV', async () => {
  const payroll = await stage.openPayroll()
  stage.answerBy(() => 'paid')
  const [one, two] = [await saved(payroll), await saved(payroll, bank)]
  await settle(payroll, { recipients_only: true })
  stage.clock.pass(24 * hour)
  const { id } = await payroll.submitBatch([rowFor(one.id), rowFor(two.id)])
  assert.deepEqual(
    (await payroll.rows(id)).map((row) => [
      row.recipient_id,
      row.method,
      row.destination_identifier,
      row.destination_name,
      row.bank_account_name,
    ]),
    [
      [one.id, 'MOBILE_MONEY', '255754123456', 'Asha Juma', null],
      [two.id, 'BANK_ACCOUNT', '0150-AB-77', 'Juma Traders', 'Juma Traders Ltd'],
    ],
  )
  assert.equal(inShort(await stage.approve(id)), '200')
  await stage.round()
  await stage.round()
  assert.deepEqual((await payroll.readBatch(id)).by_status, { SUCCESS: 2 })
  const csv = `reference,amount,destination_code,recipient_id\nC-1,1000.00,,${one.id}\nC-2,1000.00,,${two.id}\n`
  const asked = await payroll.askCsv(csv, { name: 'By hand' })
  assert.equal(asked.status, 202, JSON.stringify(asked.body))
  const { problems } = dataOf(await payroll.quoteBatch([rowFor(one.id), rowTo('0754000001')]))
  const others = [
    { row: 2, field: 'recipient_id', problem: 'is required: this merchant pays saved recipients only' },
  ]
  assert.deepEqual(problems, others)
  const refused = await payroll.askBatch({ rows: [rowFor(one.id), rowTo('0754000001')] })
  assert.equal(inShort(refused), '409 recipient_required')
  assert.deepEqual(refused.body.error.details, others)
})

test('what is wrong with the recipient of a row is told beside everything else', async () => {
  const payroll = await stage.openPayroll()
  const stranger = await saved(await stage.openPayroll())
  const [blocked, removed] = [
    await saved(payroll),
    await saved(payroll, { destination_code: 'AIRTEL_MONEY' }),
  ]
  await change(payroll, blocked.id, { blocked: true })
  await remove(payroll, removed.id)
  const rows = [
    rowFor(blocked.id),
    rowFor(removed.id),
    rowFor(stranger.id),
    rowFor('nobody'),
    rowFor(blocked.id, { destination_name: 'Asha Juma', method: 'MOBILE_MONEY' }),
    rowFor(blocked.id, { amount: '-1' }),
    writtenOut(asha, 'written out'),
  ]
  const told = (problems: Fields[]) => problems.map(({ row, field }) => `${row} ${field}`)
  const expected = [
    '1 recipient_id',
    '2 recipient_id',
    '3 recipient_id',
    '4 recipient_id',
    '5 method',
    '5 destination_name',
    '6 amount',
    '7 recipient_id',
  ]
  const asked = await payroll.askBatch({ rows })
  assert.equal(inShort(asked), '422 validation_error')
  assert.deepEqual(told(asked.body.error.details as Fields[]), expected)
  const quote = dataOf(await payroll.quoteBatch(rows))
  assert.deepEqual(told(quote.problems as Fields[]), expected)
  assert.deepEqual([quote.row_count, quote.content_hash], [0, null])
  const alone = await payroll.askBatch({ rows: [rowTo('0754000001'), rowFor(blocked.id)] })
  assert.equal(inShort(alone), '409 recipient_blocked')
  assert.deepEqual(alone.body.error.details, [
    { row: 2, field: 'recipient_id', problem: 'is that of a recipient who is blocked or was removed' },
  ])
  assert.equal(dataOf(await payroll.dashboard('/v1/disbursement-batches', 'live')).total, 0)
})

test('named or written out, the same rows are the same batch; another recipient is another', async () => {
  const payroll = await stage.openPayroll()
  const [one, other] = [await saved(payroll), await saved(payroll, { destination_identifier: '0754999999' })]
  const named = await payroll.submitBatch([rowFor(one.id, { reference: 'S-1' })])
  const again = await payroll.askBatch({ rows: [writtenOut(asha, 'S-1')] })
  assert.equal(inShort(again), '409 duplicate_batch')
  assert.deepEqual(again.body.error.details, { batch_id: named.id })
  const differs = await payroll.submitBatch([rowFor(other.id, { reference: 'S-1' })])
  assert.notEqual(differs.content_hash, named.content_hash)
})

test('rows whose recipients cool are told, and left out, waited for, or overridden with a note', async () => {
  const payroll = await stage.openPayroll()
  const fresh = await saved(payroll)
  const rows = [rowFor(fresh.id), rowTo('0754000001'), rowTo('0754000002')]
  assert.deepEqual(warned(dataOf(await payroll.quoteBatch(rows))), ['1 new', '1 cooling', '2 new', '3 new'])
  const batches = await Promise.all([1, 2, 3].map(() => payroll.submitBatch(rows, { allow_duplicate: true })))
  const [left, waited, overridden] = batches.map(({ id }) => id)
  const dossier = await stage.dossier(left)
  assert.ok(warned(dossier).includes('1 cooling'))
  assert.deepEqual(
    [(dossier.may_decide as Fields).approve, (dossier.may_decide as Fields).override_cooling],
    [true, true],
  )
  const early = await stage.approve(left)
  assert.equal(inShort(early), '409 recipient_cooling')
  assert.deepEqual(early.body.error.details, { rows: [1], usable_from: fresh.usable_from })
  assert.deepEqual((await stage.approve(left, { except: [1] })).body.data.by_status, {
    PROCESSING: 2,
    REJECTED: 1,
  })

  const silent = await stage.approve(overridden, { override_cooling: true })
  assert.deepEqual(
    [inShort(silent), silent.body.error.details],
    ['422 validation_error', [{ field: 'note', problem: 'is required' }]],
  )
  const note = 'The owner knows them.'
  assert.equal(inShort(await stage.approve(overridden, { note, override_cooling: true })), '200')
  const [entry] = (await audited(stage.service, overridden)).slice(-1)
  const { overrides, early_rows, note: kept } = JSON.parse(String(entry).slice(String(entry).indexOf('{')))
  assert.deepEqual([overrides, early_rows, kept], ['recipient_cooling', [1], note])

  stage.clock.pass(24 * hour)
  assert.equal(((await stage.dossier(waited)).may_decide as Fields).override_cooling, false)
  assert.equal(inShort(await stage.approve(waited)), '200')
  assert.equal(String((await audited(stage.service, waited)).at(-1)).includes('overrides'), false)
})

test('of two approvals each is as early as the other', async () => {
  const payroll = await stage.openPayroll()
  const fresh = await saved(payroll)
  const { id } = await payroll.submitBatch([rowFor(fresh.id, { amount: '11000' }), rowTo('0754000001')])
  const early = { note: 'Known for years.', override_cooling: true }
  assert.equal(inShort(await stage.approve(id)), '409 recipient_cooling')
  assert.equal((await stage.dossier(id)).approvals, 0)
  assert.equal(inShort(await stage.approve(id, early)), '200')
  const another = await stage.hireAnother()
  assert.equal(inShort(await stage.approve(id, {}, another)), '409 recipient_cooling')
  assert.equal((await stage.approve(id, early, another)).body.data.status, 'PROCESSING')
})

test('what was blocked or removed since is not approved, whatever anybody writes', async () => {
  const payroll = await stage.openPayroll()
  const [one, two] = [await saved(payroll), await saved(payroll, { destination_identifier: '0754999999' })]
  stage.clock.pass(24 * hour)
  const { id } = await payroll.submitBatch([rowFor(one.id), rowTo('0754000001'), rowFor(two.id)])
  await change(payroll, one.id, { blocked: true })
  await remove(payroll, two.id)
  assert.deepEqual(
    warned(await stage.dossier(id)).filter((told) => told.endsWith('blocked')),
    ['1 blocked', '3 blocked'],
  )
  const refused = await stage.approve(id, { note: 'Let it go.', override_cooling: true })
  assert.equal(inShort(refused), '409 recipient_blocked')
  assert.deepEqual(refused.body.error.details, { rows: [1, 3] })
  assert.deepEqual((await stage.approve(id, { except: [1, 3] })).body.data.by_status, {
    PROCESSING: 1,
    REJECTED: 2,
  })
})

test('with approve_rows the batch is approved, and each row waits for its own recipient', async () => {
  const payroll = await stage.openPayroll()
  const fresh = await saved(payroll)
  const { id } = await payroll.submitBatch([rowFor(fresh.id), rowTo('0754000001')], { approve_rows: true })
  assert.equal(inShort(await stage.approve(id)), '200')
  const [one] = await payroll.rows(id)
  assert.equal(inShort(await stage.desk.decide(one?.id, 'approve')), '409 recipient_cooling')
})

test('what failed is retried to the same recipient, unless that is blocked or gone', async () => {
  const payroll = await stage.openPayroll()
  const [one, two] = [await saved(payroll), await saved(payroll, { destination_identifier: '0754999999' })]
  stage.clock.pass(24 * hour)
  stage.answerBy(({ identifier }) => (identifier === '255754000001' ? 'paid' : 'declined'))
  const { id } = await payroll.submitBatch([rowTo('0754000001'), rowFor(one.id), rowFor(two.id)])
  assert.equal(inShort(await stage.approve(id)), '200')
  await stage.round()
  await stage.round()
  assert.deepEqual((await payroll.readBatch(id)).by_status, { FAILED: 2, SUCCESS: 1 })
  await change(payroll, two.id, { blocked: true })
  const refused = await payroll.retryFailed(id)
  assert.equal(inShort(refused), '409 recipient_blocked')
  const numbers = (refused.body.error.details as Fields[]).map(({ row }) => row)
  assert.deepEqual(numbers, [3], 'by its number in the batch before')
  await change(payroll, two.id, { blocked: false })
  await settle(payroll, { recipients_only: true })
  const again = await payroll.retryFailed(id)
  assert.equal(again.status, 202, JSON.stringify(again.body))
  assert.deepEqual(
    (await payroll.rows(again.body.data.id)).map(({ recipient_id }) => recipient_id),
    [one.id, two.id],
  )
  assert.equal(inShort(await stage.approve(again.body.data.id)), '409 recipient_cooling', 'it cools anew')
})

test('a look-up that is kept with the recipient goes with the row, and a newer one replaces it', async () => {
  const payroll = await stage.openPayroll()
  stage.provider.lookUpName = async () => ({ kind: 'found', name: 'SOMEBODY ELSE' })
  const { destination_name: name, ...place } = asha
  const lookUp = async () =>
    dataOf(await payroll.dashboard('/v1/destinations/look-up', 'live', { body: { ...place, name } }))
  const { look_up_id: first } = await lookUp()
  const recipient = await saved(payroll, { look_up_id: first })
  const rows = [rowFor(recipient.id)]
  assert.ok(warned(dataOf(await payroll.quoteBatch(rows))).includes('1 name_differs'))
  const { id } = await payroll.submitBatch(rows)
  assert.deepEqual((await payroll.rows(id))[0]?.name_check, recipient.name_check)
  const { look_up_id: second } = await lookUp()
  const newer = await payroll.submitBatch([rowFor(recipient.id, { look_up_id: second })])
  const [row] = await payroll.rows(newer.id)
  assert.equal((row?.name_check as Fields).look_up_id, second)
})

test('rows are not approved once their places were saved and blocked', async () => {
  const payroll = await stage.openPayroll()
  const { id } = await payroll.submitBatch([rowTo('0754000002'), writtenOut(asha, 'written out')])
  const { id: recipientId } = await saved(payroll)
  await change(payroll, recipientId, { blocked: true })
  const refused = await stage.approve(id)
  assert.equal(inShort(refused), '409 recipient_blocked')
  assert.deepEqual(refused.body.error.details, { rows: [2] })
  assert.equal(inShort(await stage.approve(id, { except: [2] })), '200')
})
