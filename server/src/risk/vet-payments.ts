import { hash } from 'node:crypto'
import type { RiskSubject } from '@malipo/contract'
import type { Transaction } from '../database/database.ts'
import { Refusal } from '../primitives/refusal.ts'
import type { World } from '../world/world.ts'
import type { Applicable, Needs } from './compile-rules.ts'
import { fieldNamed } from './fields.ts'
import { gatherFacts } from './gather-facts.ts'
import { type Judgement, judgePayment } from './judge-payment.ts'
import { type KeptHit, keepHits, keptHits } from './keep-hits.ts'
import { factsAtOnce, type Payment, subjectName } from './payment.ts'
import { readPlan } from './read-rules.ts'
import type { Facts } from './rule.ts'

/** A rule speaks against a payment: nothing is made of it, and what was met is kept once all that was begun is rolled back. */
export class RiskBlocked extends Refusal {
  readonly hits: readonly KeptHit[]

  constructor(hits: readonly KeptHit[]) {
    super('risk_blocked')
    this.hits = hits
  }
}

/** Does what may be blocked, and keeps why it was: the transaction that it was found out in is gone then. */
export async function keepingBlocked<Result>(
  { sql }: Pick<World, 'sql'>,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof RiskBlocked) await keepHits(sql, error.hits)
    throw error
  }
}

/** Payments that are asked for together, with the rules for them. */
export type Asked = { payment: Payment; applicable: Applicable }
/** What became of one; null where somebody else is just counting the same payments. */
export type Vetted = { judgement: Judgement } | null

/**
 * Judges payments one after the other, each with those before it that may go on: of two who ask at once for the last that is allowed,
 * one gets it. Whoever counts holds the name of what is counted until the commit; `try` leaves out those whose name another holds.
 */
export async function vetPayments(
  tx: Transaction,
  asked: readonly Asked[],
  how: 'try' | 'wait',
): Promise<Vetted[]> {
  const names = asked.map(countedNames)
  const isFree = await holdNames(tx, [...new Set(names.flat())].sort(), how)
  const free = asked.map((_, place) => (names[place] ?? []).every(isFree))
  const facts = await factsOf(
    tx,
    asked.filter((_, place) => free[place]),
  )
  const before = new Map<string, { count: number; sum: bigint }>()
  return asked.map(({ payment, applicable }, place) => {
    if (!free[place]) return null
    const known = withEarlier(facts.get(payment) ?? factsAtOnce(payment), payment, before)
    const judgement = judgePayment(applicable.rules, known)
    if (judgement.action !== 'block') note(payment, before)
    return { judgement }
  })
}

const subjects: readonly RiskSubject[] = ['payer', 'recipient', 'key', 'merchant']

/** What is counted of a payment, by name: whoever decides by it waits for whoever else does. */
function countedNames({ payment, applicable: { needs } }: Asked): string[] {
  const counted = new Set<RiskSubject>(needs.measures.map(({ subject }) => subject))
  if (needs.firstSeen) counted.add(payment.kind === 'collections' ? 'payer' : 'recipient')
  return [...counted].flatMap((subject) => {
    const name = subjectName(payment, subject)
    if (name === null) return []
    return subject === 'recipient' ? `some of ${payment.merchantId} ${partOf(name)}` : name
  })
}

/** A batch has thousands of recipients, and the server has room for so many locks of all: those of a merchant share these. */
const partsOfRecipients = 64

function partOf(name: string): number {
  return (hash('sha256', name, 'buffer')[0] ?? 0) % partsOfRecipients
}

async function holdNames(
  tx: Transaction,
  names: string[],
  how: 'try' | 'wait',
): Promise<(name: string) => boolean> {
  if (names.length === 0) return () => true
  if (how === 'wait') {
    // In their order, so that no two wait for each other in a circle.
    await tx`
      select pg_advisory_xact_lock(hashtextextended('risk ' || name, 0)) from unnest(${names}::text[]) as n (name)`
    return () => true
  }
  const held = await tx<{ name: string; is_ours: boolean }[]>`
    select name, pg_try_advisory_xact_lock(hashtextextended('risk ' || name, 0)) as is_ours
    from unnest(${names}::text[]) as n (name)`
  const ours = new Set(held.filter(({ is_ours: isOurs }) => isOurs).map(({ name }) => name))
  return (name) => ours.has(name)
}

/** Those with the same rules are read about together. */
async function factsOf(tx: Transaction, asked: readonly Asked[]): Promise<Map<Payment, Facts>> {
  const known = new Map<Payment, Facts>()
  for (const [needs, some] of Map.groupBy(asked, ({ applicable }): Needs => applicable.needs)) {
    const payments = some.map(({ payment }) => payment)
    const facts = await gatherFacts(tx, needs, payments, 'now')
    for (const [place, payment] of payments.entries()) known.set(payment, facts[place] ?? {})
  }
  return known
}

/** What was asked for in the same breath and goes on counts, too. */
function withEarlier(
  facts: Facts,
  payment: Payment,
  before: ReadonlyMap<string, { count: number; sum: bigint }>,
): Facts {
  const added = { ...facts }
  for (const subject of subjects) {
    const name = subjectName(payment, subject)
    const earlier = name === null ? undefined : before.get(`${name} ${payment.currency}`)
    const others = name === null ? undefined : before.get(name)
    for (const field of Object.keys(facts) as (keyof Facts)[]) {
      if (field === 'hold_threshold' || !field.startsWith(`${subject}_`)) continue
      const fact = facts[field]
      const what = fieldNamed(field).measured?.what
      if (what === 'count' && typeof fact === 'number') added[field] = fact + (others?.count ?? 0)
      if (what === 'sum' && typeof fact === 'bigint') added[field] = fact + (earlier?.sum ?? 0n)
      if (field.endsWith('_new') && others) added[field] = false
    }
  }
  return added
}

function note(payment: Payment, before: Map<string, { count: number; sum: bigint }>): void {
  for (const subject of subjects) {
    const name = subjectName(payment, subject)
    if (name === null) continue
    for (const key of [name, `${name} ${payment.currency}`]) {
      const { count, sum } = before.get(key) ?? { count: 0, sum: 0n }
      before.set(key, { count: count + 1, sum: sum + payment.amount })
    }
  }
}

/** Whether rules can be judged by what a payment says of itself, and none is met: then nothing more is asked. */
export function isClear({ payment, applicable }: Asked): boolean {
  if (!applicable.readsNothing) return false
  return judgePayment(applicable.rules, factsAtOnce(payment)).hits.length === 0
}

/**
 * Payouts that are asked for in one transaction: blocked together if one of them is. Answers which rule wants a second person to approve
 * each, by its place.
 */
export async function vetPayouts(
  tx: Transaction,
  world: Pick<World, 'clock' | 'newId'>,
  payments: readonly Payment[],
): Promise<(string | null)[]> {
  const plan = await readPlan(tx)
  const asked = payments.flatMap((payment) => {
    const applicable = plan.atRequest(payment.kind, payment.merchantId)
    return applicable === null ? [] : [{ payment, applicable }]
  })
  if (asked.length === 0) return payments.map(() => null)
  const vetted = await vetPayments(tx, asked, 'wait')
  const judged = new Map(asked.map(({ payment }, place) => [payment, vetted[place]?.judgement]))
  const isBlocked = [...judged.values()].some((judgement) => judgement?.action === 'block')
  const hits = [...judged].flatMap(([payment, judgement]) =>
    judgement ? keptHits(world, payment, judgement, isBlocked ? null : payment.id) : [],
  )
  if (isBlocked) throw new RiskBlocked(payments.length === 1 ? hits : oneOfEachRule(hits))
  await keepHits(tx, hits)
  return payments.map(
    ({ id }) => hits.find((hit) => hit.payment_id === id && hit.outcome === 'held')?.id ?? null,
  )
}

/** A batch may be asked for again and again, and none of its rows is ever made: each rule tells of one that it refused, and how many it met. */
function oneOfEachRule(hits: readonly KeptHit[]): KeptHit[] {
  const met = Map.groupBy(hits, ({ rule_id: ruleId }) => ruleId)
  return [...met.values()].flatMap((some) => {
    const one = some.find(({ outcome }) => outcome === 'blocked') ?? some[0]
    return one ? [{ ...one, facts: [...one.facts, { field: 'rows', value: String(some.length) }] }] : []
  })
}
