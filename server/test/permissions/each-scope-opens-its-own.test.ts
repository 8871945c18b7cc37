import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Environment, type Operation, operations, type Scope, scopes } from '@malipo/contract'
import { createApiKeys } from '../../src/api-keys/api-keys.ts'
import { type Reply, type Service, startService } from '../service.ts'
import { inShort } from '../stories/parts/newcomers.ts'
import { assembleCast, type Cast } from './cast.ts'
import { samples } from './samples.ts'
import { sendSample } from './send-sample.ts'
import { traces } from './traces.ts'

// By hand from the specification: which scope a key needs for what.
const opens: Partial<Record<Scope, string[]>> = {
  'collections:write': [
    'createCustomer',
    'createHostedCollection',
    'createWalletPush',
    'createProviderPesa',
    'createQr',
    'createUssdPush',
    'createStkPush',
    'createProviderPesaPush',
    'createDynamicQr',
  ],
  'collections:read': ['listCustomers', 'readCustomer', 'readCollectionState', 'refreshCollection'],
  'disbursements:write': ['disburseToWallet', 'disburseToMobileMoney', 'disburseToBank'],
  'disbursements:read': ['listDisbursements', 'readDisbursement'],
  'transactions:read': ['listTransactions'],
  'balance:read': ['readBalance'],
  'events:read': ['listEvents', 'streamEvents', 'readEvent', 'listDeliveries', 'readDelivery'],
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
    for (const id of others) await assertLacking(id, key)
  })
}

test('a key with every scope but the one that is needed is told which one it lacks', async () => {
  for (const [scope, ids] of Object.entries(opens)) {
    const key = await keyWith(
      'live',
      scopes.filter((one) => one !== scope),
    )
    for (const id of ids) {
      const { error } = (await assertLacking(id, key)).body
      assert.deepEqual(error.details, { required_scope: scope }, id)
    }
  }
})

test('a sandbox key may turn every knob of the sandbox, whatever its scopes', async () => {
  const key = await keyWith('sandbox', ['events:read'])
  assert.equal(needNone.length, 10)
  for (const id of needNone) assert.equal(inShort(await send(id, key)), '200', id)
})

async function keyWith(environment: Environment, wanted: Scope[]): Promise<string> {
  const { world } = service
  const by = { actor: { kind: 'operator', id: null }, requestId: null } as const
  const wish = { merchantId: cast.merchantId, environment, scopes: wanted }
  const [made] = await world.sql.begin((tx) => createApiKeys(tx, world, by, [wish]))
  return made?.key ?? assert.fail('no key was made')
}

async function assertLacking(id: string, key: string): Promise<Reply> {
  const request = await prepare(id, key)
  const before = await traces(service)
  const answer = await request()
  assert.equal(inShort(answer), '403 insufficient_scope', id)
  assert.deepEqual(await traces(service), before, id)
  return answer
}

async function send(id: string, key: string): Promise<Reply> {
  return await (await prepare(id, key))()
}

async function prepare(id: string, key: string): Promise<() => Promise<Reply>> {
  const operation = Object.values<Operation>(operations).find((one) => one.id === id)
  const parts = await samples[id]?.({ service, cast }, 'live_key')
  assert.ok(operation && parts, id)
  return () => sendSample(service, operation, parts, { key })
}
