import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import { type Operation, operations } from '@malipo/contract'
import { tellProof } from '../prove/tell-proof.ts'
import { type Service, startService } from '../service.ts'
import { sideBySide } from '../side-by-side.ts'
import { assembleCast, type Cast, type Principal } from './cast.ts'
import { samples, spendsPeople } from './samples.ts'
import { sendSample } from './send-sample.ts'
import { type Parts, spareProvider } from './stage.ts'

/** Names of what belongs to no merchant: networks, phones, and tokens that open to whoever has them. */
const nobodys = ['phone', 'name', 'provider', 'channel', 'token', 'destination_code']

const namesIn = ({ path }: Operation) => [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '')
const named = Object.values<Operation>(operations)
  .filter(({ path }) => !path.startsWith('/v1/admin/'))
  .filter((operation) => namesIn(operation).some((name) => !nobodys.includes(name)))
  // Last, because they take back that a merchant is verified.
  .sort((a, b) => Number(spendsPeople.has(a.id)) - Number(spendsPeople.has(b.id)))

const callers = [
  'live_key',
  'sandbox_key',
  'owner',
  'admin',
  'finance',
  'developer',
  'viewer',
  'cashier',
] as const

let service: Service
let own: Cast
let other: Cast
before(async () => {
  service = await startService({ environment: { ROLE: 'api', ...spareProvider } })
  own = await assembleCast(service)
  other = await assembleCast(service)
})
after(() => service.stop())

/** The same request about what is not there. Where a merchant and something of it are named, the merchant is the caller's own. */
function variantsOf(operation: Operation, theirs: Parts): { foreign: Parts; missing: Parts } {
  const ours: Parts = JSON.parse(JSON.stringify(theirs).replaceAll(other.merchantId, own.merchantId))
  const objects = namesIn(operation).filter((name) => name !== 'merchant_id')
  const foreign = objects.length > 0 ? ours : theirs
  const params = Object.fromEntries(
    Object.entries(foreign.params ?? {}).map(([name, value]) => {
      const isAsked = objects.length > 0 ? objects.includes(name) : name === 'merchant_id'
      return [name, isAsked ? service.world.newId() : value]
    }),
  )
  return { foreign, missing: { ...foreign, params } }
}

async function answerTo(operation: Operation, parts: Parts, caller: Principal) {
  const headers = parts.headers?.['idempotency-key'] && { 'idempotency-key': randomUUID() }
  const sent = { ...parts, headers: { ...parts.headers, ...headers } }
  const { status, body } = await sendSample(service, operation, sent, own.credentials[caller])
  return { status, body }
}

describe('what is of another merchant is answered as what is not there, to everybody', () => {
  for (const operation of named) {
    test(operation.id, async () => {
      const sample = samples[operation.id] ?? assert.fail('has no sample')
      const theirs = await sample({ service, cast: other }, 'owner')
      const { foreign, missing } = variantsOf(operation, theirs)
      await sideBySide(callers, async (caller) => {
        const [one, none] = [
          await answerTo(operation, foreign, caller),
          await answerTo(operation, missing, caller),
        ]
        assert.ok(one.status >= 400, `${caller} was answered ${one.status}`)
        assert.deepEqual(one, none, caller)
      })
    })
  }
  test('each was asked by each', (context) => {
    tellProof(context, `${named.length} operations, ${callers.length} callers, foreign and missing`)
    assert.ok(named.length > 30)
  })
})
