import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { balanceOf } from './money/shop.ts'
import { inShort } from './parts/newcomers.ts'
import { type NetworkStage, openNetworkStage } from './payouts/network-stage.ts'
import { referenceOf } from './payouts/stage.ts'

let stage: NetworkStage
before(async () => {
  stage = await openNetworkStage()
})
after(() => stage.close())

type Play = [
  last: string,
  title: string,
  path: string[],
  balance: Parameters<typeof balanceOf>[0],
  taken: number,
]

const reserved = { available: '89900.00', reserved: '10100.00' }
const gone = { available: '89900.00' }
const back = { available: '100000.00' }

/** By the last two digits: what the network plays, and the way of the withdrawal after its approval. */
const plays: Play[] = [
  ['01', 'pays', ['PROCESSING → SUCCESS by callback'], gone, 1],
  ['02', 'refuses', ['PROCESSING → FAILED by callback'], back, 1],
  [
    '03',
    'takes it and does not answer',
    ['PROCESSING → NEEDS_RECONCILIATION by reply', 'NEEDS_RECONCILIATION → SUCCESS by callback'],
    gone,
    1,
  ],
  ['04', 'neither takes it nor answers', ['PROCESSING → NEEDS_RECONCILIATION by reply'], reserved, 0],
  ['05', 'refuses our address', ['PROCESSING → BLOCKED_IP_WHITELIST by reply'], reserved, 0],
  ['06', 'leaves it open', [], reserved, 1],
  ['07', 'pays another amount', ['PROCESSING → NEEDS_ADMIN_ATTENTION by callback'], reserved, 1],
  [
    '08',
    'pays and takes it back',
    ['PROCESSING → SUCCESS by callback', 'SUCCESS → REVERSED by callback'],
    back,
    1,
  ],
  ['09', 'says paid and then failed', ['PROCESSING → SUCCESS by callback'], gone, 1],
  ['10', 'pays and its callback is lost', ['PROCESSING → SUCCESS by look_up'], gone, 1],
  ['11', 'tells it twice', ['PROCESSING → SUCCESS by callback'], gone, 1],
]

const banked = (last: string) => ({
  method: 'BANK_ACCOUNT',
  destination_code: 'CRDB',
  bank_name: 'CRDB Bank',
  bank_account_number: `10000000${last}`,
  destination_phone: undefined,
})

for (const [last, title, path, balance, taken] of plays) {
  test(`the network ${title}, to a phone and to an account alike`, async () => {
    for (const body of [{ destination_phone: `2557000001${last}` }, banked(last)]) {
      const till = await stage.openTill()
      const { id } = await till.submit(body)
      assert.equal(await stage.taken(referenceOf(id)), 0)
      assert.equal(inShort(await stage.desk.decide(id, 'approve')), '200')
      for (let round = 0; round < 3; round += 1) await stage.round()
      for (let round = 0; round < 3; round += 1) await stage.later()
      assert.deepEqual((await till.path(id)).slice(2), path)
      assert.deepEqual(await till.balance('live'), balanceOf(balance))
      assert.equal(await stage.taken(referenceOf(id)), taken)
    }
  })
}

test('once our address is known, the retried payout is taken in once and paid', async () => {
  const till = await stage.openTill()
  const { id } = await till.submit({ destination_phone: '255700000105' })
  await stage.desk.decide(id, 'approve')
  await stage.round()
  assert.equal(inShort(await stage.desk.decide(id, 'retry')), '200')
  for (let round = 0; round < 3; round += 1) await stage.round()
  assert.equal(await till.status(id), 'SUCCESS')
  assert.equal(await stage.taken(referenceOf(id)), 1)
})

test('what went over the wire is kept for support, with the key masked', async () => {
  const till = await stage.openTill()
  const { id } = await till.submit({ destination_phone: '255700000101' })
  await stage.desk.decide(id, 'approve')
  await stage.round()
  const { exchanges } = (await stage.desk.story(id)) as {
    exchanges: {
      kind: string
      request: { headers: Record<string, string>; body: { provider_reference: string } }
    }[]
  }
  const [sent] = exchanges
  assert.deepEqual(
    [sent?.kind, sent?.request.body.provider_reference, sent?.request.headers['X-Network-Key']],
    ['pay_out', referenceOf(id), '****'],
  )
})
