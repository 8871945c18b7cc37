import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { dayAt } from '../../src/primitives/instant.ts'
import { minorFromText } from '../../src/primitives/money.ts'
import type { Listed } from '../../src/providers/providers.ts'
import { planNights } from '../../src/reconciliation/reconciliation.ts'
import { howMuch } from '../how-thorough.ts'
import { dataOf } from './money/shop.ts'
import { type Desk, openDesk } from './payouts/desk.ts'
import { chanceFrom, inTurns, type Market, openMarket } from './reconciliation/market.ts'
import { drawTraffic, paysMore, type Sent, sendTraffic, turnAround } from './reconciliation/traffic.ts'

const seed = Number(process.env.RECONCILIATION_SEED ?? 7)
const many = howMuch({ test: 300, proveShort: 1_000, prove: 10_000 })
const chance = chanceFrom(seed)
const dayMs = 24 * 3_600_000

let market: Market
/** Uploads statements. Whoever does may not book what only these tell of. */
let clerk: Desk
let day: string
let sent: Sent[]
before(async () => {
  market = await openMarket({ chance })
  clerk = await openDesk(market.service)
  day = dayAt(market.clock.now())
})
after(() => market.close())

const differences = ['missing_there', 'missing_here', 'different_amount', 'different_state'] as const
type Counts = Record<'lines' | 'matched' | 'still_open' | 'settled' | (typeof differences)[number], number>
type Run = {
  id: string
  status: string
  problem: string | null
  counts: Counts
  float: Record<string, string | null>
}

/** The next night: whatever is to be reconciled then is, and the day on which all of it happened among it. */
async function reconcileAgain(): Promise<Run> {
  const { world, parts } = market.service
  await market.pass(dayMs)
  // As if something were open still: else nobody looks at a day again that was found in order.
  await world.sql`update reconciliations set still_open = 1 where lines > 0`
  await planNights(parts)
  await market.reconcile()
  const runs = dataOf(await market.desk.call(`/v1/admin/reconciliations?day=${day}`)).items as Run[]
  return isDone(runs[0])
}

/** The same by the statement that the gateway writes of that day, which has payouts too. */
async function reconcileByStatement(): Promise<Run> {
  const statement = await (await fetch(`${market.gateway.url}/_statement?day=${day}`)).text()
  const body = { provider: 'selcom', day, statement, format: 'gateway' }
  const asked = dataOf(await clerk.call('/v1/admin/reconciliations', 'live', { body }))
  await market.reconcile()
  return isDone(dataOf(await market.desk.call(`/v1/admin/reconciliations/${asked.id}`)) as Run)
}

function isDone(run: Run | undefined): Run {
  assert.equal(run?.status, 'done', run?.problem ?? 'nothing was reconciled')
  return run ?? assert.fail()
}

const differing = ({ counts }: Run) => Object.fromEntries(differences.map((kind) => [kind, counts[kind]]))
const nothing = Object.fromEntries(differences.map((kind) => [kind, 0]))

type Open = { id: string; kind: string; theirs: string; proposal: { action: string } | null }

async function openDiscrepancies(): Promise<Open[]> {
  const answer = await market.desk.call('/v1/admin/discrepancies?status=open&page_size=100')
  return dataOf(answer).items as Open[]
}

/** What a Super Admin does who follows every proposal. */
async function settleAsProposed(): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (;;) {
    const open = await openDiscrepancies()
    if (open.length === 0) return counts
    await inTurns(open, 10, async ({ id, kind, proposal }) => {
      assert.ok(proposal, `nobody proposed what to do about ${kind}`)
      const { action } = proposal
      counts[`${kind} ${action}`] = (counts[`${kind} ${action}`] ?? 0) + 1
      const settled = await market.desk.settle(id, { action, note: 'As proposed.' })
      assert.equal(settled.status, 200, JSON.stringify(settled.body))
    })
  }
}

/** Payouts that wait for a person are decided by what the statement has of them. */
async function resolvePayOuts({ id }: Run): Promise<Record<string, number>> {
  const path = `/v1/admin/reconciliations/${id}/findings?kind=still_open&page_size=100`
  const open = dataOf(await market.desk.call(path)).items as {
    withdrawal_id: string | null
    theirs: string
  }[]
  const counts: Record<string, number> = {}
  for (const { withdrawal_id: payout, theirs } of open) {
    if (payout === null) continue
    const outcome = theirs === 'nothing' ? 'FAILED' : 'SUCCESS'
    counts[outcome] = (counts[outcome] ?? 0) + 1
    const resolved = await market.desk.decide(payout, 'resolve', {
      outcome,
      note: `The statement has ${theirs}.`,
    })
    assert.equal(resolved.status, 200, JSON.stringify(resolved.body))
  }
  return counts
}

test(`of ${many} transactions some are ambiguous, unheard of or contradictory: once settled as proposed, nothing differs`, async (t) => {
  const topUp = { provider: 'selcom', amount: '100000000.00', reference: 'FT-1', paid_on: day }
  assert.equal((await market.desk.call('/v1/admin/float-top-ups', 'live', { body: topUp })).status, 200)
  const traffic = drawTraffic(many, chance)
  sent = await sendTraffic(market, traffic)
  market.gateway.faults.add({ fault: 'callback_lost', share: 0.3 })
  for (const ms of [1_000, 60_000, 1_200_000, 3_600_000, 3_600_000]) {
    await market.pass(ms)
    await market.work()
  }
  turnAround(market, sent)
  const first = [await reconcileAgain(), await reconcileByStatement()]
  for (const run of first) assert.notDeepEqual(differing(run), nothing, 'the contradictions are found')
  const settled = await settleAsProposed()
  const resolved = await resolvePayOuts(await reconcileByStatement())
  const last = [await reconcileAgain(), await reconcileByStatement()]
  t.diagnostic(
    JSON.stringify({
      ...{ seed, many, ...traffic.counts, callbacks: market.told() },
      ...{
        first: first.map(({ counts }) => counts),
        settled,
        resolved,
        last: last.map(({ counts }) => counts),
      },
    }),
  )
  for (const run of last) assert.deepEqual(differing(run), nothing)
  assert.deepEqual(await openDiscrepancies(), [])
  await market.assertBooksHold()
  await assertNothingDoubled()
  // What the provider thinks again about moves nothing of its float, and it is told as it is.
  const turned = (state: string) => sent.filter((one) => one.kind === 'payout' && one.turn === state).length
  const [, { float }] = last as [Run, Run]
  const difference = minorFromText(float.told ?? '') ?? 0n
  assert.equal(
    difference - (minorFromText(float.booked ?? '') ?? 0n),
    100_000n * BigInt(turned('paid') - turned('reversed')),
  )
})

/** Seen without any of what reconciles: the book over there, the calls that were made, and our rows. */
async function assertNothingDoubled(): Promise<void> {
  const { gateway, service } = market
  const payouts = gateway.calls
    .filter(({ call }) => call === 'walletcashin')
    .map(({ body }) => JSON.parse(body).transid)
  assert.equal(new Set(payouts).size, payouts.length, 'no payout was sent twice')
  const here = await service.world.sql<{ reference: string }[]>`
    select provider_reference as reference from collections where status = 'successful'
    union all select provider_reference from withdrawals where status = 'SUCCESS'`
  // Who paid another amount is a matter of people, and not paid here.
  const mispaid = new Set(sent.filter(({ party }) => party === paysMore).map(({ reference }) => reference))
  const there = gateway.book
    .all()
    .filter(({ state, reference }) => state === 'paid' && !mispaid.has(reference))
  const [ours = [], theirs = []] = [here, there].map((side) => side.map(({ reference }) => reference))
  assert.deepEqual(ours.sort(), theirs.sort())
}

/** What is made of the list of a provider, and what must be said of it then. */
const plants: Record<
  string,
  { plant(line: Listed): Listed[]; found: (typeof differences)[number]; theirs: string }
> = {
  'a line that is gone': { plant: () => [], found: 'missing_there', theirs: 'nothing' },
  'another amount': {
    plant: (line) => [
      withOutcome(line, {
        kind: 'succeeded',
        providerStatus: 'COMPLETED',
        paid: { amount: 150_100n, currency: 'TZS' },
      }),
    ],
    found: 'different_amount',
    theirs: 'paid TZS 1501.00',
  },
  'a line twice': { plant: (line) => [line, line], found: 'different_amount', theirs: 'paid TZS 3000.00' },
  'another state': {
    plant: (line) => [
      withOutcome(line, {
        kind: 'failed',
        providerStatus: 'REJECTED',
        reason: 'refused',
        providerMessage: 'no',
      }),
    ],
    found: 'different_state',
    theirs: 'failed',
  },
  'a reference of somebody else': {
    plant: (line) => [line, { ...line, reference: 'SOMEBODY-ELSE' }],
    found: 'missing_here',
    theirs: 'paid TZS 1500.00',
  },
}

const withOutcome = (line: Listed, outcome: Listed['outcome']): Listed => ({ ...line, outcome })

test('each difference that is planted in the list is found once, however often it is reconciled, and never again once settled', async () => {
  const paid = sent.filter(
    ({ kind, fault, turn, party }) =>
      kind === 'code' && fault === null && turn === null && party.startsWith('255754'),
  )
  const wanted = Object.entries(plants).map(([name, plant], place) => ({
    name,
    ...plant,
    reference: paid[place * 3]?.reference ?? assert.fail('too few are paid'),
  }))
  market.plants.list = (line) =>
    wanted.find(({ reference }) => reference === line.reference)?.plant(line) ?? [line]
  for (const _ of ['once', 'again']) {
    const run = await reconcileAgain()
    const expected = Map.groupBy(wanted, ({ found }) => found)
    assert.deepEqual(
      differing(run),
      Object.fromEntries(differences.map((kind) => [kind, expected.get(kind)?.length ?? 0])),
    )
    const open = await openDiscrepancies()
    assert.deepEqual(
      open
        .map(
          ({ kind, theirs, proposal }) =>
            `${kind.replace('unknown_reference', 'missing_here')} ${theirs} ${proposal?.action}`,
        )
        .sort(),
      wanted.map(({ found, theirs }) => `${found} ${theirs} keep_ours`).sort(),
    )
  }
  await settleAsProposed()
  const after = await reconcileAgain()
  assert.deepEqual([differing(after), after.counts.settled >= wanted.length], [nothing, true])
  market.plants.list = (line) => [line]
})
