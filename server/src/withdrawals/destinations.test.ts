import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Registry } from '../providers/providers.ts'
import type { World } from '../world/world.ts'
import { destinations, findDestination } from './destinations.ts'
import { destinationRoutes } from './withdrawal-routes.ts'

type Reply = { items: { destination_code: string; name: string; method: string; available: boolean }[] }

/** One who pays to every wallet, and to no bank. */
const registry = {
  ready: async () => {},
  isCarriable: ({ method }: { method?: string }) => method !== 'BANK_ACCOUNT',
} as unknown as Registry

async function list(query: { method?: string }): Promise<Reply['items']> {
  const world = {} as World
  const found = destinationRoutes(world, registry).find(
    ({ operation }) => operation.id === 'listDestinations',
  )
  assert.ok(found)
  return ((await found.handle({ query, caller: {} } as never)) as Reply).items
}

test('every code is plain, named, and given once', () => {
  const codes = destinations.map((one) => one.destination_code)
  assert.equal(new Set(codes).size, codes.length)
  for (const one of destinations) {
    assert.match(one.destination_code, /^[A-Z][A-Z_]{1,39}$/)
    assert.notEqual(one.name.trim(), '')
  }
})

test('a code is found by its own method only', () => {
  assert.equal(findDestination('MPESA', 'MOBILE_MONEY')?.name, 'M-Pesa')
  assert.equal(findDestination('CRDB', 'BANK_ACCOUNT')?.name, 'CRDB Bank')
  assert.equal(findDestination('CRDB', 'MOBILE_MONEY'), null)
  assert.equal(findDestination('MPESA', 'PROVIDER_PESA'), null)
  assert.equal(findDestination('toString', 'BANK_ACCOUNT'), null)
})

test('the list shows all, or those of one method', async () => {
  assert.deepEqual(
    await list({}),
    destinations.map((one) => ({ ...one, available: one.method !== 'BANK_ACCOUNT' })),
  )
  const wallets = await list({ method: 'MOBILE_MONEY' })
  assert.deepEqual(
    wallets.map((one) => one.destination_code),
    ['MPESA', 'AIRTEL_MONEY', 'MIXX_BY_YAS', 'HALOPESA', 'T_PESA'],
  )
  assert.deepEqual(await list({ method: 'PROVIDER_PESA' }), [
    { destination_code: 'PROVIDER_PESA', name: 'Provider Pesa', method: 'PROVIDER_PESA', available: true },
  ])
  assert.equal((await list({ method: 'BANK_ACCOUNT' })).length, 38)
})
