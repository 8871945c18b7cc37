import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { succeeded } from './money/own-provider.ts'
import { balanceOf, dataOf, type Fields, inWords } from './money/shop.ts'
import { inShort } from './parts/newcomers.ts'
import { openPayoutStage, type PayoutStage, referenceOf } from './payouts/stage.ts'
import { type Till, tenThousand } from './payouts/till.ts'

let stage: PayoutStage
before(async () => {
  stage = await openPayoutStage()
})
after(() => stage.close())

const quoted = {
  amount: '10000',
  method: 'MOBILE_MONEY',
  destination_code: 'MPESA',
  destination_identifier: '0712345678',
}
const quote = (till: Till, body: Fields = {}) =>
  till.dashboard('/v1/merchant/withdrawals/quote', 'live', { body: { ...quoted, ...body } })

const price = (till: Till, rule: Fields, channel = 'MOBILE_MONEY') =>
  stage.desk.call(`/v1/admin/merchants/${till.merchantId}/pricing-rules/${channel}`, 'live', {
    method: 'PUT',
    body: { label: 'Agreed', percentage: '1.5', ...rule },
  })

test('a quote tells every line, and creates and reserves nothing', async () => {
  const till = await stage.openTill()
  const rule = { flat_fee: '250', processor_charge: '300', processor_fee_pass_through: true }
  const { id: ruleId } = dataOf(await price(till, rule))
  const { explanation, ...lines } = dataOf(await quote(till))
  assert.deepEqual(lines, {
    withdrawal_amount: '10000.00',
    processor_charge: '300.00',
    service_fee: '400.00',
    percentage_fee: '150.00',
    flat_fee: '250.00',
    total_charges: '700.00',
    total_reserved_amount: '10700.00',
    recipient_net_amount: '10000.00',
    channel: 'MOBILE_MONEY',
    destination_code: 'MPESA',
    pricing_rule_id: ruleId,
    pricing_rule_label: 'Agreed',
    processor_fee_pass_through: true,
  })
  assert.ok(Array.isArray(explanation) && explanation.length >= 3)
  assert.deepEqual([await till.list(), await till.pending()], [[], '0.00'])
  assert.deepEqual(await till.balance('live'), balanceOf({ available: '100000.00' }))
})

test('a charge that we absorb is shown in the quote and not taken from the merchant', async () => {
  const till = await stage.openTill()
  await price(till, { percentage: '0', processor_charge: '300', processor_fee_pass_through: false })
  const { processor_charge: shown, total_charges: taken } = dataOf(await quote(till))
  assert.deepEqual([shown, taken], ['300.00', '0.00'])
  const { id } = await stage.sent(till, succeeded())
  assert.equal(await till.status(id), 'SUCCESS')
  assert.deepEqual(await till.balance('live'), balanceOf({ available: '90000.00' }))
})

test('charges are rounded half up to two places', async () => {
  const till = await stage.openTill()
  await price(till, { percentage: '1.5' })
  const fees = await Promise.all(
    ['0.33', '0.34', '1', '33.33', '99.99'].map(
      async (amount) => dataOf(await quote(till, { amount })).percentage_fee,
    ),
  )
  assert.deepEqual(fees, ['0.00', '0.01', '0.02', '0.50', '1.50'])
})

test('charges are frozen with the asking, although the rule changes before the approval', async () => {
  const till = await stage.openTill()
  const old = await till.submit()
  assert.equal(inShort(await price(till, { percentage: '50', flat_fee: '1000' })), '200')
  const fresh = await till.submit()
  assert.deepEqual([old.total_charges, fresh.total_charges], ['100.00', '6000.00'])
  stage.provider.script.payOut = () => succeeded(1_000_000n)
  assert.equal(inShort(await stage.desk.decide(old.id, 'approve')), '200')
  await stage.work()
  const { status, total_charges: charged } = await till.read(old.id)
  assert.deepEqual([status, charged], ['SUCCESS', '100.00'])
  assert.equal(inWords(await till.transactions('live')).at(-1), 'debit withdrawal_fee 100.00 → 89900.00')
})

test('the balance must cover amount and charges together, to the last cent', async () => {
  const till = await stage.openTill(1_009_999n)
  assert.equal(inShort(await till.ask()), '409 insufficient_balance')
  assert.deepEqual([await till.list(), await till.pending()], [[], '0.00'])
  await till.fill(1n)
  assert.equal((await till.ask()).status, 202)
  assert.deepEqual(await till.balance('live'), balanceOf({ available: '10100.00' }))
  assert.equal((await till.ask()).status, 202, 'what is only asked for is not spent')
  assert.equal(await till.pending(), '20200.00')
})

test('thirty equal requests with one key are one withdrawal', async () => {
  const till = await stage.openTill()
  const key = randomUUID()
  const answers = await Promise.all(Array.from({ length: 30 }, () => till.ask({}, key)))
  const [made, ...more] = await till.list()
  assert.deepEqual(more, [])
  for (const answer of answers) {
    const isBusy = inShort(answer) === '409 idempotency_in_progress'
    assert.ok(isBusy || (answer.status === 202 && answer.body.data.id === made?.id), inShort(answer))
  }
  const again = await till.ask({}, key)
  assert.deepEqual([again.status, again.body.data.id], [202, made?.id])
  assert.equal(again.headers.get('idempotent-replayed'), 'true')
  assert.equal(inShort(await till.ask({ amount: '9999' }, key)), '422 idempotency_key_reused')
  const keyless = await till.dashboard('/v1/merchant/withdrawals', 'live', { body: tenThousand })
  assert.equal(inShort(keyless), '400 idempotency_key_required')
  assert.equal((await till.list()).length, 1)
})

test('a refusal for lack of money is judged afresh under the same key', async () => {
  const till = await stage.openTill(0n)
  const key = randomUUID()
  assert.equal(inShort(await till.ask({}, key)), '409 insufficient_balance')
  await till.fill(1_010_000n)
  assert.equal((await till.ask({}, key)).status, 202)
})

test('a phone is written one way, however it was given; an account number stays as it is', async () => {
  const till = await stage.openTill()
  for (const phone of ['0712345678', '712345678', '+255712345678', '255712345678']) {
    const { destination_identifier: identifier } = await till.submit({
      amount: '1',
      destination_phone: phone,
    })
    assert.equal(identifier, '255712345678', phone)
  }
  const bank = await till.submit({
    method: 'BANK_ACCOUNT',
    amount: '1',
    destination_code: 'CRDB',
    destination_phone: undefined,
    bank_name: 'CRDB Bank',
    bank_account_number: '0712345678',
    bank_account_name: 'Asha Ltd',
  })
  assert.deepEqual([bank.destination_identifier, bank.bank_name], ['0712345678', 'CRDB Bank'])
})

const kept = { bank_name: 'CRDB', bank_account_name: 'Asha Ltd', merchant_reference: 'pay run 7' }

test('the merchant’s reference and the name of the account are shown to everybody who sees the withdrawal', async () => {
  const till = await stage.openTill()
  const bank = { amount: '1', destination_code: 'CRDB', destination_name: 'Asha', ...kept }
  const direct = await till.call('/v1/disbursements/bank-account', {
    key: till.liveKey,
    body: { merchant_id: till.merchantId, destination_identifier: '0150XY77', ...bank },
    headers: { 'idempotency-key': randomUUID() },
  })
  const byPerson = { ...bank, method: 'BANK_ACCOUNT', destination_phone: undefined }
  const asked = await till.submit({ ...byPerson, bank_account_number: '0150XY77' })
  const listed = await till.call(`/v1/disbursements?merchant_id=${till.merchantId}`, { key: till.liveKey })
  const queue = dataOf(await stage.desk.call(`/v1/admin/withdrawals?merchant_id=${till.merchantId}`))
  const shown = [
    dataOf(direct),
    asked,
    ...(await till.list()),
    ...(dataOf(listed).items as Fields[]),
    ...(queue.items as Fields[]),
    dataOf(await till.call(`/v1/disbursements/${asked.id}`, { key: till.liveKey })),
    await till.read(asked.id),
    await stage.desk.story(asked.id),
  ]
  assert.equal(shown.length, 11)
  for (const one of shown) assert.deepEqual({ ...one, ...kept }, one)
  const tooLong = { merchant_reference: 'a'.repeat(101) }
  assert.equal(inShort(await till.ask(tooLong)), '422 validation_error')
  const { merchant_reference: longest } = await till.submit({ merchant_reference: 'é'.repeat(100) })
  assert.equal(longest, 'é'.repeat(100))
  assert.deepEqual((await till.submit()).merchant_reference, null)
})

test('what cannot be sent anywhere is refused before anything is created', async () => {
  const till = await stage.openTill()
  const bank = { method: 'BANK_ACCOUNT', destination_code: 'CRDB', bank_name: 'CRDB Bank' }
  const faults: Fields[] = [
    { destination_code: 'NOWHERE' },
    { destination_code: 'CRDB' },
    { destination_phone: '12345' },
    { destination_phone: '+254712345678' },
    { destination_phone: undefined },
    { amount: '0' },
    { amount: '-1' },
    { amount: '1.001' },
    { amount: 100 },
    { method: 'CASH' },
    { ...bank },
    { ...bank, bank_name: undefined, bank_account_number: '0150XY77' },
  ]
  for (const fault of faults) {
    assert.equal(inShort(await till.ask(fault)), '422 validation_error', JSON.stringify(fault))
  }
  assert.deepEqual(await till.list(), [])
})

test('each direct door makes a withdrawal of its method, pending like any other, by key', async () => {
  const till = await stage.openTill()
  for (const [door, method, more] of [
    [
      'provider-pesa',
      'PROVIDER_PESA',
      { destination_code: 'PROVIDER_PESA', destination_identifier: '0712345678' },
    ],
    ['mobile-money', 'MOBILE_MONEY', { destination_code: 'MPESA', destination_identifier: '0712345678' }],
    [
      'bank-account',
      'BANK_ACCOUNT',
      { destination_code: 'CRDB', destination_identifier: '0150XY-77', bank_name: 'CRDB' },
    ],
  ] as const) {
    const order = { merchant_id: till.merchantId, amount: '100', destination_name: 'Juma', ...more }
    const made = await till.call(`/v1/disbursements/${door}`, {
      key: till.liveKey,
      body: order,
      headers: { 'idempotency-key': randomUUID() },
    })
    assert.equal(made.status, 202, JSON.stringify(made.body))
    const { id, method: shown, status } = made.body.data
    assert.deepEqual([shown, status], [method, 'PENDING_ADMIN_APPROVAL'])
    assert.equal(await till.status(id), 'PENDING_ADMIN_APPROVAL')
    assert.equal(stage.sentUnder(referenceOf(id)).length, 0)
  }
  const listed = await till.call(`/v1/disbursements?merchant_id=${till.merchantId}`, { key: till.liveKey })
  assert.equal((dataOf(listed).items as Fields[]).length, 3)
  assert.equal(inShort(await till.call('/v1/disbursements', { key: till.liveKey })), '422 validation_error')
})
