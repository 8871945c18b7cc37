import type { Transaction } from '../database/database.ts'
import { Refusal } from '../primitives/refusal.ts'
import {
  type Applicable,
  type Asked,
  holdCounted,
  judgeHeld,
  type KeptHit,
  keepHits,
  keptHits,
  RiskBlocked,
} from '../risk/risk.ts'
import type { World } from '../world/world.ts'
import type { Attachment, HoldDrafts } from './attachments.ts'
import { paymentOf } from './payment-of.ts'
import { findEarlier, nameOf, type Wish, type Written, writeAll } from './write-requests.ts'

/** With the rules that may speak against it, and the invoice that is issued with it. */
export type VettedWish = Wish & { rules: Applicable | null; draft: Attachment | null }

/**
 * Writes what rules let pass, keeps what they have met and issues the invoices of what is made, in the order of the wishes. Whoever repeats
 * a request is answered before anything is counted or issued. Nobody waits: those of which somebody else counts the payments or changes the
 * invoice just now are left out, and come again.
 */
export async function writeVetted(
  tx: Transaction,
  world: World,
  holdDrafts: HoldDrafts,
  wishes: VettedWish[],
): Promise<(Written | undefined)[]> {
  const asked = new Map(wishes.map((wish) => [wish, askedFor(wish)]))
  // First of all: what somebody else has counted until now may be the same request, which is then no payment beside it.
  const isHeld = await holdCounted(tx, known(asked.values()), 'try')
  const written = await answerRepeated(tx, wishes)
  const left = () => wishes.filter(({ mark }) => !written.has(nameOf(mark)))
  const refuse = (refusalOf: (wish: VettedWish) => Refusal | null | undefined) => {
    for (const wish of left()) {
      const refusal = refusalOf(wish)
      if (refusal) written.set(nameOf(wish.mark), refusal)
    }
  }
  refuse((wish) => {
    const one = asked.get(wish)
    return one && !isHeld(one) ? heldUp : null
  })
  const drafts = await draftsOf(tx, holdDrafts, left())
  refuse((wish) => drafts.refusals.get(wish))
  const judged = await judgeHeld(tx, known(left().map((wish) => asked.get(wish))))
  const hitsOf = new Map<string, KeptHit[]>()
  refuse((wish) => {
    const payment = asked.get(wish)?.payment
    const judgement = payment && judged.get(payment)?.judgement
    if (!judgement) return null
    const isBlocked = judgement.action === 'block'
    const hits = keptHits(world, payment, judgement, isBlocked ? null : payment.id)
    hitsOf.set(nameOf(wish.mark), hits)
    return isBlocked ? new RiskBlocked(hits) : null
  })
  const passing = left()
  const answers = await writeAll(
    tx,
    passing.map((wish) => reviewed(wish, hitsOf.get(nameOf(wish.mark)))),
  )
  const made: VettedWish[] = []
  for (const [place, wish] of passing.entries()) {
    const [name, answer] = [nameOf(wish.mark), answers[place]]
    if (answer === undefined || answer instanceof Error || answer.replayed) hitsOf.delete(name)
    else made.push(wish)
    if (answer !== undefined) written.set(name, answer)
  }
  await drafts.issue(known(made.map(({ draft }) => draft?.id)))
  await keepHits(tx, [...hitsOf.values()].flat())
  return wishes.map(({ mark }) => written.get(nameOf(mark)))
}

function askedFor({ collection, rules }: VettedWish): Asked | null {
  return rules && { payment: paymentOf(collection), applicable: rules }
}

function known<One>(some: Iterable<One | null | undefined>): One[] {
  return [...some].filter((one) => one !== null && one !== undefined)
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

/** The drafts that are issued with them, where any are. */
async function draftsOf(tx: Transaction, holdDrafts: HoldDrafts, wishes: VettedWish[]) {
  const issuing = wishes.filter(({ draft }) => draft !== null)
  if (issuing.length === 0) return { refusals: new Map<VettedWish, Refusal>(), issue: async () => {} }
  const { refusals, issue } = await holdDrafts(tx, known(issuing.map(({ draft }) => draft)))
  return { refusals: new Map(issuing.map((wish, place) => [wish, refusals[place]])), issue }
}

/** One that a person is to look at names the hit that says so. */
function reviewed(wish: VettedWish, hits: readonly KeptHit[] = []): VettedWish {
  const review = hits.find(({ outcome }) => outcome === 'held')?.id ?? null
  return { ...wish, collection: { ...wish.collection, review_hit: review } }
}
