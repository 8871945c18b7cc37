import type { RiskKind } from '@malipo/contract'
import type { Database } from '../database/database.ts'
import { daysBefore } from '../primitives/clock.ts'
import { lowestIdAt } from '../primitives/id.ts'
import { textFromMinor } from '../primitives/money.ts'
import type { World } from '../world/world.ts'
import { type Applicable, applicable } from './compile-rules.ts'
import { gatherFacts } from './gather-facts.ts'
import { judgePayment } from './judge-payment.ts'
import type { Payment } from './payment.ts'
import { type RuleRow, ruleColumns, ruleFrom } from './read-rules.ts'
import type { Hit } from './rule.ts'
import { type Result, type SimulationRow, simulatedDays, simulationColumns } from './simulate-rules.ts'

/** Longer than a batch takes; whoever died is followed by somebody else, who begins anew. */
const leaseMs = 60_000
const usual = { mostPayments: 100_000, atOnce: 500, mostSamples: 50 }

type Running = { stopping?: AbortSignal; onError?(error: unknown): void }

/** Makes whatever is due, one after the other. */
export async function makeSimulations(
  world: World,
  { stopping, onError }: Running = {},
  limits = usual,
): Promise<number> {
  for (let made = 0; ; made += 1) {
    const wanted = stopping?.aborted ? undefined : await claim(world)
    if (wanted === undefined) return made
    try {
      const result = await simulate(world, wanted, limits, stopping)
      if (result !== null) await end(world, wanted, result)
    } catch (error) {
      onError?.(error)
      // It stays claimed, and is taken up again when its lease is over.
      return made
    }
  }
}

async function claim({ sql, clock }: World): Promise<SimulationRow | undefined> {
  const now = clock.now()
  const [claimed] = await sql<SimulationRow[]>`
    update risk_simulations set due_at = ${new Date(now.getTime() + leaseMs)}, lease = lease + 1
    where id = (select id from risk_simulations where due_at <= ${now} order by due_at limit 1 for update skip locked)
    returning ${simulationColumns}`
  return claimed
}

/** False where somebody else has taken it over. */
async function extend({ sql, clock }: World, { id, lease }: SimulationRow): Promise<boolean> {
  const until = new Date(clock.now().getTime() + leaseMs)
  return (
    (await sql`update risk_simulations set due_at = ${until} where id = ${id} and lease = ${lease}`).count ===
    1
  )
}

async function end({ sql, clock }: World, { id, lease }: SimulationRow, result: Result): Promise<void> {
  await sql`
    update risk_simulations set result = ${JSON.stringify(result)}::jsonb, completed_at = ${clock.now()}, due_at = null
    where id = ${id} and lease = ${lease}`
}

type Past = Payment & { status: string }

/** Newest first, by the same judge as live payments, each with what was known when it was asked for. Reads only. */
async function simulate(
  world: World,
  wanted: SimulationRow,
  { mostPayments, atOnce, mostSamples }: typeof usual,
  stopping?: AbortSignal,
): Promise<Result | null> {
  const { sql } = world
  const [row] = await sql<RuleRow[]>`
    select ${ruleColumns} from risk_rules where id = ${wanted.rule_id} and version = ${wanted.rule_version}`
  if (!row) throw new Error('The rule of a simulation is gone.')
  const rule = { ...ruleFrom(row), mode: 'on' as const }
  const rules = applicable([rule])
  if (rules === null) throw new Error('A rule is always applicable to itself.')
  const tally = newTally()
  let before: string | null = null
  for (;;) {
    if (stopping?.aborted || !(await extend(world, wanted))) return null
    const batch = await readPast(sql, wanted, row, before, atOnce)
    const room = mostPayments - tally.lookedAt
    await judgeAll(sql, rules, batch.slice(0, room), tally, mostSamples)
    before = batch.at(-1)?.id ?? before
    if (batch.length > room) return resultOf(tally, true)
    if (batch.length < atOnce) return resultOf(tally, false)
  }
}

type Tally = {
  lookedAt: number
  matches: number
  sums: Map<string, bigint>
  outcomes: Map<string, number>
  samples: Result['samples']
}

function newTally(): Tally {
  return { lookedAt: 0, matches: 0, sums: new Map(), outcomes: new Map(), samples: [] }
}

async function judgeAll(
  sql: Database,
  { rules, needs }: Applicable,
  past: readonly Past[],
  tally: Tally,
  mostSamples: number,
): Promise<void> {
  const facts = await gatherFacts(sql, needs, past, 'then')
  for (const [place, payment] of past.entries()) {
    tally.lookedAt += 1
    const [hit] = judgePayment(rules, facts[place] ?? {}).hits
    if (!hit) continue
    const { currency, amount, status } = payment
    tally.matches += 1
    tally.sums.set(currency, (tally.sums.get(currency) ?? 0n) + amount)
    tally.outcomes.set(status, (tally.outcomes.get(status) ?? 0) + 1)
    if (tally.samples.length < mostSamples) tally.samples.push(sampleOf(payment, hit))
  }
}

function sampleOf(payment: Past, { sentence }: Hit): Result['samples'][number] {
  return {
    kind: payment.kind === 'collections' ? 'collection' : 'withdrawal',
    payment_id: payment.id,
    merchant_id: payment.merchantId,
    at: payment.at.toISOString(),
    status: payment.status,
    amount: textFromMinor(payment.amount),
    currency: payment.currency,
    sentence,
  }
}

function resultOf({ lookedAt, matches, sums, outcomes, samples }: Tally, isTruncated: boolean): Result {
  return {
    looked_at: lookedAt,
    truncated: isTruncated,
    matches,
    sums: [...sums].map(([currency, amount]) => ({ currency, amount: textFromMinor(amount) })),
    outcomes: [...outcomes].map(([status, count]) => ({ status, count })),
    samples,
  }
}

type PastRow = Omit<Past, 'kind'>

async function readPast(
  sql: Database,
  { environment, created_at: asked }: SimulationRow,
  { applies_to: kind, merchant_id: merchantId }: Pick<RuleRow, 'applies_to' | 'merchant_id'>,
  before: string | null,
  atOnce: number,
): Promise<Past[]> {
  const since = daysBefore(asked, simulatedDays)
  const which = sql`environment = ${environment} and created_at > ${since} and id >= ${lowestIdAt(since.getTime())}
    and created_at <= ${asked} ${before === null ? sql`` : sql`and id < ${before}`}
    ${merchantId === null ? sql`` : sql`and merchant_id = ${merchantId}`} order by id desc limit ${atOnce}`
  const shared = sql`id, merchant_id as "merchantId", environment, created_at as at, amount, currency, method,
    api_key_id as "keyId", status`
  const rows =
    kind === 'collections'
      ? await sql<PastRow[]>`
          select ${shared}, customer_phone as person, null as "destinationCode", null as "nameMatch"
          from collections where ${which}`
      : await sql<PastRow[]>`
          select ${shared}, destination_identifier as person, destination_code as "destinationCode",
            name_check ->> 'match' as "nameMatch"
          from withdrawals where (kind = 'withdrawal' or directed) and ${which}`
  return rows.map((row) => ({ ...row, kind: kind satisfies RiskKind }))
}
