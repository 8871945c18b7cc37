import type { Environment } from '@malipo/contract'
import {
  type CollectionRow,
  receivedCollection,
  receivePayment,
  resolveCollections,
} from '../collections/collections.ts'
import type { Transaction } from '../database/database.ts'
import { keepWords } from '../evidence/evidence.ts'
import type {
  BillAnswer,
  BillPaid,
  Outcome,
  PayOutOutcome,
  ProviderCallback,
  Registry,
} from '../providers/providers.ts'
import { playedDelay } from '../refunds/refunds.ts'
import type { World } from '../world/world.ts'
import { type FoundNumber, lockNumber, payableOf } from './find-payable.ts'
import { judgeBill } from './judge-bill.ts'
import { judgeStranger } from './judge-stranger.ts'
import { endStranger, type No, oweToItsPayer, oweToStranger, tellOfStranger, whyNot } from './owe-back.ts'

/** A genuine word of a provider about money for a control number, under the receipt that is its reference. */
export type BillWord = ProviderCallback & { provider: string; bill: BillPaid }

export type HeardBill = {
  outcome: 'applied' | 'duplicate' | 'ignored' | 'discrepancy'
  /** Of the collection that it became; null where it became none. */
  status: string | null
  collectionId: string | null
}

type Desk = { world: World; registry: Registry }
type Heard = Omit<BillWord, 'outcome'> & { outcome: Outcome; environment: Environment }

/**
 * Takes in what was paid for a control number: once for each receipt, whoever tells it how often. The collection is made and moved in one
 * transaction, so that nobody ever finds half of it; whoever dies before the commit has taken nothing, and the word is still kept.
 */
export async function takeBill(desk: Desk, { outcome, ...word }: BillWord): Promise<HeardBill> {
  const { world, registry } = desk
  const heard = { ...word, outcome: wordOf(outcome, word.bill), environment: registry.environmentOf(word) }
  const delayMs = await approvalDelayOf(desk, heard)
  const taken = await world.sql.begin((tx) => takeOnce(tx, desk, heard, delayMs))
  world.crashPoint?.('bill.taken')
  return taken
}

function wordOf(outcome: PayOutOutcome, { amount, currency }: BillPaid): Outcome {
  if (outcome.kind === 'succeeded') return { ...outcome, paid: { amount, currency } }
  return outcome.kind === 'blocked' ? { kind: 'unknown', because: outcome.providerMessage } : outcome
}

/** Where approvals are played, how long that takes; asked before there is a transaction. */
async function approvalDelayOf({ registry }: Desk, { environment, bill }: Heard): Promise<number | null> {
  const { account: merchantId } = bill
  return merchantId === null ? null : await playedDelay({ registry }, { environment, merchantId })
}

const nothing: HeardBill = { outcome: 'ignored', status: null, collectionId: null }

async function takeOnce(
  tx: Transaction,
  desk: Desk,
  word: Heard,
  delayMs: number | null,
): Promise<HeardBill> {
  const { world } = desk
  const known = await findTaken(tx, word)
  if (known) return await hearAgain(tx, desk, word, known)
  // Of what never came there is nothing to take in; what came and went has been both.
  if (word.outcome.kind !== 'succeeded' && word.outcome.kind !== 'reversed') return nothing
  const number = await lockNumber(tx, { ...word.bill, ...word })
  const answer = judgeBill(number && (await payableOf(tx, number)), word.bill, world.clock.now())
  const collection = number && receivedCollection(world, number, receivedIn(word))
  if (!(await claim(tx, world, word, { answer, number, collection }))) {
    const first = await findTaken(tx, word)
    if (!first) throw new Error(`Receipt ${word.reference} is taken, and by nobody.`)
    return await hearAgain(tx, desk, word, first)
  }
  world.crashPoint?.('bill.claimed')
  const heard = collection
    ? await takeFor(tx, desk, word, collection, answer, delayMs)
    : await takeForNobody(tx, desk, word)
  world.crashPoint?.('bill.taking')
  return heard
}

function receivedIn({ provider, reference, bill: { amount, currency, payer } }: Heard) {
  return { provider, reference, amount, currency, payer }
}

type Taken = Pick<BillPaid, 'amount' | 'currency'> & {
  collection_id: string | null
  returned_at: Date | null
}

async function findTaken(tx: Transaction, { provider, reference }: Heard): Promise<Taken | null> {
  const [taken] = await tx<Taken[]>`
    select collection_id, amount, currency, returned_at from bill_payments
    where provider = ${provider} and receipt = ${reference}`
  return taken ?? null
}

type Claim = { answer: BillAnswer['kind']; number: FoundNumber | null; collection: CollectionRow | null }

/** Whoever else takes the same receipt waits here, and finds it taken. */
async function claim(
  tx: Transaction,
  world: World,
  { provider, reference, environment, bill, outcome }: Heard,
  { answer, number, collection }: Claim,
): Promise<boolean> {
  const now = world.clock.now()
  const returnedAt = number === null && outcome.kind === 'reversed' ? now : null
  const written = await tx`
    insert into bill_payments (provider, receipt, environment, number, control_number_id, collection_id, answer, amount, currency,
      returned_at, at)
    values (${provider}, ${reference}, ${environment}, ${bill.number}, ${number?.id ?? null}, ${collection?.id ?? null}, ${answer},
      ${bill.amount}, ${bill.currency}, ${returnedAt}, ${now})
    on conflict do nothing`
  return written.count === 1
}

/** The payment of somebody who was welcome, or of somebody who was not: then it has failed, and its money is owed to whoever paid. */
async function takeFor(
  tx: Transaction,
  desk: Desk,
  { outcome, eventId }: Heard,
  made: CollectionRow,
  answer: BillAnswer['kind'],
  delayMs: number | null,
): Promise<HeardBill> {
  const { world, registry } = desk
  await receivePayment(tx, made)
  const word = answer === 'payable' ? outcome : unwelcome(outcome, answer)
  const report = { collectionId: made.id, source: 'callback', word, eventId } as const
  const [resolved] = await resolveCollections(tx, world, registry, [report])
  const collection = resolved?.collection ?? made
  if (answer !== 'payable') {
    const { status } = collection
    const said = { about: 'collection', subjectId: made.id, ordered: collection, status } as const
    await keepWords(tx, world, [{ ...said, source: 'callback', word: outcome }])
    // What has gone back already is owed to nobody.
    if (outcome.kind === 'succeeded') await oweToItsPayer(tx, desk, collection, answer, delayMs)
  }
  return { outcome: 'applied', status: collection.status, collectionId: made.id }
}

function unwelcome(outcome: Outcome, no: No): Outcome {
  return {
    kind: 'failed',
    providerStatus: 'providerStatus' in outcome ? outcome.providerStatus : 'COMPLETED',
    reason: 'refused',
    providerMessage: `${whyNot[no]} The money goes back to whoever paid.`,
  }
}

async function takeForNobody(tx: Transaction, { world }: Desk, word: Heard): Promise<HeardBill> {
  if (word.outcome.kind === 'reversed') return nothing
  await oweToStranger(tx, world, { ...word, ...word.bill }, word.bill.number)
  return { outcome: 'discrepancy', status: null, collectionId: null }
}

/** What is said of a receipt that was taken in before: of a payment as of any other. That the same money came is nothing new while it is here. */
async function hearAgain(
  tx: Transaction,
  { world, registry }: Desk,
  word: Heard,
  taken: Taken,
): Promise<HeardBill> {
  const { outcome, eventId } = word
  const { collection_id: collectionId } = taken
  if (collectionId === null) return await hearOfStranger(tx, world, word, taken)
  const report = { collectionId, source: 'callback', word: outcome, eventId } as const
  const [resolved] = await resolveCollections(tx, world, registry, [report])
  if (!resolved) return { ...nothing, collectionId }
  const isRepeated = resolved.outcome === 'ignored' && outcome.kind === 'succeeded'
  const { status } = resolved.collection
  return { outcome: isRepeated ? 'duplicate' : resolved.outcome, status, collectionId }
}

async function hearOfStranger(tx: Transaction, world: World, word: Heard, taken: Taken): Promise<HeardBill> {
  const { provider, reference, outcome, bill } = word
  const verdict = judgeStranger(taken, outcome, bill)
  if (verdict.kind === 'repeat') return { ...nothing, outcome: 'duplicate' }
  const strange = { ...word, ...taken }
  if (verdict.kind === 'discrepancy') {
    await tellOfStranger(tx, world, strange, verdict)
    return { ...nothing, outcome: 'discrepancy' }
  }
  const noted = await tx`
    update bill_payments set returned_at = ${world.clock.now()}
    where provider = ${provider} and receipt = ${reference} and returned_at is null`
  if (noted.count === 0) return { ...nothing, outcome: 'duplicate' }
  await endStranger(tx, world, strange)
  return { ...nothing, outcome: 'applied' }
}
