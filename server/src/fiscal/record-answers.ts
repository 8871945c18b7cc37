import type { CloseAnswer, IssueAnswer, RegisterAnswer } from '../authorities/authorities.ts'
import type { Transaction } from '../database/database.ts'
import type { World } from '../world/world.ts'
import { markClosed, markRefused } from './close-days.ts'
import type { KnownLane } from './lane.ts'
import { failReceipt, issueReceipt, takeNumberBack } from './move-receipts.ts'
import type { Errand } from './plan-lane.ts'

/** An errand with what the authority said to it. */
export type Answered =
  | { errand: Extract<Errand, { kind: 'register' }>; answer: RegisterAnswer }
  | { errand: Extract<Errand, { kind: 'issue' }>; answer: IssueAnswer }
  | { errand: Extract<Errand, { kind: 'close' }>; answer: CloseAnswer }

/** What may have been taken stays as it is, and is asked again. Answers whether something is known now. */
export async function recordAnswer(
  tx: Transaction,
  world: World,
  lane: KnownLane,
  answered: Answered,
): Promise<boolean> {
  const { errand, answer } = answered
  if (errand.kind === 'issue') {
    await tx`update fiscal_receipts set attempts = attempts + 1 where id = ${errand.receipt.id}`
  }
  if (errand.kind === 'close')
    await tx`update fiscal_days set attempts = attempts + 1 where id = ${errand.dayId}`
  if (answer.kind === 'unknown') return false
  switch (answer.kind) {
    case 'registered':
      await recordRegistration(tx, lane, answer)
      break
    case 'issued':
      if (errand.kind === 'issue') await issueReceipt(tx, world, errand.receipt.id, answer)
      break
    case 'closed':
      if (errand.kind === 'close') await recordClosed(tx, world, lane, errand, answer)
      break
    case 'behind':
      if (errand.kind === 'issue') await takeNumberBack(tx, errand.receipt)
      await recordBehind(tx, world, lane, answer.lastNumber)
      break
    case 'refused':
      await recordRefusal(tx, world, lane, errand, answer.reason)
  }
  return true
}

/** Of which sales the forgotten receipts are is for people to find out: some may be of those that wait. Nothing is asked for until then. */
async function recordBehind(
  tx: Transaction,
  { clock }: World,
  { merchant_id, environment }: KnownLane,
  lastNumber: number,
): Promise<void> {
  await tx`
    update fiscal_lanes set behind_since = ${clock.now()}, number_there = ${lastNumber}
    where merchant_id = ${merchant_id} and environment = ${environment}`
}

async function recordRegistration(
  tx: Transaction,
  lane: KnownLane,
  { registrationId, receiptCode }: Extract<RegisterAnswer, { kind: 'registered' }>,
): Promise<void> {
  await tx`
    update fiscal_lanes set registration = 'REGISTERED', registration_problem = null, asked_tin = null,
      registration_id = ${registrationId}, receipt_code = ${receiptCode}
    where merchant_id = ${lane.merchant_id} and environment = ${lane.environment}`
}

async function recordClosed(
  tx: Transaction,
  { clock }: World,
  lane: KnownLane,
  { dayId, report }: Extract<Errand, { kind: 'close' }>,
  { reference }: Extract<CloseAnswer, { kind: 'closed' }>,
): Promise<void> {
  await markClosed(tx, dayId, reference, clock.now())
  await closeThrough(tx, lane, report.day)
}

async function closeThrough(tx: Transaction, lane: KnownLane, day: string): Promise<void> {
  await tx`
    update fiscal_lanes set closed_through = greatest(closed_through, ${day}::date) where merchant_id = ${lane.merchant_id} and environment = ${lane.environment}`
}

async function recordRefusal(
  tx: Transaction,
  world: World,
  lane: KnownLane,
  errand: Errand,
  reason: string,
): Promise<void> {
  const { merchant_id, environment } = lane
  if (errand.kind === 'register') {
    await tx`
      update fiscal_lanes set registration = 'REFUSED', registration_problem = ${reason}, asked_tin = null
      where merchant_id = ${merchant_id} and environment = ${environment}`
    return
  }
  if (errand.kind === 'close') {
    // Sales go on: what is wrong with a report is for people to find out.
    await markRefused(tx, errand.dayId, reason)
    return await closeThrough(tx, lane, errand.report.day)
  }
  await failReceipt(tx, world, errand.receipt, reason)
}
