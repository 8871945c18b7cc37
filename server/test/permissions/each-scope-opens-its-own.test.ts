import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Environment, type Operation, operations, type Scope, scopes } from '@malipo/contract'
import { createApiKeys } from '../../src/api-keys/api-keys.ts'
import { type Reply, type Service, startService } from '../service.ts'
import { sideBySide } from '../side-by-side.ts'
import { inShort } from '../stories/parts/newcomers.ts'
import { assembleCast, type Cast } from './cast.ts'
import { samples } from './samples.ts'
import { sendSample } from './send-sample.ts'
import { traces } from './traces.ts'

// By hand from the specification: which scope a key needs for what.
const opens: Partial<Record<Scope, string[]>> = {
  'collections:write': [
    'createCustomer',
    'changeCustomer',
    'changeCollection',
    'createHostedPage',
    'createDirectWalletPush',
    'createDirectProviderPesa',
    'createDirectQr',
    'createUssdPushCollection',
    'createStkPushCollection',
    'createProviderPesaPushCollection',
    'createDynamicQrCollection',
    'createControlNumber',
    'createControlNumbers',
    'cancelControlNumber',
  ],
  'collections:read': [
    'listCustomers',
    'readCustomer',
    'readCollectionStatus',
    'readCollectionTimeline',
    'refreshCollectionStatus',
    'listControlNumbers',
    'readControlNumber',
    'readMerchantSummary',
  ],
  'payment_links:write': ['createPaymentLink', 'changePaymentLink'],
  'payment_links:read': ['listPaymentLinks', 'readPaymentLink'],
  'disbursements:write': [
    'createWalletDisbursement',
    'createMobileMoneyDisbursement',
    'createBankDisbursement',
    'changeDisbursement',
    'createDisbursementBatch',
    'changeDisbursementBatch',
    'answerBatchInfoRequest',
    'cancelDisbursementBatch',
    'retryFailedRows',
    'createRecipient',
    'changeRecipient',
    'removeRecipient',
  ],
  'disbursements:read': [
    'listDisbursements',
    'readDisbursement',
    'quoteDisbursementBatch',
    'listDisbursementBatches',
    'readBatchTemplate',
    'readDisbursementBatch',
    'listBatchRows',
    'listRecipients',
    'readRecipient',
    'readRecipientSettings',
  ],
  'refunds:write': ['createRefund', 'changeRefund', 'answerRefundInfoRequest', 'cancelRefund'],
  'refunds:read': ['quoteRefund', 'listRefunds', 'readRefund'],
  'invoices:write': [
    'createInvoice',
    'changeInvoice',
    'sendInvoice',
    'createInvoicePaymentLink',
    'voidInvoice',
    'createCreditNote',
  ],
  'invoices:read': ['listInvoices', 'readInvoice', 'readInvoicePdf', 'listCreditNotes', 'readCreditNotePdf'],
  'transactions:read': [
    'listTransactions',
    'requestStatement',
    'listStatements',
    'readStatement',
    'readStatementFile',
    'readStatementSchedule',
    'listSettlements',
  ],
  'balance:read': ['readBalance'],
  'events:read': ['listEvents', 'streamEvents', 'readEvent', 'listWebhookDeliveries', 'readWebhookDelivery'],
}

/** For these a sandbox key is enough, whatever its scopes. */
const needNone = Object.values<Operation>(operations)
  .filter(({ path }) => path.startsWith('/v1/sandbox/'))
  .map(({ id }) => id)

let service: Service
let cast: Cast
before(async () => {
  // Without chores: whatever changes was then changed by the requests.
  service = await startService({ environment: { ROLE: 'api' } })
  cast = await assembleCast(service)
})
after(() => service.stop())

for (const scope of scopes) {
  const ids = opens[scope] ?? []
  test(`a key with ${scope} alone may do what needs it, and nothing that needs another`, async () => {
    const key = await keyWith('live', [scope])
    for (const id of ids) assert.match(inShort(await send(id, key)), /^20[012]$/, id)
    const others = Object.values(opens)
      .flat()
      .filter((id) => !ids.includes(id))
    await assertLacking(others, key)
  })
}

test('a key with every scope but the one that is needed is told which one it lacks', async () => {
  for (const [scope, ids] of Object.entries(opens)) {
    const key = await keyWith(
      'live',
      scopes.filter((one) => one !== scope),
    )
    for (const { body } of await assertLacking(ids, key)) {
      assert.deepEqual(body.error.details, { required_scope: scope })
    }
  }
})

test('a sandbox key may turn every knob of the sandbox, whatever its scopes', async () => {
  const key = await keyWith('sandbox', ['events:read'])
  assert.equal(needNone.length, 13)
  for (const id of needNone) assert.equal(inShort(await send(id, key)), '200', id)
})

async function keyWith(environment: Environment, wanted: Scope[]): Promise<string> {
  const { world } = service
  const by = { actor: { kind: 'operator', id: null }, requestId: null } as const
  const wish = { merchantId: cast.merchantId, environment, scopes: wanted }
  const [made] = await world.sql.begin((tx) => createApiKeys(tx, world, by, [wish]))
  return made?.key ?? assert.fail('no key was made')
}

/** What these answer, side by side: each of them that the scope is lacking, and none of them leaves a trace. */
async function assertLacking(ids: string[], key: string): Promise<Reply[]> {
  const requests = await Promise.all(ids.map((id) => prepareOnce(id)))
  const before = await traces(service)
  const answers = await sideBySide(requests, (request) => request(key))
  const told = ids.map((id, at) => [id, inShort(answers[at] ?? assert.fail('no answer'))])
  assert.deepEqual(
    told,
    ids.map((id) => [id, '403 insufficient_scope']),
  )
  assert.deepEqual(await traces(service), before)
  return answers
}

type Request = (key: string) => Promise<Reply>
const prepared = new Map<string, Promise<Request>>()

/** What is refused uses nothing up, so that one target is enough for all who are. */
function prepareOnce(id: string): Promise<Request> {
  const found = prepared.get(id) ?? prepare(id)
  prepared.set(id, found)
  return found
}

async function send(id: string, key: string): Promise<Reply> {
  return await (await prepare(id))(key)
}

async function prepare(id: string): Promise<Request> {
  const operation = Object.values<Operation>(operations).find((one) => one.id === id)
  const parts = await samples[id]?.({ service, cast }, 'live_key')
  assert.ok(operation && parts, id)
  return (key) => sendSample(service, operation, parts, { key })
}
