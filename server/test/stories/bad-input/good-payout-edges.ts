import assert from 'node:assert/strict'
import { type PayingCall, pay, payerOf } from '../refusals/paying-calls.ts'
import type { Stage } from '../refusals/stage.ts'

type Edges = Record<string, (stage: Stage, call: PayingCall) => Promise<void>>

const phones = ['0712345678', '712345678', '+255712345678', '255712345678']

/** Some look like phones, which they are not: nothing is added, taken away or changed in case. */
const accounts = [
  '0712345678',
  '712345678',
  '255712345678',
  '0000',
  '0150-AB-4477',
  'ab12Cd34',
  '-----',
  '0'.repeat(34),
  '0J1500000000000000001',
]

const identifiersOf = ({ method }: PayingCall) => (method === 'BANK_ACCOUNT' ? accounts : phones)

/** What is just within the limits, by the promise that it proves. */
export const goodPayoutEdges: Edges = {
  async 'each way to write a phone is one phone, and an account number stays as it was written'(stage, call) {
    for (const text of identifiersOf(call)) {
      const shown = await takenWith(stage, call, { [call.identifier]: text })
      const expected = call.method === 'BANK_ACCOUNT' ? text : '255712345678'
      assert.equal(shown.destination_identifier, expected, text)
      assert.equal((await readBack(stage, call, shown.id)).destination_identifier, expected, text)
    }
  },

  async 'the smallest and the largest amounts are taken, and shown with two places'(stage, call) {
    for (const [text, amount, charges, reserved] of [
      ['0.01', '0.01', '0.00', '0.01'],
      ['0.5', '0.50', '0.01', '0.51'],
      ['1000', '1000.00', '10.00', '1010.00'],
      // With its charges this is all that the balance has.
      ['9900990099009.89', '9900990099009.89', '99009900990.10', '9999999999999.99'],
    ]) {
      const shown = await takenWith(stage, call, { amount: text })
      assert.deepEqual(
        [shown.amount, shown.total_charges, shown.total_reserved_amount, shown.recipient_net_amount],
        [amount, charges, reserved, amount],
      )
    }
  },

  async 'names up to their limits come back as they were'(stage, call) {
    for (const name of [
      'a',
      'a'.repeat(120),
      '\u{1f600}'.repeat(120),
      "Bi. Neema Ng'ombe; drop table",
      ' Asha ',
    ]) {
      const shown = await takenWith(stage, call, { destination_name: name })
      assert.equal(shown.destination_name, name)
      assert.equal((await readBack(stage, call, shown.id)).destination_name, name)
    }
  },

  async 'the name of the bank may be written as people write it, and is kept so'(stage, call) {
    if (call.method !== 'BANK_ACCOUNT') return
    for (const name of ['CRDB', 'crdb bank', 'CRDB  Bank Plc', 'C.R.D.B.', 'CRDB Bank, Mlimani branch']) {
      assert.equal((await takenWith(stage, call, { bank_name: name })).bank_name, name)
    }
  },
}

export const goodQuoteEdges: Edges = {
  async 'whatever would be taken is quoted'(stage, call) {
    for (const text of identifiersOf(call)) {
      const { status, body } = await pay(stage, call, { [call.identifier]: text })
      assert.equal(status, 200, `${text}: ${JSON.stringify(body)}`)
    }
    for (const [text, reserved] of [
      ['0.01', '0.01'],
      ['9999999999999.99', '10099999999999.99'],
    ]) {
      const { status, body } = await pay(stage, call, { amount: text })
      assert.deepEqual([status, body.data?.total_reserved_amount], [200, reserved])
    }
  },
}

async function takenWith(stage: Stage, call: PayingCall, change: Record<string, unknown>) {
  const { status, body } = await pay(stage, call, change)
  assert.equal(status, 202, `${JSON.stringify(change)}: ${JSON.stringify(body)}`)
  assert.equal(body.data.status, 'PENDING_ADMIN_APPROVAL')
  return body.data
}

async function readBack(stage: Stage, call: PayingCall, id: unknown) {
  const path = call.isForPeople ? '/v1/merchant/withdrawals' : '/v1/disbursements'
  const { status, body } = await stage.service.call(`${path}/${id}`, payerOf(stage, call))
  assert.equal(status, 200)
  return body.data
}
