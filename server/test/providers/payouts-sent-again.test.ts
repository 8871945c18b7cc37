import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { PayOutLookedUp } from '../../src/providers/providers.ts'
import { openStage, type Stage, type StagePayOut } from './network-stage.ts'

let stage: Stage
let merchantId: string
before(async () => {
  stage = await openStage()
  merchantId = await stage.newMerchant()
})
after(() => stage.close())

const paid = { kind: 'succeeded', providerStatus: 'COMPLETED', paid: { amount: 150_000n, currency: 'TZS' } }
const accepted = { kind: 'pending', providerStatus: 'ACCEPTED' }

function to(last: string): StagePayOut {
  return stage.payOut({ merchantId, environment: 'live', identifier: `2557000001${last}` })
}

function bare({ exchange: _, ...rest }: PayOutLookedUp) {
  return rest
}

test('03 is answered as it stands when it is sent again, and paid once', async () => {
  const { liveProvider } = stage.network
  const order = to('03')
  assert.equal((await liveProvider.payOut(order)).kind, 'unknown')
  assert.deepEqual(bare(await liveProvider.payOut(order)), accepted)
  await stage.pass(500)
  assert.deepEqual(bare(await liveProvider.payOut(order)), paid)
  assert.equal(stage.told(order.reference).length, 1)
})

test('04 is never accepted, however often it is sent', async () => {
  const { liveProvider } = stage.network
  const order = to('04')
  for (let times = 0; times < 3; times += 1) {
    assert.equal((await liveProvider.payOut(order)).kind, 'unknown')
    assert.equal((await liveProvider.lookUpPayOut(order)).kind, 'never_seen')
  }
})

test('05 is turned away once per reference, and accepted when it is sent again', async () => {
  const { liveProvider } = stage.network
  const order = to('05')
  assert.deepEqual(bare(await liveProvider.payOut(order)), {
    kind: 'blocked',
    providerStatus: 'IP_NOT_ALLOWED',
    providerMessage: 'The network does not take payouts from this address.',
  })
  await stage.pass(5_000)
  assert.equal((await liveProvider.lookUpPayOut(order)).kind, 'never_seen', 'waiting does not help')
  assert.deepEqual(bare(await liveProvider.payOut(order)), accepted)
  await stage.pass(500)
  assert.deepEqual(bare(await liveProvider.payOut(order)), paid)
  assert.equal(stage.told(order.reference).length, 1)
  assert.equal((await liveProvider.payOut(to('05'))).kind, 'blocked')
})
