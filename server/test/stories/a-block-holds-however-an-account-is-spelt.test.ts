import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { openBatchStage, rowTo } from './batches/stage.ts'
import { dataOf } from './money/shop.ts'
import { inShort } from './parts/newcomers.ts'
import { bank, change, hour, remove, save, saved } from './payouts/recipients.ts'

let stage: Awaited<ReturnType<typeof openBatchStage>>
before(async () => {
  stage = await openBatchStage()
})
after(() => stage.close())

const { destination_code, destination_name, bank_name, bank_account_name } = bank
const toBank = (account: string) => ({
  ...{ method: 'BANK_ACCOUNT', destination_code, destination_name, bank_name, bank_account_name },
  ...{ destination_phone: undefined, bank_account_number: account },
})
const rowOf = (account: string) =>
  rowTo(account, { destination_code, destination_name, bank_name, bank_account_name })

/** The account `0150-AB-77` in other words. */
const spellings = ['0150-AB-77', '0150AB77', '0150-ab-77', '01-50-a-b-7-7', '150AB77', '00150AB77']

test('hyphens, small letters and zeros in front lead past no block, alone or in a batch', async () => {
  const payroll = await stage.openPayroll(10_000_000n)
  const { id } = await saved(payroll, bank)
  const before = await payroll.submit(toBank('150ab77'))
  assert.equal(inShort(await change(payroll, id, { blocked: true })), '200')
  for (const account of spellings) {
    assert.equal(inShort(await payroll.ask(toBank(account))), '409 recipient_blocked', account)
    assert.equal(
      inShort(await payroll.askBatch({ rows: [rowOf(account)] })),
      '409 recipient_blocked',
      account,
    )
  }
  assert.equal(inShort(await stage.desk.decide(before.id, 'approve')), '409 recipient_blocked')
  await payroll.submit(toBank('0150-AB-78'))
  assert.equal((await payroll.askBatch({ rows: [rowOf('0150AB78')] })).status, 202)
})

test('hyphens and small letters make no second recipient; zeros in front may, and what was removed blocked stays so', async () => {
  const payroll = await stage.openPayroll(10_000_000n)
  const { id } = await saved(payroll, bank)
  for (const account of ['0150AB77', '0150-ab-77']) {
    const same = await save(payroll, { ...bank, destination_identifier: account })
    assert.deepEqual([same.status, dataOf(same).id], [200, id], account)
    assert.equal((await payroll.submit(toBank(account))).recipient_id, id, account)
  }
  const other = await save(payroll, { ...bank, destination_identifier: '150AB77' })
  assert.equal(other.status, 201)
  const waiting = await payroll.submit(toBank('150AB77'))
  const batch = await payroll.submitBatch([rowOf('150AB77'), rowOf('0150AB79')])
  assert.equal(waiting.recipient_id, dataOf(other).id)
  await change(payroll, id, { blocked: true })
  stage.clock.pass(25 * hour)
  assert.equal(inShort(await stage.desk.decide(waiting.id, 'approve')), '409 recipient_blocked')
  const refused = await stage.approve(batch.id)
  assert.deepEqual([inShort(refused), refused.body.error.details], ['409 recipient_blocked', { rows: [1] }])
  assert.equal(inShort(await payroll.ask(toBank('150AB77'))), '409 recipient_blocked')
  await remove(payroll, dataOf(other).id)
  await remove(payroll, id)
  for (const account of spellings) {
    assert.equal(inShort(await payroll.ask(toBank(account))), '409 recipient_blocked', account)
  }
})
