import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { refusals } from '@malipo/contract'
import { provoked } from './refusals/envelope.ts'
import { refusalsOfBatches } from './refusals/of-batches.ts'
import { refusalsOfBodies } from './refusals/of-bodies.ts'
import { refusalsOfBrokenRequests } from './refusals/of-broken-requests.ts'
import { refusalsOfCallbacks } from './refusals/of-callbacks.ts'
import { refusalsOfCollections } from './refusals/of-collections.ts'
import { refusalsOfCallers, refusalsOfCredentials } from './refusals/of-credentials.ts'
import { refusalsOfEndpoints } from './refusals/of-endpoints.ts'
import { refusalsOfEvents } from './refusals/of-events.ts'
import { refusalsOfFields } from './refusals/of-fields.ts'
import { refusalsOfIdempotencyKeys } from './refusals/of-idempotency-keys.ts'
import { refusalsOfInvoices } from './refusals/of-invoices.ts'
import { refusalsOfLimits } from './refusals/of-limits.ts'
import { refusalsOfOrigins } from './refusals/of-origins.ts'
import { refusalsOfPaths, requestIds } from './refusals/of-paths.ts'
import { refusalsOfProviders } from './refusals/of-providers.ts'
import { refusalsOfQueries } from './refusals/of-queries.ts'
import { refusalsOfRefunds } from './refusals/of-refunds.ts'
import { refusalsOfTheHouse } from './refusals/of-the-house.ts'
import { refusalsOfWithdrawals } from './refusals/of-withdrawals.ts'
import { orderOfChecks } from './refusals/order-of-checks.ts'
import { orderOfPayoutChecks } from './refusals/order-of-payout-checks.ts'
import { openStage, type Provocations, type Stage } from './refusals/stage.ts'

describe('every refusal has its envelope', { concurrency: true }, () => {
  let plain: Stage
  let limited: Stage
  /** Without chores, so that nothing moves by itself between two looks at the database. */
  let still: Stage
  let breakable: Stage
  before(async () => {
    plain = await openStage()
    breakable = await openStage()
    limited = await openStage({ RATE_LIMIT: 'on' })
    still = await openStage({ ROLE: 'api' })
  })
  after(() => Promise.all([plain, limited, still, breakable].map(({ service }) => service.stop())))

  function provoke(what: string, provocations: Provocations, stage: () => Stage, concurrency: number): void {
    describe(what, { concurrency }, () => {
      for (const [promise, work] of Object.entries(provocations)) test(promise, (t) => work(stage(), t))
    })
  }

  // Beside the others, because they wait for seconds.
  provoke('bytes that are no request', refusalsOfBrokenRequests, () => plain, 10)
  provoke('idempotency keys that cannot be used', refusalsOfIdempotencyKeys, () => plain, 1)
  describe('in turn', { concurrency: 1 }, () => {
    provoke('bodies that cannot be read', refusalsOfBodies, () => plain, 1)
    provoke('fields that are not right', refusalsOfFields, () => plain, 1)
    provoke('queries that are not right', refusalsOfQueries, () => plain, 1)
    provoke('credentials that are not accepted', refusalsOfCredentials, () => plain, 1)
    provoke('callers who may not', refusalsOfCallers, () => plain, 1)
    provoke('requests from the pages of others', refusalsOfOrigins, () => plain, 1)
    provoke('paths and states that do not fit', refusalsOfPaths, () => plain, 1)
    provoke('orders to collect that are not taken', refusalsOfCollections, () => still, 1)
    provoke('invoices that are not taken', refusalsOfInvoices, () => still, 1)
    provoke('callbacks that nobody genuine has signed', refusalsOfCallbacks, () => still, 1)
    provoke('what providers cannot do, or do not', refusalsOfProviders, () => still, 1)
    provoke('orders to pay out that are not taken', refusalsOfWithdrawals, () => still, 1)
    provoke('refunds that are not taken', refusalsOfRefunds, () => still, 1)
    provoke('batches that are not taken', refusalsOfBatches, () => still, 1)
    provoke('what is not sent, found or followed', refusalsOfEvents, () => still, 1)
    provoke('endpoints that are not kept', refusalsOfEndpoints, () => still, 1)
    provoke('the order of checks', orderOfChecks, () => still, 1)
    provoke('the order of checks on money out', orderOfPayoutChecks, () => still, 1)
    provoke('the request id', requestIds, () => plain, 1)
    provoke('too much of anything', refusalsOfLimits, () => limited, 1)
    provoke('trouble of our own', refusalsOfTheHouse, () => breakable, 1)
  })
})

test('every code that can exist was provoked, and no other', () => {
  assert.deepEqual([...provoked].sort(), Object.keys(refusals).sort())
})
