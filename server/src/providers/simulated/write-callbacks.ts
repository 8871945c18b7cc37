import type { Transaction } from '../../database/database.ts'
import { textFromMinor } from '../../primitives/money.ts'
import type { World } from '../../world/world.ts'
import { eventOfWord, wordOfFailure } from './codes.ts'
import { namesOfPayers } from './names-of-payers.ts'
import { type Mishap, type Move, mishaps, type Payment, reversalMs } from './payment.ts'
import { chance, defaultProfile, type Profile, readProfiles } from './profile.ts'
import { type SignCallback, wrongSignature } from './sign.ts'

type Callback = { id: string; move: Move; body: string; signature: string; deliverAt: Date }

/** Leaves the callbacks of moves to be delivered, in the transaction that makes the moves. */
export async function writeCallbacks(
  tx: Transaction,
  world: World,
  sign: SignCallback,
  moves: Move[],
): Promise<void> {
  const inSandbox = moves.filter(({ payment }) => payment.environment === 'sandbox')
  const merchants = [...new Set(inSandbox.map(({ payment }) => payment.merchant_id))]
  const profiles = merchants.length === 0 ? new Map() : await readProfiles(tx, merchants)
  const names = await namesOfPayers(
    tx,
    inSandbox.flatMap(({ to, payment }) => (to === 'paid' ? [payment] : [])),
  )
  const callbacks = moves.flatMap((move) =>
    callbacksOf(world, sign, move, profiles.get(move.payment.merchant_id) ?? defaultProfile, names),
  )
  if (callbacks.length === 0) return
  await tx`
    insert into network_callbacks (id, environment, reference, body, signature, deliver_at)
    select * from unnest(${callbacks.map(({ id }) => id)}::uuid[],
      ${callbacks.map(({ move }) => move.payment.environment)}::text[],
      ${callbacks.map(({ move }) => move.payment.reference)}::text[], ${callbacks.map(({ body }) => body)}::text[],
      ${callbacks.map(({ signature }) => signature)}::text[],
      ${callbacks.map(({ deliverAt }) => deliverAt)}::timestamptz[])`
}

function callbacksOf(
  world: World,
  sign: SignCallback,
  move: Move,
  profile: typeof defaultProfile,
  names: ReadonlyMap<Payment, string>,
): Callback[] {
  const nowMs = world.clock.now().getTime()
  return planCallbacks(move, profile).flatMap(({ word, delayMs, copies, isBadlySigned }) => {
    const body = bodyOf(world.newId(), move, word, names.get(move.payment))
    const signature = isBadlySigned ? wrongSignature(sign, body) : sign(body)
    const deliverAt = new Date(nowMs + delayMs)
    // A callback that comes twice is the same event with the same name.
    return Array.from({ length: copies }, () => ({ id: world.newId(), move, body, signature, deliverAt }))
  })
}

function bodyOf(eventId: string, move: Move, word: string, payerName: string | undefined): string {
  const { payment } = move
  return JSON.stringify({
    event_id: eventId,
    event_type: eventOfWord(word),
    provider_reference: payment.reference,
    amount: textFromMinor('amount' in move ? move.amount : payment.amount),
    currency: payment.currency,
    payment_status: word,
    payer: payment.phone,
    ...(payment.bill_number !== null && { bill_number: payment.bill_number, account: payment.merchant_id }),
    ...(payerName !== undefined && { payer_name: payerName }),
    ...(move.to === 'paid' && move.hold !== null && { hold: move.hold }),
  })
}

/** What the network says of a move, and how badly. */
type PlannedCallback = { word: string; delayMs: number; copies: number; isBadlySigned: boolean }

const silences = ['lost', 'badly_signed'] as const

/** Within this time one callback may overtake another. */
const disorderMs = 2_000

/** The callbacks that follow a move, in the order they are sent. An expiry is never told: one has to ask. */
function planCallbacks(move: Move, profile: Profile): PlannedCallback[] {
  if (move.to === 'expired') return []
  const wrong = mishapsOf(move.payment, profile)
  // Of a bill there is no order to ask about: whoever is never told would never know.
  if (move.payment.bill_number !== null) for (const silent of silences) wrong.delete(silent)
  if (wrong.has('lost')) return []
  const delayMs =
    (wrong.has('late') ? profile.late_by_ms : 0) + (wrong.has('out_of_order') ? overtakenMs(move) : 0)
  const isBadlySigned = wrong.has('badly_signed')
  const truth = { word: wordOf(move), delayMs, copies: wrong.has('twice') ? 2 : 1, isBadlySigned }
  if (!wrong.has('contradicting') || move.to === 'reversed') return [truth]
  const opposite = move.to === 'paid' ? wordOfFailure('refused') : 'COMPLETED'
  return [truth, { word: opposite, delayMs, copies: 1, isBadlySigned }]
}

/** Drawn for the payment and not for each callback, so that all that is said of it goes wrong in the same way. */
function mishapsOf(payment: Payment, profile: Profile): Set<Mishap> {
  const { environment, mishap, seed, draw, is_exact } = payment
  const wrong = new Set<Mishap>(mishap === null ? [] : [mishap])
  if (environment === 'live') return wrong
  for (const kind of mishaps) {
    if (is_exact && kind === 'contradicting') continue
    if (profile[kind] > 0 && chance(seed, draw, kind) < profile[kind]) wrong.add(kind)
  }
  return wrong
}

/** The reversal overtakes the success; other callbacks are shuffled among their neighbours. */
function overtakenMs(move: Move): number {
  if (move.to === 'reversed') return 0
  if (move.to === 'paid' && move.reversesAt !== null) return 2 * reversalMs
  return Math.floor(chance(move.payment.seed, move.payment.draw, 'disorder') * disorderMs)
}

function wordOf(move: Move): string {
  if (move.to === 'paid') return 'COMPLETED'
  return move.to === 'reversed' ? 'REVERSED' : wordOfFailure(move.reason)
}
