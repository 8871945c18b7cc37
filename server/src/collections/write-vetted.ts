import type { Transaction } from '../database/database.ts'
import { Refusal } from '../primitives/refusal.ts'
import {
  type Applicable,
  type Asked,
  holdCounted,
  keepHits,
  keptHits,
  RiskBlocked,
  vetPayments,
} from '../risk/risk.ts'
import type { World } from '../world/world.ts'
import { paymentOf } from './payment-of.ts'
import { findEarlier, nameOf, type Wish, type Written, writeAll } from './write-requests.ts'

type VettedWish = Wish & { rules: Applicable }

/**
 * Writes what rules let pass, and keeps what they have met, in the order of the wishes. Whoever repeats a request is answered before
 * anything is counted. Those of which somebody else counts the payments just now are left out, and come again.
 */
export async function writeVetted(
  tx: Transaction,
  world: World,
  wishes: VettedWish[],
  how: 'try' | 'wait' = 'try',
  beforeWriting: () => Promise<void> = async () => {},
): Promise<(Written | undefined)[]> {
  // Whoever waits may have waited for the same request, which is then no payment beside it.
  if (how === 'wait') await holdCounted(tx, wishes.map(askedFor), how)
  const written = await answerRepeated(tx, wishes)
  const fresh = wishes.filter(({ mark }) => !written.has(nameOf(mark)))
  const asked = fresh.map(askedFor)
  const vetted = await vetPayments(tx, asked, how)
  const passing: VettedWish[] = []
  const hitsOf = new Map<VettedWish, ReturnType<typeof keptHits>>()
  for (const [place, wish] of fresh.entries()) {
    const [one, payment] = [vetted[place], asked[place]?.payment]
    if (!one || !payment) {
      written.set(nameOf(wish.mark), heldUp)
      continue
    }
    const isBlocked = one.judgement.action === 'block'
    const hits = keptHits(world, payment, one.judgement, isBlocked ? null : payment.id)
    const review = hits.find(({ outcome }) => outcome === 'held')?.id ?? null
    const after = { ...wish, collection: { ...wish.collection, review_hit: review } }
    hitsOf.set(after, hits)
    if (isBlocked) written.set(nameOf(wish.mark), new RiskBlocked(hits))
    else passing.push(after)
  }
  if (passing.length > 0) await beforeWriting()
  const answers = await writeAll(tx, passing)
  for (const [place, wish] of passing.entries()) {
    const answer = answers[place]
    if (answer === undefined || answer instanceof Error || answer.replayed) hitsOf.delete(wish)
    if (answer !== undefined) written.set(nameOf(wish.mark), answer)
  }
  await keepHits(tx, [...hitsOf.values()].flat())
  return wishes.map(({ mark }) => written.get(nameOf(mark)))
}

function askedFor({ collection, rules }: VettedWish): Asked {
  return { payment: paymentOf(collection), applicable: rules }
}

/** Tried again by whoever waits, as a request is whose key is in use. */
const heldUp = new Refusal('idempotency_in_progress', {
  message: 'Payments of the same payer, key or merchant are being counted. Retry in a moment.',
})

async function answerRepeated(tx: Transaction, wishes: VettedWish[]): Promise<Map<string, Written>> {
  const earlier = await findEarlier(
    tx,
    wishes.map(({ mark }) => mark),
  )
  const isNew = (answer: Written) => answer instanceof Refusal && answer.code === 'idempotency_in_progress'
  return new Map([...earlier].filter(([, answer]) => !isNew(answer)))
}
