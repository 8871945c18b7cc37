import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ownProvider } from '../../test/stories/money/own-provider.ts'
import { systemClock } from '../primitives/clock.ts'
import { Refusal } from '../primitives/refusal.ts'
import { StartRefused } from '../primitives/start-refused.ts'
import { createRegistry } from './registry.ts'

const [older, newer] = [ownProvider({ name: 'older' }), ownProvider({ name: 'newer' })]
const registry = createRegistry({
  clock: systemClock,
  providers: [older, newer],
  route: { live: 'newer', sandbox: null },
})

test('new rows go where the route says, and old ones stay with whom they name', () => {
  assert.equal(registry.routeFor({ environment: 'live', merchantId: 'm' }), newer)
  assert.equal(registry.routeFor({ environment: 'sandbox', merchantId: 'm' }), null)
  assert.equal(registry.providerOf({ provider: 'older' }), older)
})

test('who is not there is refused, and never stood in for', () => {
  for (const provider of ['gone', '', 'constructor', '__proto__']) {
    assert.equal(registry.named(provider), null)
    assert.equal(registry.rehearsalOf({ provider }), null)
    assert.throws(
      () => registry.providerOf({ provider }),
      (error) => error instanceof Refusal && error.code === 'provider_error',
    )
  }
})

test('open rows that name somebody who is not there end the start, each name once', () => {
  registry.refuseMissing(['older', 'newer', 'older'])
  assert.throws(
    () => registry.refuseMissing(['older', 'zeta', 'gone', 'gone']),
    (error) => error instanceof StartRefused && error.message.includes('carried by gone, zeta,'),
  )
})

test('a name fits the path of its door, and is one provider’s alone', () => {
  const named =
    (...names: string[]) =>
    () =>
      createRegistry({
        clock: systemClock,
        providers: names.map((name) => ownProvider({ name })),
        route: { live: null, sandbox: null },
      })
  for (const bad of ['MPesa', 'm pesa', '', '1pesa', 'a/b'])
    assert.throws(named(bad), /No provider can be called/)
  assert.throws(named('pesa', 'pesa'), /No provider can be called/)
  assert.doesNotThrow(named('m-pesa', 'pesa2'))
})
