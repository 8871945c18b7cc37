import type { Outcome } from '../../../../src/providers/providers.ts'
import { genuine, providerBytes } from '../../kernel/callback-bytes.ts'
import { knownPayments } from '../known.ts'
import { outcomeOf, type Payment, pay } from '../scripted-provider.ts'
import type { Stage } from '../stage.ts'

/** Customers pay, decline, pay otherwise than asked; providers take money back. Each owes us a callback then. */
export function customersAct(stage: Stage): void {
  const { chance } = stage
  const waiting = knownPayments(stage, 'waiting')
  for (let left = 1 + chance.below(3); left > 0 && waiting.length > 0; left -= 1) {
    const [payment] = waiting.splice(chance.below(waiting.length), 1)
    if (payment) customerActs(stage, payment)
  }
  const paid = knownPayments(stage, 'paid')
  if (paid.length === 0 || !chance.happens(0.15)) return
  const payment = chance.pick(paid)
  payment.state = 'reversed'
  owe(stage, payment)
}

function customerActs(stage: Stage, payment: Payment): void {
  const { chance, clock } = stage
  const isLate = payment.expiresAt !== null && payment.expiresAt <= clock.now()
  // A provider should take nothing then; one in ten does all the same.
  if (isLate && !chance.happens(0.1)) return
  const mood = chance.number()
  if (mood < 0.22) payment.state = 'declined'
  else if (mood < 0.27) pay(payment, { amount: payment.amount + 100n, currency: payment.currency })
  else if (mood < 0.29)
    pay(payment, { amount: payment.amount, currency: payment.currency === 'TZS' ? 'KES' : 'TZS' })
  else pay(payment)
  const shop = stage.shops.find(({ id }) => id === payment.merchantId)
  if (payment.state === 'paid' && chance.happens(0.03)) payment.payer = shop?.phone ?? null
  owe(stage, payment)
}

/** Lost, soon, late by many steps, twice; and now and then the opposite of what is true. */
export function owe(stage: Stage, payment: Payment): void {
  const { chance } = stage
  stage.lines.push(`${payment.label} is ${payment.state} at the provider`)
  const lies = chance.happens(0.03) && payment.state !== 'reversed'
  const outcome = lies ? oppositeOf(payment) : outcomeOf(payment)
  if (chance.happens(0.15)) return
  send(stage, payment, outcome, chance.happens(0.15) ? 20 + chance.below(300) : chance.below(6))
}

export function send(stage: Stage, payment: Payment, outcome: Outcome, delay: number): void {
  const { network, chance, step } = stage
  const { reference, environment, provider } = payment
  const raw = providerBytes(reference, chance.uuid(), outcome, environment, genuine, provider)
  const sent = { label: payment.label, kind: outcome.kind, raw, fromStep: step + delay }
  network.tell(payment.label, outcome.kind)
  network.owed.push(sent)
  if (chance.happens(0.1)) network.owed.push({ ...sent, fromStep: step + delay + chance.below(60) })
}

function oppositeOf(payment: Payment): Outcome {
  return payment.state === 'declined'
    ? { kind: 'succeeded', providerStatus: 'COMPLETED' }
    : { kind: 'failed', providerStatus: 'DECLINED', reason: 'declined', providerMessage: 'by mistake' }
}

/** What the provider forgets for good was never paid. */
export function providerForgets(stage: Stage): void {
  const waiting = knownPayments(stage, 'waiting')
  if (waiting.length === 0) return
  const { reference, label } = stage.chance.pick(waiting)
  stage.network.payments.delete(reference)
  stage.lines.push(`${label} forgotten`)
}

/** Answers that were slow arrive, one after the other: what a chaser takes up next depends on who was let go before. */
export async function releaseSlow(stage: Stage): Promise<void> {
  const { network, chance } = stage
  const seen = new Set<string>()
  const most = 1 + chance.below(3)
  const now = network.deferred.filter(({ label }) => seen.size < most && !seen.has(label) && seen.add(label))
  network.deferred = network.deferred.filter((one) => !now.includes(one))
  for (const one of now) {
    one.answer()
    await stage.settle()
  }
}
