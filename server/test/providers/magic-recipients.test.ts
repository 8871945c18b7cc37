import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Environment } from '@malipo/contract'
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

type Expected = {
  promise: string
  /** What the first attempt is answered; accepted unless said. */
  answered?: string
  /** What a look-up says right after that. */
  seen?: string
  /** What a look-up says in the end. */
  found: Record<string, unknown>
  /** What callbacks say, in order. */
  told: string[]
}

const recipients: Record<string, Expected> = {
  '01': { promise: 'is paid', found: paid, told: ['succeeded'] },
  '02': {
    promise: 'is refused',
    found: { kind: 'failed', providerStatus: 'REJECTED', reason: 'refused' },
    told: ['failed'],
  },
  '03': { promise: 'is paid, and nobody says so', answered: 'unknown', found: paid, told: ['succeeded'] },
  '04': {
    promise: 'is never heard of',
    answered: 'unknown',
    seen: 'never_seen',
    found: { kind: 'never_seen' },
    told: [],
  },
  '05': {
    promise: 'is not reached from our address',
    answered: 'blocked',
    seen: 'never_seen',
    found: { kind: 'never_seen' },
    told: [],
  },
  '06': { promise: 'stays open for ever', found: accepted, told: [] },
  '07': {
    promise: 'is paid another amount',
    found: { ...paid, paid: { amount: 150_100n, currency: 'TZS' } },
    told: ['succeeded'],
  },
  '08': {
    promise: 'is paid and reversed',
    found: { kind: 'reversed', providerStatus: 'REVERSED' },
    told: ['succeeded', 'reversed'],
  },
  '09': { promise: 'is paid and contradicted', found: paid, told: ['succeeded', 'failed'] },
  '10': { promise: 'is paid and nobody is told', found: paid, told: [] },
  '11': { promise: 'is paid and told twice', found: paid, told: ['succeeded', 'succeeded'] },
  '12': { promise: 'declines', found: { kind: 'failed', reason: 'declined' }, told: ['failed'] },
  '13': { promise: 'lets it run out', found: { kind: 'failed', reason: 'expired' }, told: ['failed'] },
  '14': { promise: 'is nobody', found: { kind: 'failed', reason: 'invalid_number' }, told: ['failed'] },
  '15': { promise: 'has a limit', found: { kind: 'failed', reason: 'limit' }, told: ['failed'] },
}

const providerOf = (environment: Environment) =>
  environment === 'live' ? stage.network.liveProvider : stage.network.sandboxProvider

function to(last: string, wish: Partial<StagePayOut> = {}): StagePayOut {
  const identifier = wish.method === 'BANK_ACCOUNT' ? `10000000${last}` : `2557000001${last}`
  return stage.payOut({ merchantId, identifier, ...wish })
}

function bare({ exchange: _, ...rest }: PayOutLookedUp) {
  return rest
}

for (const environment of ['live', 'sandbox'] as Environment[]) {
  for (const method of ['MOBILE_MONEY', 'BANK_ACCOUNT'] as const) {
    describe(`recipients that choose how a payout ends, ${method} in ${environment}`, () => {
      for (const [last, expected] of Object.entries(recipients)) {
        test(`${last} ${expected.promise}`, () => playsAs(last, expected, { environment, method }))
      }
    })
  }
}

async function playsAs(
  last: string,
  { answered = 'pending', seen = 'pending', found, told }: Expected,
  wish: Pick<StagePayOut, 'environment' | 'method'>,
): Promise<void> {
  const provider = providerOf(wish.environment)
  const order = to(last, wish)
  const answer = await provider.payOut(order)
  assert.equal(answer.kind, answered)
  if (answer.kind === 'pending') assert.deepEqual(bare(answer), accepted)
  await stage.pass(200)
  assert.equal((await provider.lookUpPayOut(order)).kind, seen)
  assert.deepEqual(stage.told(order.reference), [])
  await stage.pass(500)
  const looked = bare(await provider.lookUpPayOut(order))
  assert.deepEqual(looked, { ...looked, ...found })
  const heard = stage.told(order.reference)
  assert.deepEqual(
    heard.map(({ outcome }) => outcome.kind),
    told,
  )
  assert.ok(heard.every(({ about, isGenuine }) => about === 'disbursement' && isGenuine))
  // What is told agrees with what is found, unless it is meant to contradict.
  if (heard.length > 0 && last !== '09') assert.deepEqual(heard.at(-1)?.outcome, looked)
}

test('06 is open after a year', async () => {
  const order = to('06')
  await stage.network.sandboxProvider.payOut(order)
  stage.jump(365 * 24 * 3_600_000)
  await stage.pass(0)
  assert.deepEqual(bare(await stage.network.sandboxProvider.lookUpPayOut(order)), accepted)
})

test('a callback that comes twice is one event; a reversal and a contradiction are others', async () => {
  const { liveProvider } = stage.network
  const events: Record<string, number> = {}
  for (const last of ['08', '09', '11']) {
    const order = to(last, { environment: 'live' })
    await liveProvider.payOut(order)
    await stage.pass(800)
    events[last] = new Set(stage.told(order.reference).map(({ eventId }) => eventId)).size
  }
  assert.deepEqual(events, { '08': 2, '09': 2, '11': 1 })
})
