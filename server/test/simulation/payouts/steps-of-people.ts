import { deposit, feeLegs, post } from '../../../src/ledger/ledger.ts'
import { textFromMinor } from '../../../src/primitives/money.ts'
import type { WithdrawalStatus } from '../../../src/withdrawals/withdrawal-lifecycle.ts'
import { maybeCrash } from '../kernel/steps.ts'
import { decisions } from './decisions.ts'
import { bookOf } from './judge.ts'
import { knownIn } from './known.ts'
import type { Payment } from './payments.ts'
import type { Process } from './process.ts'
import type { Seen } from './see.ts'
import type { Stage } from './stage.ts'

const decided = ['withdrawal.approving'] as const

export function submit(stage: Stage): void {
  const { chance, processes } = stage
  const shop = chance.pick(stage.shops)
  const actor = shop.actors[chance.happens(0.65) ? 'live' : 'sandbox']
  stage.submitted += 1
  const label = `w${String(stage.submitted).padStart(4, '0')}`
  const draft = {
    method: chance.pick(['MOBILE_MONEY', 'PROVIDER_PESA'] as const),
    amount: `${1 + chance.below(900)}.${10 + chance.below(90)}`,
    destinationName: label,
    identifier: { field: 'destination_identifier', value: '0712345678' },
    bankName: undefined,
    bankAccountName: undefined,
  }
  const destinationCode = draft.method === 'MOBILE_MONEY' ? 'MPESA' : 'PROVIDER_PESA'
  const process = processes.a
  maybeCrash(stage, process, [])
  const act = async () => (await process.request(actor, { ...draft, destinationCode })).status
  stage.launch(process, `submit ${label}`, act, ['insufficient_balance'])
}

const refundRefusals = [
  'insufficient_balance',
  'refund_too_large',
  'refund_window_over',
  'invalid_state',
] as const

/** A part of what was paid goes back to whoever paid it; which part, nobody has agreed on. */
function askRefund(
  stage: Stage,
  process: Process,
  { id, label: of, merchantId, environment, amount }: Payment,
): void {
  const { chance } = stage
  stage.submitted += 1
  const label = `r${String(stage.submitted).padStart(4, '0')}`
  const actor = stage.shops.find((shop) => shop.id === merchantId)?.actors[environment]
  if (!actor) throw new Error(`${of} belongs to nobody.`)
  const part = 100 + chance.below(Number(amount) - 100)
  const asked = {
    collection_id: id,
    reason: 'requested',
    destination_name: label,
    ...(chance.happens(0.75) && { amount: textFromMinor(BigInt(part)) }),
  } as const
  const act = async () => (await process.refund(actor, asked)).status
  stage.launch(process, `refund ${label} of ${of}`, act, refundRefusals)
}

export function refund(stage: Stage): void {
  const { chance, processes, payments } = stage
  if (payments.length === 0) return
  maybeCrash(stage, processes.a, [])
  askRefund(stage, processes.a, chance.pick(payments))
}

type Said = keyof typeof decisions

const refusals = ['invalid_state', 'insufficient_balance', 'forbidden'] as const

function decide(
  stage: Stage,
  process: Process,
  said: Said,
  { id, label, ...one }: Seen,
  admin: number,
): void {
  const adminId = stage.admins[admin] ?? ''
  const by = { adminId, hasSecondFactor: true, requestId: 'simulation', environment: one.environment }
  const act = async () => {
    await process.decide(by, id, decisions[said])
    return 'decided'
  }
  stage.launch(process, `${said} ${label}`, act, refusals)
}

function decideOne(stage: Stage, said: Said, statuses: readonly WithdrawalStatus[]): void {
  const { chance, processes } = stage
  const known = knownIn(stage, chance.happens(0.07) ? null : statuses)
  if (known.length === 0) return
  const process = chance.pick([processes.a, processes.b])
  maybeCrash(stage, process, decided)
  decide(stage, process, said, chance.pick(known), chance.below(3))
}

const waiting = ['PENDING_ADMIN_APPROVAL', 'INFO_REQUESTED'] as const
export const approve = (stage: Stage) => decideOne(stage, 'approve', waiting)
export const reject = (stage: Stage) => decideOne(stage, 'reject', waiting)
export const ask = (stage: Stage) => decideOne(stage, 'ask', ['PENDING_ADMIN_APPROVAL'])
export const retry = (stage: Stage) => decideOne(stage, 'retry', ['BLOCKED_IP_WHITELIST'])

/** Two at once: of two who are enough each, one finds it done. */
export function approveAtOnce(stage: Stage): void {
  const { chance, processes } = stage
  const known = knownIn(stage, waiting)
  if (known.length === 0) return
  const one = chance.pick(known)
  decide(stage, processes.a, 'approve', one, 0)
  decide(stage, processes.b, 'approve', one, 1)
}

/** By what is true at the provider, mostly; people err too. */
export function resolve(stage: Stage): void {
  const { chance, network } = stage
  const known = knownIn(stage, ['NEEDS_RECONCILIATION', 'NEEDS_ADMIN_ATTENTION', 'BLOCKED_IP_WHITELIST'])
  if (known.length === 0) return
  const one = chance.pick(known)
  const wasPaid = network.payouts.get(one.label)?.state === 'paid'
  const said = wasPaid !== chance.happens(0.15) ? 'resolve paid' : 'resolve failed'
  maybeCrash(stage, stage.processes.a, decided)
  decide(stage, stage.processes.a, said, one, chance.below(3))
}

export function decideRightly(stage: Stage, said: Said, one: Seen): void {
  decide(stage, stage.processes.a, said, one, 0)
}

/** One that is open, by what is true at the provider. */
export async function settle(stage: Stage): Promise<void> {
  const { chance, processes } = stage
  const open = await openDiscrepancies(stage)
  if (open.length === 0) return
  const one = chance.pick(open)
  maybeCrash(stage, processes.a, [])
  settleOne(stage, one)
}

type Open = { id: string; environment: 'live' | 'sandbox'; kind: string; label: string }

/** In the order of what is told, so that the same seed tells the same. */
export async function openDiscrepancies({ world }: Stage): Promise<Open[]> {
  return await world.sql<Open[]>`
    select d.id, d.environment, d.kind, w.destination_name as label
    from discrepancies d join withdrawals w on w.id = d.withdrawal_id where d.status = 'open'
    order by label, kind, theirs`
}

export function settleOne(stage: Stage, { id, environment, kind, label }: Open): void {
  const by = { adminId: stage.admins[0] ?? '', hasSecondFactor: true, requestId: 'simulation', environment }
  // Whoever decides has asked the provider once more, and what it says then is so.
  const wasPaid = stage.network.payouts.get(label)?.state === 'paid'
  const action = kind === 'failure_after_success' && !wasPaid ? 'accept_provider' : 'keep_ours'
  const { a } = stage.processes
  const act = async () => {
    await a.settle(by, id, action)
    return 'settled'
  }
  stage.launch(a, `${action} ${kind} ${label}`, act, ['invalid_state'])
}

function ownerOf({ shops }: Stage, { label, merchant_id: owner, environment }: Seen) {
  const actor = shops.find((shop) => shop.id === owner)?.actors[environment]
  if (!actor) throw new Error(`${label} belongs to nobody.`)
  return actor
}

export function cancel(stage: Stage): void {
  const { chance, processes } = stage
  const known = knownIn(stage, chance.happens(0.07) ? null : waiting)
  if (known.length === 0) return
  const one = chance.pick(known)
  const actor = ownerOf(stage, one)
  maybeCrash(stage, processes.a, [])
  const act = async () => (await processes.a.cancel(actor, one.id, one.kind)).status
  stage.launch(processes.a, `cancel ${one.label}`, act, ['invalid_state'])
}

export function answer(stage: Stage): void {
  const { chance, processes } = stage
  const known = knownIn(stage, chance.happens(0.07) ? null : ['INFO_REQUESTED'])
  if (known.length === 0) return
  const one = chance.pick(known)
  const { id, label } = one
  const actor = ownerOf(stage, one)
  maybeCrash(stage, processes.a, [])
  const act = async () => (await processes.a.answer(actor, id, 'for rent', one.kind)).status
  stage.launch(processes.a, `answer ${label}`, act, ['invalid_state'])
}

/** Besides withdrawals: deposits, and charges that may leave a debt. */
export async function moveMoney(stage: Stage, isIn: boolean): Promise<void> {
  const { chance, world, shops, given, step } = stage
  const shop = chance.pick(shops)
  const environment = chance.happens(0.65) ? 'live' : 'sandbox'
  // The sandbox is kept short of money, so that what it plays to approve is sometimes no longer covered.
  const [least, most] = environment === 'live' ? [50_000, 60_000] : [60_000, 400_000]
  const amount = BigInt(isIn ? least + chance.below(6 * least) : 1 + chance.below(most))
  const book = { merchantId: shop.id, environment, currency: 'TZS' } as const
  const cause = `simulation ${step}`
  await world.sql.begin(async (tx) => {
    if (isIn) return await deposit(tx, world, { ...book, amount, cause, reference: null, description: null })
    await post(tx, world, [
      { ...book, cause, type: 'collection_fee', direction: 'debit', amount, ...feeLegs(amount) },
    ])
  })
  stage.lookedAfter = -1
  const key = bookOf({ merchant_id: shop.id, environment })
  given.set(key, (given.get(key) ?? 0n) + (isIn ? amount : -amount))
}
