import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { changeProfile, type Profile } from '../../src/providers/providers.ts'
import { openStage, type Stage } from './network-stage.ts'

let stage: Stage
before(async () => {
  stage = await openStage()
})
after(() => stage.close())

/** What is heard of one payment that ends as asked, after so long. */
async function heard(
  change: Partial<Profile>,
  options: { phone?: string; status?: string; afterMs?: number } = {},
) {
  const merchantId = await stage.newMerchant()
  await changeProfile(stage.world, merchantId, { failure_rate: 0, ...change })
  const simulate = { status: options.status ?? null, family: 'A' as const }
  const order = stage.order({ merchantId, simulate, phone: options.phone ?? '255712345678' })
  await stage.network.sandboxProvider.collect(order)
  await stage.pass(options.afterMs ?? 1_000)
  return stage.told(order.reference).map(({ outcome, isGenuine }) => [outcome.kind, isGenuine])
}

describe('the switchboard', () => {
  test('loses callbacks', async () => {
    assert.deepEqual(await heard({ lost: 1 }), [])
  })

  test('delays callbacks by as much as is asked', async () => {
    assert.deepEqual(await heard({ late: 1, late_by_ms: 5_000 }, { afterMs: 5_000 }), [])
    assert.deepEqual(await heard({ late: 1, late_by_ms: 5_000 }, { afterMs: 5_400 }), [['succeeded', true]])
  })

  test('repeats callbacks', async () => {
    assert.deepEqual(await heard({ twice: 1 }), [
      ['succeeded', true],
      ['succeeded', true],
    ])
  })

  test('signs callbacks badly', async () => {
    assert.deepEqual(await heard({ badly_signed: 1 }), [['succeeded', false]])
  })

  test('contradicts a success with a failure, and a failure with a success', async () => {
    assert.deepEqual(await heard({ contradicting: 1 }), [
      ['succeeded', true],
      ['failed', true],
    ])
    assert.deepEqual(await heard({ contradicting: 1 }, { phone: '255700000002' }), [
      ['failed', true],
      ['succeeded', true],
    ])
  })

  test('lets the reversal overtake the success', async () => {
    assert.deepEqual(await heard({ out_of_order: 1 }, { status: 'reversed' }), [
      ['reversed', true],
      ['succeeded', true],
    ])
  })

  test('shuffles the callbacks of neighbours', async () => {
    const merchantId = await stage.newMerchant()
    await changeProfile(stage.world, merchantId, { failure_rate: 0, out_of_order: 1 })
    const simulate = { status: null, family: 'A' as const }
    const orders = Array.from({ length: 20 }, () => stage.order({ merchantId, simulate }))
    const before = stage.heard.length
    for (const order of orders) await stage.network.sandboxProvider.collect(order)
    await stage.pass(3_000)
    const sequence = stage.heard
      .slice(before)
      .map(({ raw }) => stage.network.sandboxProvider.readCallback(raw)?.reference)
    const asked = orders.map(({ reference }) => reference)
    assert.deepEqual(sequence.toSorted(), asked.toSorted())
    assert.notDeepEqual(sequence, asked)
  })

  test('is repeatable from the seed', async () => {
    const run = async () => {
      const merchantId = await stage.newMerchant()
      await changeProfile(stage.world, merchantId, {
        random_seed: 3,
        lost: 0.3,
        twice: 0.3,
        badly_signed: 0.3,
      })
      const simulate = { status: null, family: 'A' as const }
      const orders = Array.from({ length: 20 }, () => stage.order({ merchantId, simulate }))
      for (const order of orders) await stage.network.sandboxProvider.collect(order)
      await stage.pass(1_000)
      return orders.map(({ reference }) =>
        stage.told(reference).map(({ outcome, isGenuine }) => [outcome.kind, isGenuine]),
      )
    }
    const first = await run()
    assert.ok(new Set(first.map((told) => JSON.stringify(told))).size > 3, 'all sorts of things go wrong')
    assert.deepEqual(await run(), first)
  })

  test('does nothing in live', async () => {
    const merchantId = await stage.newMerchant()
    await changeProfile(stage.world, merchantId, { failure_rate: 1, lost: 1, approval_delay_ms: 60_000 })
    const order = stage.order({ merchantId, environment: 'live' })
    await stage.network.liveProvider.collect(order)
    await stage.pass(300)
    assert.deepEqual(
      stage.told(order.reference).map(({ outcome }) => outcome.kind),
      ['succeeded'],
    )
  })
})
