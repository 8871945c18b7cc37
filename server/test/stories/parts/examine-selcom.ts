import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Gateway } from '../../../src/gateways/gateways.ts'
import { callbackSymptom } from '../../../src/operator/callback-symptom.ts'
import { providerSymptoms } from '../../../src/operator/provider-symptoms.ts'
import { tellTrial, tryProvider } from '../../../src/operator/try-provider.ts'
import type { Clock } from '../../../src/primitives/clock.ts'
import { assertNoSecrets } from '../../providers/open-secrets.ts'
import { selcomKeys, selcomSettings } from '../../providers/selcom-defendant.ts'
import type { Service } from '../../service.ts'
import type { Desk } from '../payouts/desk.ts'
import type { Till } from '../payouts/till.ts'
import { inShort } from './newcomers.ts'
import { openUntrustedFront } from './untrusted-front.ts'

type Stage = {
  clock: Clock
  gateway: Gateway
  service: Service
  desk: Desk
  till: Till
  payOut(): Promise<{ id: unknown }>
  work(): Promise<void>
}

/** What the operator's command says of Selcom, on the stage of whoever has one with its gateway. */
export function examineSelcom(stage: () => Stage): void {
  /** What the doctor says of Selcom, line by line. */
  async function examined(
    change: { apiSecret?: string; floatPin?: string; clock?: Clock } = {},
    patienceMs = 5_000,
  ) {
    const { clock, gateway, service } = stage()
    const { config, world } = service.parts
    const { apiSecret, floatPin } = { ...selcomKeys, ...change }
    const selcom = { ...selcomSettings(gateway.url), apiSecret, privateKey: undefined, floatPin }
    const settings = { ...config, providers: { ...config.providers, selcom } }
    const found = await providerSymptoms(settings, { ...world, clock: change.clock ?? clock }, patienceMs)
    return Object.fromEntries(found.map(({ check, state, details }) => [check, `${state}: ${details}`]))
  }

  test('the doctor finds that Selcom knows us, when it is, what lies there, and that what it tells would arrive', async () => {
    const { gateway, service } = stage()
    const kept = await service.world.sql`select 1 from unproven_callbacks`
    const booked = gateway.book.all().length
    const found = await examined()
    assert.equal(found['selcom credentials'], 'ok: it knows us')
    assert.equal(found['selcom clock'], 'ok: its time is ours')
    assert.equal(found['selcom address'], 'ok: it talks to us')
    assert.match(found['selcom float'] ?? '', /^ok: TZS [0-9.]+ there, 0\.00 approved and not sent$/)
    assert.match(
      found['selcom callbacks'] ?? '',
      /^warning: .* arrives here, but without https, and at an address that nobody reaches from outside$/,
    )
    assert.equal((await service.world.sql`select 1 from unproven_callbacks`).length, kept.length)
    assert.equal(gateway.book.all().length, booked)
  })

  test('the doctor tells a wrong key from a wrong PIN, a strange address, a wrong clock and silence', async () => {
    const { clock, gateway } = stage()
    const key = await examined({ apiSecret: 'wrong' })
    assert.match(key['selcom credentials'] ?? '', /^failure: it refuses us \(401: Invalid digest\)/)
    const pin = await examined({ floatPin: 'wrong' })
    assert.match(pin['selcom credentials'] ?? '', /^failure: it refuses us \(403: Invalid vendor or pin\)/)
    assert.match(pin['selcom float'] ?? '', /^warning: it does not say/)
    const ahead = await examined({ clock: { now: () => new Date(clock.now().getTime() + 400_000) } })
    assert.match(ahead['selcom credentials'] ?? '', /Timestamp out of range/)
    assert.match(ahead['selcom clock'] ?? '', /^warning: ours is 40[01] s ahead of its own: set the clock/)
    gateway.faults.add({ fault: 'clock_skew', times: 1 })
    assert.match((await examined())['selcom clock'] ?? '', /^warning: ours is 3(599|600) s behind its own/)
    gateway.faults.add({ fault: 'address_refused' })
    const strange = await examined()
    assert.match(
      strange['selcom address'] ?? '',
      /^failure: it does not talk to our address: give it the one/,
    )
    assert.match(strange['selcom credentials'] ?? '', /^warning: not known/)
    gateway.faults.clear()
    gateway.faults.add({ fault: 'outage' })
    assert.match((await examined())['selcom credentials'] ?? '', /^warning: nobody knows: .*gave no answer/)
    gateway.faults.clear()
    gateway.faults.add({ fault: 'silent_before' })
    const silent = await examined({}, 200)
    assert.match(silent['selcom credentials'] ?? '', /^warning: nobody knows: no answer in time/)
    assert.match(silent['selcom float'] ?? '', /^warning: it does not say: no answer in time/)
    gateway.faults.clear()
  })

  test('the doctor says that payouts wait for our address, and that the float is too small for what is approved', async () => {
    const { gateway, desk, till, payOut, work } = stage()
    gateway.faults.add({ fault: 'address_refused', on: 'walletcashin', times: 1 })
    const { id } = await payOut()
    const found = await examined()
    assert.match(found['selcom address'] ?? '', /^warning: 1 payouts were turned away .*\/retry$/)
    assert.match(found['selcom float'] ?? '', /^ok: TZS [0-9.]+ there, 10000\.00 approved and not sent$/)
    gateway.faults.add({ fault: 'garbage', on: 'balance' })
    assert.match((await examined())['selcom float'] ?? '', /^warning: it does not say/)
    gateway.faults.clear()
    assert.equal(inShort(await desk.decide(id, 'retry')), '200')
    await work()
    assert.equal(await till.status(id), 'SUCCESS')
  })

  test('where the public address leads elsewhere, or nowhere, the doctor says so', async () => {
    const { gateway, service } = stage()
    const reach = (baseUrl: string) => callbackSymptom({ ...service.world, baseUrl }, 'selcom', 2_000)
    const elsewhere = await reach(gateway.url)
    assert.equal(elsewhere.state, 'failure')
    assert.match(elsewhere.details, /is answered with 404 by somebody else/)
    assert.match((await reach('http://127.0.0.1:65531')).details, /nobody answers .*ECONNREFUSED/)
    assert.match((await reach('http://pay.invalid')).details, /its name leads nowhere/)
    assert.match((await reach(service.url)).details, /arrives here, but without https/)
  })

  test('a certificate that nobody vouches for is refused, with the reason', async () => {
    const { service } = stage()
    const front = await openUntrustedFront()
    try {
      const { state, details } = await callbackSymptom(
        { ...service.world, baseUrl: front.url },
        'selcom',
        2_000,
      )
      assert.equal(state, 'failure')
      assert.match(details, /its certificate is refused \(DEPTH_ZERO_SELF_SIGNED_CERT\): renew it/)
    } finally {
      front.close()
    }
  })

  test('a trial shows what was asked, signed and answered, and no secret of it', async () => {
    const { service } = stage()
    const { config, world } = service.parts
    const trial = await tryProvider(config, world, 'selcom')
    assert.equal(trial.verdict, 'ok')
    assert.equal(trial.exchanges.length, 2)
    const told = tellTrial(trial)
    assert.match(told, /"signed": "timestamp=.*&order_id=MLQ/)
    assert.match(told, /"signed": "timestamp=.*&pin=\*\*\*\*&transid=MLQ/)
    assert.match(told, /selcom: ok\. It knows us/)
    assertNoSecrets(trial, [
      selcomKeys.apiKey,
      btoa(selcomKeys.apiKey),
      selcomKeys.apiSecret,
      selcomKeys.floatPin,
    ])
    await assert.rejects(tryProvider(config, world, 'clickpesa'), /not set up here/)
    await assert.rejects(
      tryProvider(config, world, 'nobody'),
      /Nobody is called nobody\. Those who are: simulated/,
    )
  })
}
