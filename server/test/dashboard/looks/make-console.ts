import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { watchCauses } from '../../../src/alerts/watch-causes.ts'
import { keepBooks } from '../../../src/books/keep-books.ts'
import { dayAt } from '../../../src/primitives/instant.ts'
import type { Reply, Service } from '../../service.ts'
import { declined, type OwnProvider, succeeded, workOnce } from '../../stories/money/own-provider.ts'
import { dataOf, type Fields } from '../../stories/money/shop.ts'
import { openDesk } from '../../stories/payouts/desk.ts'
import { reversed } from '../../stories/payouts/stage.ts'
import { openTill, type Till } from '../../stories/payouts/till.ts'
import { until } from '../../test-clusters.ts'

type Stage = { service: Service; till: Till; provider: OwnProvider }
type Desk = Awaited<ReturnType<typeof openDesk>>

/** What Super Admins look at beside the money of one business: providers, statements, prices, what is stuck, what was found out. */
export async function makeConsole(stage: Stage) {
  const desk = await openDesk(stage.service)
  await makeStuck(stage)
  const letterId = await makeDeadLetter(stage, desk)
  const ruleId = await makeRules(stage, desk)
  await standProviders(desk)
  await setPrices(stage, desk)
  const runId = await reconcile(desk)
  await keepBooksRed(stage.service)
  await tellAlerts(stage.service, desk)
  return { letterId, ruleId, runId, name: 'own', nobodysId: randomUUID() }
}

function good({ status, body }: Reply): Fields {
  assert.ok(status < 300, `${status} ${JSON.stringify(body)}`)
  return body.data
}

/** A payment that no balance can hold waits until there is room for it. */
async function makeStuck({ service, provider }: Stage): Promise<void> {
  const full = await openTill(service, 999_999_999_999_000n)
  const pending = provider.script.collect
  provider.script.collect = () => succeeded()
  const { id } = await full.push({}, { key: full.liveKey })
  const { sql } = service.world
  await until(async () => (await sql`select from quarantine where subject_id = ${String(id)}`).length > 0)
  provider.script.collect = pending
}

/** What a provider says of a payout, signed, about what is a payment. */
async function makeDeadLetter({ service, till, provider }: Stage, desk: Desk): Promise<string> {
  const { provider_reference: reference } = await till.push({}, { key: till.liveKey })
  await workOnce(service)
  await provider.tell(service, reference, reversed, { about: 'disbursement' })
  const [letter] = dataOf(await desk.call('/v1/admin/dead-letters?status=open')).items as Fields[]
  await provider.tell(service, reference, declined)
  return String(letter?.id ?? assert.fail('there is no dead letter'))
}

/** One that was changed since, and has met a payment; and a number that it asks for. */
async function makeRules({ till }: Stage, desk: Desk): Promise<string> {
  const wish = {
    ...{ name: 'Large ones', applies_to: 'collections', merchant_id: till.merchantId, action: 'review' },
    when: { field: 'amount', is: 'more_than', value: '900000' },
  }
  const made = good(await desk.call('/v1/admin/risk-rules', 'live', { body: { ...wish, mode: 'off' } }))
  const path = `/v1/admin/risk-rules/${made.id}`
  good(await desk.call(path, 'live', { method: 'PUT', body: { ...wish, mode: 'watch' } }))
  await till.push({ amount: '950000.00' }, { key: till.liveKey })
  const entry = { method: 'PUT', body: { note: 'For the weekend' } }
  good(await desk.call('/v1/admin/risk-lists/stolen-phones/0713777777', 'live', entry))
  return String(made.id)
}

async function standProviders(desk: Desk): Promise<void> {
  const topUp = (amount: string, note?: string) => ({
    provider: 'own',
    ...{ amount, reference: `FT-${randomUUID().slice(0, 8)}`, paid_on: dayAt(new Date()), note },
  })
  good(await desk.call('/v1/admin/float-top-ups', 'live', { body: topUp('5000000.00', 'For the weekend') }))
  const wrong = good(await desk.call('/v1/admin/float-top-ups', 'live', { body: topUp('700000.00') }))
  const body = { note: 'Typed twice' }
  good(await desk.call(`/v1/admin/float-top-ups/${wrong.id}/reverse`, 'live', { body }))
  const route = { method: 'PUT', body: { method: 'USSD_PUSH', providers: ['own'] } }
  good(await desk.call('/v1/admin/provider-routes', 'live', route))
  const mapping = {
    ...{ reference: 'Receipt', amount: 'Paid In', state: 'Status', time: 'Completed', decimal_mark: '.' },
    states: [{ word: 'Completed', state: 'paid' }],
  }
  good(await desk.call('/v1/admin/statement-mappings/own', 'live', { method: 'PUT', body: mapping }))
}

async function setPrices({ till }: Stage, desk: Desk): Promise<void> {
  const path = `/v1/admin/merchants/${till.merchantId}/pricing-rules/COLLECTION`
  for (const [label, percentage] of [
    ['Opening price', '1'],
    ['Two and a half percent', '2.5'],
  ])
    good(await desk.call(path, 'live', { method: 'PUT', body: { label, percentage } }))
}

/** Two days of one provider: one that agrees, and one of which their statement tells what we never had. */
async function reconcile(desk: Desk): Promise<string> {
  const run = async (daysAgo: number, lines: string) => {
    const day = dayAt(new Date(Date.now() - daysAgo * 86_400_000))
    const statement = `time,reference,kind,amount,currency,state\r\n${lines.replaceAll('DAY', day)}`
    const body = { provider: 'own', day, format: 'gateway', statement }
    const { id } = good(await desk.call('/v1/admin/reconciliations', 'live', { body }))
    const path = `/v1/admin/reconciliations/${id}`
    await until(async () => dataOf(await desk.call(path)).status !== 'waiting')
    return String(id)
  }
  const line = (reference: string, amount: string) =>
    `DAY 12:00:00,${reference},collection,${amount},TZS,paid\r\n`
  const extra = () => `MLP${randomUUID().replaceAll('-', '').toUpperCase()}`
  await run(3, '')
  return await run(2, line(extra(), '5000.00') + line(extra(), '1250000.00'))
}

/** All that was checked, and one that does not hold, as nobody may ever see it outside of pictures. */
async function keepBooksRed({ world }: Service): Promise<void> {
  await keepBooks({ world, everyMs: 0 })
  const now = world.clock.now()
  await world.sql`
    update book_checks set holds = false, red_since = ${now}, details = 'account TZS available of Mama Asha Shop is 25000.00, its entries add up to 24000.00'
    where name = (select min(name) from book_checks)`
}

/** One that is over, one that somebody has read, and those that are news. */
async function tellAlerts({ world }: Service, desk: Desk): Promise<void> {
  const watch = async () => {
    await world.sql`update alert_watch set watched_at = '1970-01-01Z'`
    await watchCauses({ world, tooLongMs: 0, booksEveryMs: 3_600_000 })
  }
  good(await desk.call('/v1/admin/providers/own/drain', 'live', { body: { note: 'They move tonight.' } }))
  await watch()
  good(await desk.call('/v1/admin/providers/own/resume', 'live', { body: { note: 'They have moved.' } }))
  await watch()
}
