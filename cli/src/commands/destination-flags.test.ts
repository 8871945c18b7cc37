import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { openNotingService } from '../../test/noting-service.ts'
import { openStage, type Stage } from '../../test/stage.ts'

const id = '01a1ddaa-0000-7000-8000-000000000000'

let stage: Stage
let service: Awaited<ReturnType<typeof openNotingService>>
before(async () => {
  stage = await openStage()
  service = await openNotingService(stage, { id, status: 'PENDING_ADMIN_APPROVAL', look_up_id: 'l' })
})
after(async () => {
  await service.close()
  await stage.close()
})

/** What one line made the service hear. */
async function bodyOf(...words: string[]): Promise<unknown> {
  const { code, stderr, asked } = await service.askedBy(...words)
  assert.deepEqual([code, stderr, asked.length], [0, '', 1])
  return asked[0]?.body
}

test('where money goes back to is said where nobody knows who paid, of a quote too', async () => {
  const where = [
    ...['--destination-method', 'bank-account', '--destination-code', 'CRDB', '--bank-name', 'CRDB Bank'],
    ...['--destination-identifier', '0150123456', '--destination-name', 'Asha Juma'],
  ]
  const told = {
    collection_id: id,
    ...{ destination_method: 'BANK_ACCOUNT', destination_code: 'CRDB', bank_name: 'CRDB Bank' },
    ...{ destination_identifier: '0150123456', destination_name: 'Asha Juma' },
  }
  assert.deepEqual(await bodyOf('refunds', 'create', id, ...where), { ...told, reason: 'requested' })
  assert.deepEqual(await bodyOf('refunds', 'quote', id, ...where), told)
  assert.deepEqual(await bodyOf('refunds', 'quote', id), { collection_id: id })
})

test('whether a refund credits its invoice is left to the service unless it is said', async () => {
  const body = { collection_id: id, reason: 'requested' }
  assert.deepEqual(await bodyOf('refunds', 'create', id), body)
  assert.deepEqual(await bodyOf('refunds', 'create', id, '--credit-note'), { ...body, credit_note: true })
  assert.deepEqual(await bodyOf('refunds', 'create', id, '--no-credit-note'), {
    ...body,
    credit_note: false,
  })
})

test('a look-up is asked for, and goes with what is paid and whom it is saved for', async () => {
  const place = ['--code', 'MPESA', '--to', '255700000101', '--name', 'Asha']
  const where = { destination_code: 'MPESA', destination_identifier: '255700000101' }
  assert.deepEqual(await bodyOf('destinations', 'look-up', ...place), {
    ...{ ...where, method: 'MOBILE_MONEY', name: 'Asha' },
  })
  const named = { ...where, destination_name: 'Asha', look_up_id: id }
  assert.deepEqual(await bodyOf('recipients', 'save', ...place, '--look-up', id), {
    ...{ ...named, method: 'MOBILE_MONEY' },
  })
  const payout = await bodyOf('withdrawals', 'submit', '--amount', '1000', ...place, '--look-up', id)
  assert.deepEqual(payout, { ...named, amount: '1000', merchant_id: 'm' })
})
