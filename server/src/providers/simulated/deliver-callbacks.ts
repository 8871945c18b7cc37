import type { Environment } from '@malipo/contract'
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

/** Delivers what is due, with no transaction open meanwhile. Returns how many callbacks were tried. */
export async function deliverCallbacks(
  world: World,
  nameOf: Record<Environment, string>,
  take: TakeCallback,
  among: readonly Environment[],
): Promise<number> {
  const due = await claim(world, among)
  if (due.length === 0) return 0
  const delivered = new Set<string>()
  const send = async ({ id, environment, body, signature }: Due) => {
    const headers = { 'content-type': 'application/json', [signatureHeader]: signature }
    await take({ headers, body: Buffer.from(body) }, nameOf[environment])
    delivered.add(id)
  }
  // What is said of one payment is said in order; payments do not wait for each other.
  const byPayment = Map.groupBy(due, ({ reference }) => reference)
  await Promise.all(
    Array.from(byPayment.values(), async (callbacks) => {
      for (const callback of callbacks) await send(callback).catch(() => {})
    }),
  )
  await record(world, due, delivered)
  return due.length
}

async function claim({ sql, clock }: World, among: readonly Environment[]): Promise<Due[]> {
  const now = clock.now()
  const claimed = await sql<Due[]>`
    with due as (
      select id, deliver_at as due_at from network_callbacks
      where deliver_at <= ${now} and environment = any(${among}::text[]) order by deliver_at, id
      limit ${mostAtOnce} for update skip locked)
    update network_callbacks c set attempts = attempts + 1, deliver_at = ${new Date(now.getTime() + leaseMs)}
    from due where c.id = due.id
    returning c.id, environment, reference, body, signature, attempts, due_at`
  return claimed.sort((a, b) => a.due_at.getTime() - b.due_at.getTime() || (a.id < b.id ? -1 : 1))
}

/** Whoever comes back after the lease leaves the word to the next attempt. */
async function record({ sql, clock }: World, due: Due[], delivered: Set<string>): Promise<void> {
  const now = clock.now()
  const next = due.map(({ id, attempts }) => {
    const delayMs = delivered.has(id) ? undefined : retryDelaysMs[attempts - 1]
    return delayMs === undefined ? null : new Date(now.getTime() + delayMs)
  })
  await sql`
    update network_callbacks c set deliver_at = r.deliver_at, delivered_at = r.delivered_at
    from unnest(${due.map(({ id }) => id)}::uuid[], ${next}::timestamptz[],
      ${due.map(({ id }) => (delivered.has(id) ? now : null))}::timestamptz[],
      ${due.map(({ attempts }) => attempts)}::int[]) as r (id, deliver_at, delivered_at, attempts)
    where c.id = r.id and c.attempts = r.attempts`
}
