import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Gateway } from '../../../src/gateways/gateways.ts'
import type { Clock } from '../../../src/primitives/clock.ts'
import { createRegistry, exchangeKeeper } from '../../../src/providers/providers.ts'
import { openSelcom } from '../../../src/providers/selcom/selcom.ts'
import { assertNoSecrets } from '../../providers/open-secrets.ts'
import { selcomKeys, selcomSettings } from '../../providers/selcom-defendant.ts'
import type { Service } from '../../service.ts'
import { dataOf, type Fields } from '../money/shop.ts'
import type { Desk } from '../payouts/desk.ts'
import { inShort } from './newcomers.ts'

type Stage = {
  clock: Clock
  gateway: Gateway
  service: Service
  desk: Desk
  push(body?: Fields): Promise<{ id: unknown; reference: string }>
  pass(ms: number): Promise<void>
  work(): Promise<void>
}

type Shown = {
  provider: string
  reference: string
  call: string
  kind: string
  request: { path: string; headers: Fields; signed: string }
  response: { status?: number; body?: unknown; error?: string }
}

/** What Super Admins can show to Selcom's support of collections, on the stage of whoever has one with its gateway. */
export function showExchanges(stage: () => Stage): void {
  /** In the order in which they went, and without a secret anywhere. */
  async function shownOf(id: unknown): Promise<Shown[]> {
    const { service, desk } = stage()
    await service.parts.exchanges.written()
    const shown = dataOf(await desk.call(`/v1/admin/collections/${id}/exchanges`, 'live')).items as Shown[]
    assertNoSecrets(shown, [
      selcomKeys.apiKey,
      btoa(selcomKeys.apiKey),
      selcomKeys.apiSecret,
      selcomKeys.floatPin,
    ])
    return shown.reverse()
  }
  const inWords = ({ call, kind, request }: Shown) =>
    `${call} ${kind}: ${new URL(request.path, 'http://selcom').pathname}`

  test('a push is shown as its order and its push, what it came to as the look-up that said so', async () => {
    const { push, pass, work } = stage()
    const { id, reference } = await push()
    await work()
    await pass(1_000)
    await work()
    const shown = await shownOf(id)
    assert.deepEqual(shown.map(inWords), [
      'collect pending: /v1/checkout/create-order-minimal',
      'collect pending: /v1/checkout/wallet-payment',
      'look_up succeeded: /v1/checkout/order-status',
    ])
    for (const { provider, reference: about, request, response } of shown) {
      assert.deepEqual([provider, about, response.status], ['selcom', reference, 200])
      assert.deepEqual([request.headers.authorization, request.headers.digest], ['****', '****'])
      assert.match(request.signed, new RegExp(`^timestamp=.*order_id=${reference}`))
    }
  })

  test('an answer that breaks off, and one that is no answer, are shown as they came', async () => {
    const { gateway, push, pass, work } = stage()
    gateway.faults.add({ fault: 'truncated', on: 'wallet-payment', times: 1 })
    const broken = await push()
    const [, cut] = await shownOf(broken.id)
    assert.deepEqual([cut?.kind, cut?.response.status, cut?.response.body], ['unknown', 200, undefined])
    assert.match(cut?.response.error ?? '', /gave no answer/)
    gateway.faults.add({ fault: 'garbage', on: 'create-order', times: 1 })
    const strange = await push()
    const [garbage, ...rest] = await shownOf(strange.id)
    assert.deepEqual(garbage?.response, { status: 200, body: '<html><body>It works!</body></html>' })
    assert.equal(rest.length, 0, 'nothing is pushed for an order that may not be there')
    await pass(3_600_000)
    await work()
  })

  test('silence that outlasts our patience is kept when the call has ended, and nobody has waited for that', async () => {
    const { clock, gateway, service, push } = stage()
    const { id, reference } = await push()
    const { world, parts } = service
    const selcom = openSelcom(selcomSettings(gateway.url), { ...world, clock })
    const asked = { provider: 'selcom', environment: 'live', provider_reference: reference } as const
    const registry = createRegistry({
      clock,
      deadlineMs: 200,
      providers: [selcom],
      route: { live: 'selcom', sandbox: null },
      exchanges: parts.exchanges,
    })
    const lookUp = () =>
      registry.ask(asked, 'lookUp', (provider, signal) => provider.lookUp({ reference }, signal))
    assert.equal((await lookUp()).kind, 'pending')
    assert.equal((await shownOf(id)).length, 2, 'that nothing has happened is no news')
    gateway.faults.add({ fault: 'silent_before', on: 'order-status', times: 1 })
    assert.deepEqual(await lookUp(), { kind: 'unknown', because: 'no answer in time' })
    const silence = (await shownOf(id)).at(-1)
    assert.equal(silence && inWords(silence), 'look_up unknown: /v1/checkout/order-status')
    assert.match(silence?.response.error ?? '', /gave no answer: The call is over/)
  })

  test('what is very long is cut with a mark, what no text may hold is kept, and a table that is away fails nobody', async () => {
    const { clock, service, push } = stage()
    const { id, reference } = await push()
    const { world, parts } = service
    const asked = { provider: 'selcom', reference, call: 'cancel' } as const
    const word = (response: unknown) =>
      Promise.resolve({ kind: 'unknown', exchanges: [{ request: { path: '/', headers: {} }, response }] })
    parts.exchanges.keep(asked, word({ body: 'x'.repeat(100_000) }))
    parts.exchanges.keep(asked, word({ body: 'a\u0000b\ud800' }))
    const [long, odd, ...rest] = (await shownOf(id)).slice(2).map(({ response }) => response) as Fields[]
    assert.equal(rest.length, 0)
    assert.deepEqual([String(long?.cut).length, long?.characters], [8_192, 100_011])
    assert.deepEqual(odd, { body: 'a\u0000b\ud800' })
    const told: unknown[] = []
    const nowhere = exchangeKeeper({ ...world, clock, newId: () => 'no id' }, (error) => told.push(error))
    nowhere.keep(asked, word(null))
    nowhere.keep(asked, Promise.reject(new Error('whoever asked hears of it')))
    await nowhere.written()
    assert.equal(told.length, 1)
  })

  test('whoever holds the table holds up no payment, and finds all of it written afterwards', async () => {
    const { service, push } = stage()
    const id = await service.world.sql.begin(async (tx) => {
      await tx`lock table collection_exchanges in access exclusive mode`
      return (await push()).id
    })
    assert.equal((await shownOf(id)).length, 2)
  })

  test('a collection that is not there has no exchanges, and in another environment it is not there', async () => {
    const { desk, push } = stage()
    const { id } = await push()
    const pathOf = (one: unknown) => `/v1/admin/collections/${one}/exchanges`
    assert.equal(inShort(await desk.call(pathOf(id), 'sandbox')), '404 not_found')
    assert.equal(inShort(await desk.call(pathOf('nobody'), 'live')), '404 not_found')
    assert.equal(inShort(await desk.call(pathOf(crypto.randomUUID()), 'live')), '404 not_found')
  })
}
