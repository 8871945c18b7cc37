import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { type CreatingCall, create, goodBody } from '../refusals/creating-calls.ts'
import type { Stage } from '../refusals/stage.ts'
import { withLiteral } from './bad-case.ts'
import { goodAddresses, goodAmounts, goodPhones, goodReferences } from './edges.ts'

/** Each field with what is just within its limits, as it is written in JSON. */
export function fieldsAtTheEdge({ family, phone, path }: CreatingCall): [string, string][] {
  const texts: [string, (string | null)[]][] = [
    [family === 'A' ? 'reference' : 'merchant_reference', goodReferences],
    ['customer_name', [longName]],
    ['description', [longDescription]],
    ...(phone ? [[phone.field, goodPhones] as [string, string[]]] : []),
    ...addressFields(family, path).map((field): [string, string[]] => [field, goodAddresses]),
    // What is optional may be null, which is as if it were left out.
    ...optionalFields(family, path).map((field): [string, null[]] => [field, [null]]),
    ...(family === 'B' ? [['amount', goodAmounts.map(({ text }) => text)] as [string, string[]]] : []),
  ]
  const numbers = family === 'A' ? goodAmounts.map(({ text }): [string, string] => ['amount', text]) : []
  return [
    ...numbers,
    ...texts.flatMap(([field, values]) =>
      values.map((value): [string, string] => [field, JSON.stringify(value)]),
    ),
  ]
}

const longName = `Bi. Neema \u{1f600}${'a'.repeat(109)}`
const longDescription = `Ada ya shule${'\u00e9'.repeat(488)}`

function optionalFields(family: CreatingCall['family'], path: string): string[] {
  const ofAll = ['currency', 'customer_name', 'description', ...addressFields(family, path)]
  return family === 'A'
    ? [...ofAll, 'reference']
    : [...ofAll, 'merchant_reference', 'customer_email', 'customer_id', 'payment_link_id', 'invoice_id']
}

function addressFields(family: CreatingCall['family'], path: string): string[] {
  if (path === '/v1/collections') return ['redirect_url', 'cancel_url', 'webhook_url']
  return family === 'B' ? ['callback_url'] : []
}

/** What is just within the limits, by the promise that it proves. */
export const goodEdges: Record<string, (stage: Stage, call: CreatingCall) => Promise<void>> = {
  async 'the smallest and the largest amounts are taken, and shown digit by digit in both families'(
    stage,
    call,
  ) {
    for (const { text, shown } of goodAmounts) {
      const id = await createWith(stage, call, 'amount', call.family === 'A' ? text : JSON.stringify(text))
      const { data } = await read(stage, call, id)
      assert.equal(data.A.amount, Number(text), text)
      assert.equal(data.B.amount, shown, text)
    }
  },

  async 'a phone of 9 or of 15 digits is taken, with a plus or without'(stage, { phone, ...call }) {
    if (!phone) return
    for (const text of goodPhones) {
      const id = await createWith(stage, { phone, ...call }, phone.field, JSON.stringify(text))
      const { data } = await read(stage, call, id)
      // A code is pushed to nobody, so family B does not show a phone with it.
      if (call.path.endsWith('qr')) assert.ok(!('customer_phone' in data.B))
      else assert.match(String(data.B.customer_phone), /^[0-9]{9,15}$/, text)
    }
  },

  async 'a reference of 100 characters of any script comes back as it was'(stage, call) {
    const field = call.family === 'A' ? 'reference' : 'merchant_reference'
    for (const text of goodReferences) {
      const id = await createWith(stage, call, field, JSON.stringify(text))
      const { data } = await read(stage, call, id)
      assert.deepEqual([data.A.reference, data.B.merchant_reference], [text, text])
    }
  },

  async 'names and descriptions up to their limits come back as they were'(stage, call) {
    const change = { customer_name: longName, description: longDescription }
    const { status, body } = await create(stage, call, change, { key: stage.sandboxKey })
    assert.equal(status, call.status, JSON.stringify(body))
    const { data } = await read(stage, call, String(body.data.collection_id ?? body.data.id))
    assert.equal(data.B.customer_name, change.customer_name)
    assert.equal(data.B.description, change.description)
  },

  async 'an address of the web is taken wherever one may be given'(stage, call) {
    const names = addressFields(call.family, call.path)
    if (names.length === 0) return
    for (const address of goodAddresses) {
      const change = Object.fromEntries(names.map((name) => [name, address]))
      assert.equal((await create(stage, call, change)).status, call.status, address)
    }
  },

  async 'a merchant written in capitals is the same merchant'(stage, call) {
    const change = { merchant_id: stage.merchantId.toUpperCase(), currency: 'TZS' }
    assert.equal((await create(stage, call, change)).status, call.status)
  },
}

async function createWith(stage: Stage, call: CreatingCall, field: string, literal: string): Promise<string> {
  const { status, body } = await stage.service.call(call.path, {
    key: stage.sandboxKey,
    raw: String(withLiteral(field, literal)(goodBody(call, stage.merchantId))),
    headers: { 'idempotency-key': randomUUID() },
  })
  assert.equal(status, call.status, `${field} ${literal}: ${JSON.stringify(body)}`)
  if (call.family === 'B' && field === 'amount') assert.match(String(body.data.amount), /^\d+\.\d\d$/)
  return String(body.data.collection_id ?? body.data.id)
}

/** As either family shows it. The hosted page is live, whoever made it. */
async function read(stage: Stage, { path }: Pick<CreatingCall, 'path'>, id: string) {
  const headers = { 'x-environment': path === '/v1/collections' ? 'live' : 'sandbox' }
  const sent = { cookie: stage.cookie, headers }
  const [inA, inB] = await Promise.all([
    stage.service.call(`/v1/collections/${id}`, sent),
    stage.service.call(`/v1/merchants/${stage.merchantId}/collections/${id}`, sent),
  ])
  assert.deepEqual([inA.status, inB.status], [200, 200])
  return { data: { A: inA.body.data, B: inB.body.data } }
}
