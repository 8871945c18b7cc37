import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import { type Operation, operations } from '@malipo/contract'
import { type Reply, type Service, startService } from '../service.ts'
import { inShort } from '../stories/parts/newcomers.ts'
import { assembleCast, type Cast, type Principal, principals } from './cast.ts'
import { expectedAnswers } from './expected-answers.ts'
import { samples, spendsPeople } from './samples.ts'
import { sendSample } from './send-sample.ts'
import { type Parts, spareProvider } from './stage.ts'

/** Where nothing is made, or what is made has a name of its own, or nobody is known yet whose key it could be. */
const ignoring = [
  ...[
    'quoteDisbursementBatch',
    'quoteRefund',
    'quoteWithdrawal',
    'lookUpDestination',
    'predictNetwork',
    'refreshCollectionStatus',
    'testWebhook',
    'testWebhookEndpoint',
    'checkWebhook',
    'adminVerifyAuditLog',
  ],
  'adminCheckBooks',
  'adminTryPricingRule',
  ...['takeSandboxCallback', 'takeProviderCallback'],
]
const signingIn = [
  ...['signUp', 'signIn', 'signOut', 'changePassword', 'requestPasswordReset', 'resetPassword'],
  ...['enableTwoFactor', 'verifyTotp', 'verifyBackupCode', 'disableTwoFactor'],
  ...['regenerateBackupCodes', 'revokeOtherSessions'],
]

const posts = Object.values<Operation>(operations).filter(({ method }) => method === 'POST')

let service: Service
let cast: Cast
before(async () => {
  service = await startService({ environment: { ROLE: 'api', ...spareProvider } })
  cast = await assembleCast(service)
})
after(() => service.stop())

test('each POST that creates or changes something takes a key, and no other does', () => {
  const ignored = posts.filter(({ idempotency }) => idempotency === 'none').map(({ id }) => id)
  assert.deepEqual(ignored.sort(), [...ignoring, ...signingIn].sort())
})

type Good = { cast: Cast; principal: Principal; parts: Parts }

/** Somebody who may, with a request that is good for them. */
async function goodRequest({ id }: Operation): Promise<Good> {
  const own = spendsPeople.has(id) ? await assembleCast(service) : cast
  const row = expectedAnswers[id]
  const principal = principals.find((one) => typeof row?.[one] === 'number')
  assert.ok(principal, 'nobody may')
  const sample = samples[id] ?? assert.fail('has no sample')
  return { cast: own, principal, parts: await sample({ service, cast: own }, principal) }
}

async function send(
  operation: Operation,
  { cast: own, principal, parts }: Good,
  key: string,
): Promise<Reply> {
  const headers = { ...parts.headers, 'idempotency-key': key }
  return await sendSample(service, operation, { ...parts, headers }, own.credentials[principal])
}

describe('a key is kept where it matters, and ignored where it does not', () => {
  for (const operation of posts.filter(({ id }) => !signingIn.includes(id))) {
    test(operation.id, async () => {
      const good = await goodRequest(operation)
      if (operation.idempotency === 'none') {
        const answer = await send(operation, good, 'no key at all')
        assert.equal(inShort(answer), String(operation.status))
        assert.equal(answer.headers.get('idempotent-replayed'), null)
        return
      }
      const malformed = await send(operation, good, 'no key at all')
      assert.equal(inShort(malformed), '400 idempotency_key_invalid')
      const key = randomUUID()
      const first = await send(operation, good, key)
      const again = await send(operation, good, key)
      assert.equal(inShort(first), String(operation.status), JSON.stringify(first.body))
      assert.deepEqual([again.status, again.body], [first.status, first.body])
      assert.deepEqual(
        [first, again].map(({ headers }) => headers.get('idempotent-replayed')),
        [null, 'true'],
      )
    })
  }
})

describe('a key means nothing to what is changed or removed as often as one likes', () => {
  const others = Object.values<Operation>(operations).filter(
    ({ method }) => !['GET', 'POST'].includes(method),
  )
  for (const operation of others) {
    test(operation.id, async () => {
      const good = await goodRequest(operation)
      const answer = await send(operation, good, '')
      assert.equal(inShort(answer), String(operation.status), JSON.stringify(answer.body))
      assert.equal(answer.headers.get('idempotent-replayed'), null)
    })
  }
})
