import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import { type Operation, operations } from '@malipo/contract'
import { type Reply, type Service, startService } from '../service.ts'
import { assembleCast, type Cast, type Principal, principals } from './cast.ts'
import { expectedAnswers } from './expected-answers.ts'
import { samples, spendsPeople } from './samples.ts'
import { sendSample } from './send-sample.ts'
import { spareProvider } from './stage.ts'

/** What people write without an entry, and why. */
const unaudited: Record<string, readonly string[]> = {
  'nothing is written, or nothing that outlives its answer': [
    ...['quoteWithdrawal', 'quoteRefund', 'quoteDisbursementBatch', 'predictNetwork'],
    ...['refreshCollectionStatus', 'testWebhook', 'testWebhookEndpoint', 'checkWebhook'],
    ...['adminTryPricingRule', 'adminVerifyAuditLog', 'adminCheckBooks'],
  ],
  'their own account, which has sessions to tell where it is used, and their own reading': [
    ...['signUp', 'signIn', 'signOut', 'changePassword', 'requestPasswordReset', 'resetPassword'],
    ...['enableTwoFactor', 'disableTwoFactor', 'verifyTotp', 'verifyBackupCode', 'regenerateBackupCodes'],
    ...['revokeSession', 'revokeOtherSessions', 'changeMe'],
    ...['markNotification', 'markAllNotifications', 'adminMarkAlert'],
  ],
  'how the sandbox plays, which is no money of anybody': [
    ...['changeSandboxNetwork', 'changeSandboxProfile', 'changeSandboxSwitchboard', 'topUpSandbox'],
    ...['advanceSandbox', 'answerSandboxPrompt', 'changeSandboxSubscriber', 'paySandboxBill'],
  ],
  'said by payers and providers, of whom a session makes nobody else': [
    ...['collectByPublicPaymentLink', 'takeSandboxCallback', 'takeProviderCallback'],
  ],
}
const silent = Object.values(unaudited).flat()

/** They do what people do and are asked for as often as a shop sells: what they write is among their requests. */
const alsoOfPrograms = [
  ...['createWalletDisbursement', 'createMobileMoneyDisbursement', 'createBankDisbursement'],
  ...['createDisbursementBatch', 'retryFailedRows', 'answerBatchInfoRequest'],
  ...['createHostedPage', 'createDirectWalletPush', 'createDirectProviderPesa', 'createDirectQr'],
  ...['createUssdPushCollection', 'createStkPushCollection', 'createProviderPesaPushCollection'],
  ...['createDynamicQrCollection', 'createRefund', 'answerRefundInfoRequest', 'lookUpDestination'],
  ...['createPaymentLink', 'changePaymentLink', 'createInvoice', 'changeInvoice', 'createCreditNote'],
  ...['createCustomer', 'changeCustomer', 'createControlNumber', 'createControlNumbers'],
]

const writes = Object.values<Operation>(operations).filter(({ method }) => method !== 'GET')

let service: Service
let cast: Cast
before(async () => {
  service = await startService({ environment: { ROLE: 'api', ...spareProvider } })
  cast = await assembleCast(service)
})
after(() => service.stop())

type Answers = { first: Reply; again: Reply | null }

/** Asks with a sample, and once more under the same key where there may be one. */
async function ask({ id, ...operation }: Operation, principal: Principal): Promise<Answers> {
  const own = spendsPeople.has(id) ? await assembleCast(service) : cast
  const sample = samples[id] ?? assert.fail('has no sample')
  const parts = await sample({ service, cast: own }, principal)
  const headers = { ...parts.headers, 'idempotency-key': randomUUID() }
  const send = () =>
    sendSample(service, { id, ...operation }, { ...parts, headers }, own.credentials[principal])
  const first = await send()
  assert.ok(first.status < 300, JSON.stringify(first.body))
  const isKept = operation.method === 'POST' && operation.idempotency !== 'none'
  return { first, again: isKept ? await send() : null }
}

/** Who wrote each entry of the request. */
async function entriesOf({ headers }: Reply): Promise<string[]> {
  const rows = await service.world.sql<{ actor_kind: string }[]>`
    select actor_kind from audit_log where request_id = ${headers.get('x-request-id')}`
  return rows.map(({ actor_kind: kind }) => kind)
}

function whoeverMay({ id }: Operation, among: readonly Principal[]): Principal {
  const row = expectedAnswers[id]
  return among.find((one) => typeof row?.[one] === 'number') ?? assert.fail('nobody may')
}

const people = principals.slice(principals.indexOf('owner'))

test('what needs no entry is named once, and is there', () => {
  assert.equal(new Set(silent).size, silent.length)
  const ids = writes.map(({ id }) => id)
  assert.deepEqual(
    silent.filter((id) => !ids.includes(id)),
    [],
  )
})

describe('what a person writes is in the audit log once, however often it is sent under its key', () => {
  for (const operation of writes) {
    test(operation.id, async () => {
      const { first, again } = await ask(operation, whoeverMay(operation, people))
      const entries = await entriesOf(first)
      if (silent.includes(operation.id)) return assert.deepEqual(entries, [])
      assert.notEqual(entries.length, 0, 'left no entry')
      for (const kind of entries) assert.match(kind, /^(member|super_admin)$/)
      if (again !== null) assert.deepEqual(await entriesOf(again), [])
    })
  }
})

describe('what a program asks for as often as it likes takes no turn at the audit log', () => {
  for (const operation of writes.filter(({ id }) => alsoOfPrograms.includes(id))) {
    test(operation.id, async () => {
      const { first } = await ask(operation, 'live_key')
      assert.deepEqual(await entriesOf(first), [])
    })
  }
})
