import type { Environment } from '@malipo/contract'
import { gather } from '../../primitives/gather.ts'
import type { World } from '../../world/world.ts'
import type { RawCallback } from '../provider.ts'
import { signatureHeader } from './sign.ts'

/** Resolves when the callback was taken in. `from` is the name of the provider that says it. */
export type TakeCallback = (raw: RawCallback, from: string) => Promise<void>

/** Waits after each failed attempt; after the last the network gives up, and one has to ask it. */
const retryDelaysMs = [1_000, 5_000, 30_000, 120_000]

/** Longer than taking one in may last, short enough that a killed sender's callbacks come soon. */
const leaseMs = 20_000

const mostAtOnce = 200

type Due = {
  id: string
  environment: Environment
  reference: string
  body: string
  signature: string
  attempts: number
  due_at: Date
}

type Tried = Pick<Due, 'id' | 'attempts'> & { isDelivered: boolean }

export type Teller = {
  /** Begins to deliver what is due, as much as there is room for, and waits for none of it. Returns how much there was. */
  look(): Promise<number>
  /** Waits for what is being delivered, of one payment or of all. */
  settled(reference?: string): Promise<void>
}

/**
 * Delivers callbacks, with no transaction open meanwhile. What is said of one payment is said in order; payments do not wait
 * for each other, and one that is held up keeps nothing but its own place.
 */
export function callbackTeller(
  world: World,
  nameOf: Record<Environment, string>,
  take: TakeCallback,
  among: readonly Environment[],
): Teller {
  let room = mostAtOnce
  const inHand = new Map<string, Promise<void>>()
  const note = gather<Tried, void>(
    async (tried) => {
      await record(world, tried)
      return []
    },
    { most: mostAtOnce, atOnce: 1 },
  )

  async function deliver({ environment, body, signature, ...due }: Due): Promise<void> {
    const headers = { 'content-type': 'application/json', [signatureHeader]: signature }
    const taking = take({ headers, body: Buffer.from(body) }, nameOf[environment])
    const isDelivered = await taking.then(() => true).catch(() => false)
    room += 1
    // If not even that can be written, the lease ends and it is delivered again.
    await note({ ...due, isDelivered }).catch(() => {})
  }

  function line(due: Due): void {
    const { reference } = due
    const before = inHand.get(reference) ?? Promise.resolve()
    const delivering = before.then(() => deliver(due))
    inHand.set(reference, delivering)
    void delivering.finally(() => {
      if (inHand.get(reference) === delivering) inHand.delete(reference)
    })
  }

  return {
    async look() {
      if (room <= 0) return 0
      const due = await claim(world, among, room)
      room -= due.length
      for (const one of due) line(one)
      return due.length
    },
    async settled(reference) {
      if (reference !== undefined) return await inHand.get(reference)
      while (inHand.size > 0) await Promise.all(inHand.values())
    },
  }
}

async function claim({ sql, clock }: World, among: readonly Environment[], most: number): Promise<Due[]> {
  const now = clock.now()
  const claimed = await sql<Due[]>`
    with due as (
      select id, deliver_at as due_at from network_callbacks
      where deliver_at <= ${now} and environment = any(${among}::text[]) order by deliver_at, id
      limit ${most} for update skip locked)
    update network_callbacks c set attempts = attempts + 1, deliver_at = ${new Date(now.getTime() + leaseMs)}
    from due where c.id = due.id
    returning c.id, environment, reference, body, signature, attempts, due_at`
  return claimed.sort((a, b) => a.due_at.getTime() - b.due_at.getTime() || (a.id < b.id ? -1 : 1))
}

/** Whoever comes back after the lease leaves the word to the next attempt. */
async function record({ sql, clock }: World, tried: Tried[]): Promise<void> {
  const now = clock.now()
  const next = tried.map(({ isDelivered, attempts }) => {
    const delayMs = isDelivered ? undefined : retryDelaysMs[attempts - 1]
    return delayMs === undefined ? null : new Date(now.getTime() + delayMs)
  })
  await sql`
    update network_callbacks c set deliver_at = r.deliver_at, delivered_at = r.delivered_at
    from unnest(${tried.map(({ id }) => id)}::uuid[], ${next}::timestamptz[],
      ${tried.map(({ isDelivered }) => (isDelivered ? now : null))}::timestamptz[],
      ${tried.map(({ attempts }) => attempts)}::int[]) as r (id, deliver_at, delivered_at, attempts)
    where c.id = r.id and c.attempts = r.attempts`
}
