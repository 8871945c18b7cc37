import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { carryOutRequests, prepareExports } from '../../src/privacy/privacy.ts'
import { openBatchStage, type Payroll, rowTo } from './batches/stage.ts'
import { dataOf, type Fields } from './money/shop.ts'
import { inShort } from './parts/newcomers.ts'
import { bank, save } from './payouts/recipients.ts'

let stage: Awaited<ReturnType<typeof openBatchStage>>
before(async () => {
  stage = await openBatchStage()
})
after(() => stage.close())

const { destination_identifier: _, method: __, ...place } = bank
const rowOf = (account: string, more: Fields = {}) => rowTo(account, { ...place, ...more })

async function paid(payroll: Payroll, rows: Fields[]): Promise<Fields> {
  stage.answerBy(() => 'paid')
  const batch = await payroll.submitBatch(rows)
  assert.equal(inShort(await stage.approve(batch.id)), '200')
  await stage.round()
  return batch
}

async function warned(payroll: Payroll, rows: Fields[]): Promise<string[]> {
  const { warnings } = dataOf(await payroll.quoteBatch(rows))
  return (warnings as Fields[]).map(({ row, kind }) => `${row} ${kind}`)
}

test('the same rows are known again though accounts are spelt otherwise, and what waits for a decision is decided as it was seen', async () => {
  const payroll = await stage.openPayroll(10_000_000n)
  const rows = [rowOf('0150-AB-77', { reference: 'one' }), rowOf('0150AB78', { reference: 'two' })]
  const { id, content_hash: seen } = await payroll.submitBatch(rows)
  for (const account of ['0150AB77', '0150-ab-77', '150AB77']) {
    const again = await payroll.askBatch({ rows: [rowOf(account, { reference: 'one' }), rows[1]] })
    assert.equal(inShort(again), '409 duplicate_batch', account)
  }
  const other = await payroll.askBatch({ rows: [rowOf('0150AB79', { reference: 'one' }), rows[1]] })
  assert.equal(other.status, 202)

  // As an earlier version, which compared accounts as they were written, has left it.
  const { sql } = stage.service.world
  const written = await hashAsWritten(id)
  assert.notEqual(written, seen)
  await sql`update disbursement_batches set content_hash = ${written} where id = ${String(id)}`
  for (const account of ['0150-AB-77', '0150AB77', '150-ab-77']) {
    const again = { rows: [rows[1], rowOf(account, { reference: 'one' })] }
    assert.equal(inShort(await payroll.askBatch(again)), '409 duplicate_batch', account)
    assert.equal(dataOf(await payroll.quoteBatch(again.rows as Fields[])).duplicate_of, id)
  }
  const differs = [rowOf('0150AB76', { reference: 'one' }), rows[1]]
  assert.equal((await payroll.askBatch({ rows: differs })).status, 202, 'as many rows and the same sum')
  assert.equal(inShort(await stage.approve(id)), '200')
})

/** Told apart from the code: what a version before made of the rows of a batch. */
async function hashAsWritten(id: unknown): Promise<string> {
  const { sql } = stage.service.world
  const rows = await sql<{ line: string }[]>`
    select json_build_array(merchant_reference, amount::text, method, destination_code, destination_identifier,
      destination_name, bank_name, bank_account_name)::text as line
    from withdrawals where batch_id = ${String(id)}`
  const lines = rows.map(({ line }) => JSON.stringify(JSON.parse(line))).sort()
  const bytes = new TextEncoder().encode(lines.join('\n'))
  return Buffer.from(await crypto.subtle.digest('SHA-256', bytes)).toString('hex')
}

test('what went to an account lately, or twice, is told of all its spellings, and of no other bank', async () => {
  const payroll = await stage.openPayroll(10_000_000n)
  await paid(payroll, [rowOf('0150-AB-77')])
  const other = { destination_code: 'NMB', bank_name: 'NMB Bank' }
  assert.deepEqual(await warned(payroll, [rowOf('0150ab77'), rowOf('150AB77'), rowOf('0150AB77', other)]), [
    '1 paid_lately',
    '2 twice',
    '2 paid_lately',
    '3 new',
  ])
})

test('whoever decides is told what went to the account before, however it was spelt then', async () => {
  const payroll = await stage.openPayroll(10_000_000n)
  await paid(payroll, [rowOf('0150-AB-77', { destination_name: 'Neema Mushi' })])
  const { destination_code, destination_name, bank_name, bank_account_name } = bank
  const { id } = await payroll.submit({
    ...{ method: 'BANK_ACCOUNT', destination_code, destination_name, bank_name, bank_account_name },
    ...{ destination_phone: undefined, bank_account_number: '0150ab77', amount: '1000' },
  })
  const { risk_hints: hints } = await stage.desk.story(id)
  assert.deepEqual(
    (hints as Fields[]).map(({ kind }) => kind),
    ['name_mismatch'],
  )
})

const requests = '/v1/merchant/privacy-requests'

async function asked(payroll: Payroll, kind: 'export' | 'erase', account: string): Promise<Fields> {
  const { id } = dataOf(await payroll.dashboard(requests, 'live', { body: { kind, account } }))
  await carryOutRequests(stage.service.world)
  await prepareExports(stage.service.world, { onError: assert.fail })
  return dataOf(await payroll.dashboard(`${requests}/${id}`, 'live'))
}

test('whoever is erased by their account goes in all its spellings; zeros in front may be of somebody else', async () => {
  const payroll = await stage.openPayroll(10_000_000n)
  await paid(payroll, [rowOf('0150-AB-77'), rowOf('0150ab77'), rowOf('150AB77')])
  await save(payroll, bank)
  await lookedUp(payroll, '0150-Ab-77')
  const { id } = await asked(payroll, 'export', '0150Ab77')
  const file = String((await payroll.dashboard(`${requests}/${id}/file`, 'live')).body)
  const kinds = file
    .trimEnd()
    .split('\n')
    .slice(1, -1)
    .map((line) => JSON.parse(line).kind)
  assert.deepEqual(kinds, ['recipient', 'name_look_up', 'payout', 'payout'])

  const scheduled = await asked(payroll, 'erase', '0150AB77')
  assert.deepEqual(
    [scheduled.status, scheduled.found],
    ['SCHEDULED', { customers: 0, collections: 0, payouts: 2, invoices: 0 }],
  )
  assert.deepEqual(await left(payroll), { recipients: 0, looks: 0, accounts: 3, requests: 0 })
  stage.clock.pass(Date.parse(`${scheduled.erases_on}T00:00:00+03:00`) - stage.clock.now().getTime() + 1)
  await carryOutRequests(stage.service.world)
  assert.deepEqual(await left(payroll), { recipients: 0, looks: 0, accounts: 1, requests: 0 })
})

async function lookedUp({ merchantId }: Payroll, account: string): Promise<void> {
  const { sql, newId, clock } = stage.service.world
  await sql`
    insert into name_look_ups (id, merchant_id, environment, method, destination_code, destination_identifier, outcome,
      registered_name, created_at, expires_at)
    values (${newId()}, ${merchantId}, 'live', 'BANK_ACCOUNT', 'CRDB', ${account}, 'found', 'Juma Traders',
      ${clock.now()}, ${clock.now()})`
}

/** Where the account still stands; of requests, those that are over. */
async function left({ merchantId }: Payroll): Promise<Fields> {
  const { sql } = stage.service.world
  const [counts] = await sql<Fields[]>`
    select (select count(*)::int from recipients where merchant_id = ${merchantId}) as recipients,
      (select count(*)::int from name_look_ups where merchant_id = ${merchantId}) as looks,
      (select count(*)::int from withdrawals where merchant_id = ${merchantId} and destination_identifier ~* '150-?AB-?77') as accounts,
      (select count(*)::int from privacy_requests where merchant_id = ${merchantId} and status = 'DONE' and account is not null) as requests`
  return { ...counts }
}
