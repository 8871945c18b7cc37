import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Listed } from '../../src/providers/providers.ts'
import { planNights } from '../../src/reconciliation/reconciliation.ts'
import { howMuch, thoroughly } from '../how-thorough.ts'
import { assertBooksHold } from './money/books.ts'
import { dataOf } from './money/shop.ts'
import { chanceFrom, inTurns, type Market, openMarket } from './reconciliation/market.ts'
import { drawTraffic, type Sent, sendTraffic, turnAround } from './reconciliation/traffic.ts'

const seed = Number(process.env.RECONCILIATION_SEED ?? 7)
const many = howMuch({ test: 1_000, proveShort: 2_000, prove: 10_000 })
const chance = chanceFrom(seed)
const dayMs = 24 * 3_600_000

let market: Market
let sent: Sent[]
before(async () => {
  // Signed callbacks are believed, unsigned ones make us ask: a call more for each payment.
  market = await openMarket({ chance, signsCallbacks: !thoroughly })
})
after(() => market.close())

const differences = ['missing_there', 'missing_here', 'different_amount', 'different_state'] as const
type Run = Record<'status' | 'problem' | 'day', string | null> &
  Record<'lines' | 'matched' | 'still_open' | 'settled' | (typeof differences)[number], number>

/** The next night: whatever is to be reconciled then is, and the day on which all of it happened among it. */
async function reconcileAgain(): Promise<Run> {
  const { world, parts } = market.service
  await market.pass(dayMs)
  // As if something were open still: else nobody looks at a day again that was found in order.
  await world.sql`update reconciliations set still_open = 1 where lines > 0`
  await planNights(parts)
  await market.reconcile()
  const [run] = await world.sql<Run[]>`
    select day::text as day, status, problem, lines, matched, missing_there, missing_here, different_amount, different_state,
      still_open, settled
    from reconciliations where lines > 0 order by id desc limit 1`
  assert.equal(run?.status, 'done', run?.problem ?? 'nothing was reconciled')
  return run ?? assert.fail()
}

const differing = (run: Run) => Object.fromEntries(differences.map((kind) => [kind, run[kind]]))
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

test(`of ${many} transactions some are ambiguous, unheard of or contradictory: once settled as proposed, nothing differs`, async (t) => {
  const traffic = drawTraffic(many, chance)
  sent = await sendTraffic(market, traffic)
  market.gateway.faults.add({ fault: 'callback_lost', share: 0.3 })
  for (const ms of [1_000, 60_000, 1_200_000, 3_600_000, 3_600_000]) {
    await market.pass(ms)
    await market.work()
  }
  turnAround(
    market,
    sent.filter(({ kind }) => kind !== 'payout'),
  )
  const first = await reconcileAgain()
  assert.notDeepEqual(differing(first), nothing, 'the contradictions are found')
  const settled = await settleAsProposed()
  const second = await reconcileAgain()
  t.diagnostic(JSON.stringify({ seed, many, ...traffic.counts, first, settled, second }))
  assert.deepEqual(differing(second), nothing)
  assert.deepEqual(await openDiscrepancies(), [])
  await assertBooksHold(market.service.world)
})

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
  assert.deepEqual([differing(after), after.settled >= wanted.length], [nothing, true])
  market.plants.list = (line) => [line]
})
