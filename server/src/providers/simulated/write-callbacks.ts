import type { Transaction } from '../../database/database.ts'
import { textFromMinor } from '../../primitives/money.ts'
import type { World } from '../../world/world.ts'
import { eventOfWord } from './network-words.ts'
import type { Move } from './next-move.ts'
import { planCallbacks } from './plan-callbacks.ts'
import { defaultProfile, readProfiles } from './profile.ts'
import { type SignCallback, wrongSignature } from './sign-callback.ts'

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
  const callbacks = moves.flatMap((move) =>
    callbacksOf(world, sign, move, profiles.get(move.payment.merchant_id) ?? defaultProfile),
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
): Callback[] {
  const nowMs = world.clock.now().getTime()
  return planCallbacks(move, profile).flatMap(({ word, delayMs, copies, isBadlySigned }) => {
    const body = bodyOf(world.newId(), move, word)
    const signature = isBadlySigned ? wrongSignature(sign, body) : sign(body)
    const deliverAt = new Date(nowMs + delayMs)
    // A callback that comes twice is the same event with the same name.
    return Array.from({ length: copies }, () => ({ id: world.newId(), move, body, signature, deliverAt }))
  })
}

function bodyOf(eventId: string, move: Move, word: string): string {
  const { payment } = move
  return JSON.stringify({
    event_id: eventId,
    event_type: eventOfWord(word),
    provider_reference: payment.reference,
    amount: textFromMinor('amount' in move ? move.amount : payment.amount),
    currency: payment.currency,
    payment_status: word,
    payer: payment.phone,
    ...(move.to === 'paid' && move.hold !== null && { hold: move.hold }),
  })
}
