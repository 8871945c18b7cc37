import { hash } from 'node:crypto'
import type { RiskSubject } from '@malipo/contract'
import type { Transaction } from '../database/database.ts'
import { Refusal } from '../primitives/refusal.ts'
import type { World } from '../world/world.ts'
import type { Applicable, Needs } from './compile-rules.ts'
import { fieldNamed } from './fields.ts'
import { gatherFacts, type Seen } from './gather-facts.ts'
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

/** Judges one payment. Waits for whoever counts the same: of two who ask at once for the last that is allowed, one gets it. */
export async function vetPayment(tx: Transaction, asked: Asked): Promise<Judgement> {
  await holdCounted(tx, [asked], 'wait')
  const vetted = (await judgeHeld(tx, [asked])).get(asked.payment)
  if (!vetted) throw new Error('A payment was not judged.')
  return vetted.judgement
}

/** Judges payments whose counts the caller holds, one after the other, each with those before it that may go on. */
export async function judgeHeld(
  tx: Transaction,
  asked: readonly Asked[],
): Promise<Map<Payment, { judgement: Judgement }>> {
  return judgeInTurn(asked, await factsOf(tx, asked))
}

/** What becomes of each, with those of others that count beside it. Others make nobody known: who asked first is not said by when each was read. */
export function judgeInTurn(
  asked: readonly Asked[],
  facts: ReadonlyMap<Payment, Facts>,
  others: readonly Payment[] = [],
): Map<Payment, { judgement: Judgement }> {
  const [beside, before]: [Earlier, Earlier] = [new Map(), new Map()]
  for (const payment of others) note(payment, beside)
  return new Map(
    asked.map(({ payment, applicable }) => {
      const known = withEarlier(facts.get(payment) ?? factsAtOnce(payment), payment, before, beside)
      const judgement = judgePayment(applicable.rules, known)
      if (judgement.action !== 'block') note(payment, before)
      return [payment, { judgement }]
    }),
  )
}

type Tally = { count: number; sum: bigint }
type Earlier = Map<string, Tally>

const subjects: readonly RiskSubject[] = ['payer', 'recipient', 'key', 'merchant']

/** What is counted of a payment, by name: whoever decides by it waits for whoever else does. */
export function countedNames({ payment, applicable: { needs } }: Asked): string[] {
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

/** Holds what is counted of them until the commit, and tells of each whether it does: `try` leaves out what another holds. */
export async function holdCounted(
  tx: Transaction,
  asked: readonly Asked[],
  how: 'try' | 'wait',
): Promise<(one: Asked) => boolean> {
  const named = new Map(asked.map((one) => [one, countedNames(one)]))
  // In their order, so that no two wait for each other in a circle.
  const names = [...new Set([...named.values()].flat())].sort()
  if (names.length === 0) return () => true
  if (how === 'wait') {
    await tx`
      select pg_advisory_xact_lock(hashtextextended('risk ' || name, 0)) from unnest(${names}::text[]) as n (name)`
    return () => true
  }
  const held = await tx<{ name: string; is_ours: boolean }[]>`
    select name, pg_try_advisory_xact_lock(hashtextextended('risk ' || name, 0)) as is_ours
    from unnest(${names}::text[]) as n (name)`
  const ours = new Set(held.filter(({ is_ours: isOurs }) => isOurs).map(({ name }) => name))
  return (one) => (named.get(one) ?? []).every((name) => ours.has(name))
}

/** Those with the same rules are read about together. */
export async function factsOf(
  tx: Transaction,
  asked: readonly Asked[],
  seen: Seen = 'now',
): Promise<Map<Payment, Facts>> {
  const known = new Map<Payment, Facts>()
  for (const [needs, some] of Map.groupBy(asked, ({ applicable }): Needs => applicable.needs)) {
    const payments = some.map(({ payment }) => payment)
    const facts = await gatherFacts(tx, needs, payments, seen)
    for (const [place, payment] of payments.entries()) known.set(payment, facts[place] ?? {})
  }
  return known
}

/** What was asked for in the same breath and goes on counts, too. */
function withEarlier(facts: Facts, payment: Payment, before: Earlier, beside: Earlier): Facts {
  const added = { ...facts }
  for (const subject of subjects) {
    const name = subjectName(payment, subject)
    if (name === null) continue
    const counted = sumOf([before.get(name), beside.get(name)])
    const money = sumOf([before.get(inCurrency(name, payment)), beside.get(inCurrency(name, payment))])
    for (const field of Object.keys(facts) as (keyof Facts)[]) {
      if (field === 'hold_threshold' || !field.startsWith(`${subject}_`)) continue
      const fact = facts[field]
      const what = fieldNamed(field).measured?.what
      if (what === 'count' && typeof fact === 'number') added[field] = fact + counted.count
      if (what === 'sum' && typeof fact === 'bigint') added[field] = fact + money.sum
      if (field.endsWith('_new') && before.has(name)) added[field] = false
    }
  }
  return added
}

const inCurrency = (name: string, { currency }: Payment) => `${name} ${currency}`

function sumOf(some: readonly (Tally | undefined)[]): Tally {
  return some.reduce<Tally>(
    (all, one) => ({ count: all.count + (one?.count ?? 0), sum: all.sum + (one?.sum ?? 0n) }),
    { count: 0, sum: 0n },
  )
}

function note(payment: Payment, before: Earlier): void {
  for (const subject of subjects) {
    const name = subjectName(payment, subject)
    if (name === null) continue
    for (const key of [name, inCurrency(name, payment)]) {
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

/** A payout that is asked for alone: blocked, or which rule wants a second person to approve it. */
export async function vetPayout(
  tx: Transaction,
  world: Pick<World, 'clock' | 'newId'>,
  payment: Payment,
): Promise<string | null> {
  const applicable = (await readPlan(tx)).atRequest(payment.kind, payment.merchantId)
  if (applicable === null) return null
  const judgement = await vetPayment(tx, { payment, applicable })
  const isBlocked = judgement.action === 'block'
  const hits = keptHits(world, payment, judgement, isBlocked ? null : payment.id)
  if (isBlocked) throw new RiskBlocked(hits)
  await keepHits(tx, hits)
  return hits.find(({ outcome }) => outcome === 'held')?.id ?? null
}
