import { type Database, isDatabaseAway } from '../database/database.ts'
import { type RequestMark, waitForTheFirst } from '../http/http.ts'
import { bisect } from '../primitives/bisect.ts'
import { gather } from '../primitives/gather.ts'
import { Refusal } from '../primitives/refusal.ts'
import { type Applicable, isClear } from '../risk/risk.ts'
import type { World } from '../world/world.ts'
import type { Issue } from './attachments.ts'
import type { CollectionRow } from './collection-row.ts'
import { paymentOf } from './payment-of.ts'
import { findEarlier, nameOf, type Wish, type Written, writeAll } from './write-requests.ts'
import { writeVetted } from './write-vetted.ts'

/** With the rules that look at it, and what issues the invoice that it is for; none where there are none. */
export type AskedWish = Wish & { rules?: Applicable | null; issue?: Issue | null }
export type { Wish }
export type Requested = { collection: CollectionRow; replayed: boolean }

/**
 * The door through which collections come into being. Whoever arrives while a batch is being written goes with the next:
 * idempotency key, collection, first try, history and count of all of them are one statement and one commit, and nobody
 * is answered before it.
 */
export function collectionRequester(world: World): (wish: AskedWish) => Promise<Requested> {
  const { sql } = world
  const open = () =>
    gather<Wish, Requested | Error>((wishes) => requestEach(wishes, (some) => writeAll(sql, some)), {
      // Small ones, several at once: while one waits for the disk the next is written and another is read. Callers that
      // were all answered together would come back together, and disk and processor would wait for each other in turn.
      most: 64,
      atOnce: 3,
      // What comes after these would wait for longer than a second.
      mostWaiting: 2_000,
      watch: world.watchBatches?.('collections.request'),
      aboutOf: ({ collection }) => collection.id,
    })
  // One batch after the other: those of one process would only find each other's counts held.
  const openVetted = () =>
    gather<VettedWish, Requested | Error>(
      (wishes) => requestEach(wishes, (some) => sql.begin((tx) => writeVetted(tx, world, some))),
      {
        ...{ most: 64, atOnce: 1, mostWaiting: 2_000, watch: world.watchBatches?.('collections.request') },
        aboutOf: ({ collection }) => collection.id,
      },
    )
  // By whoever asks: what callers of the sandbox do is not felt by those who take real money.
  const doors = { live: open(), sandbox: open() }
  const vetted = { live: openVetted(), sandbox: openVetted() }
  const doorOf = ({ rules = null, issue = null, ...wish }: AskedWish) => {
    const { environment } = wish.mark
    const isFree = rules === null || isClear({ payment: paymentOf(wish.collection), applicable: rules })
    if (!isFree && issue) return () => requestIssuing(world, { ...wish, rules }, issue)
    if (!isFree) return () => vetted[environment]({ ...wish, rules })
    return async () => {
      if (issue) await sql.begin(issue)
      return await doors[environment](wish)
    }
  }
  return async (asked) => {
    const ask = doorOf(asked)
    return await waitForTheFirst(world, async () => {
      const answer = await ask()
      if (answer instanceof Error) throw answer
      return answer
    })
  }
}

/**
 * A rule may speak against it, and asking for the money of an invoice issues it: both happen or neither. Alone, because it waits for whoever
 * counts the same payments.
 */
async function requestIssuing(world: World, wish: VettedWish, issue: Issue): Promise<Requested | Error> {
  const [answer] = await requestEach([wish], (some) =>
    world.sql.begin(async (tx) => {
      let isIssued = false
      const written = await writeVetted(tx, world, some, 'wait', async () => {
        await issue(tx)
        isIssued = true
      })
      const isMade = written.every((one) => one && !(one instanceof Error) && !one.replayed)
      // Somebody else uses its key: what became of theirs is told when it is asked for again.
      if (isIssued && !isMade) throw new Refusal('idempotency_in_progress')
      return written
    }),
  )
  if (!answer) throw new Error('A request was not answered.')
  return answer
}

/** What an equal request made before, if there was one. */
export async function findRequested(sql: Database, mark: RequestMark): Promise<Requested | null> {
  const earlier = (await findEarlier(sql, [mark])).get(nameOf(mark))
  if (earlier === undefined || earlier instanceof Error) return null
  return earlier.fingerprint.equals(mark.fingerprint)
    ? { collection: earlier.collection, replayed: true }
    : null
}

type VettedWish = Wish & { rules: Applicable }

async function requestEach<One extends Wish>(
  wishes: One[],
  write: (some: One[]) => Promise<(Written | undefined)[]>,
): Promise<(Requested | Error)[]> {
  // Equal keys that arrive together are one request, and the first of them speaks for all.
  const firsts = new Map<string, One>()
  for (const wish of wishes) {
    const name = nameOf(wish.mark)
    if (!firsts.has(name)) firsts.set(name, wish)
  }
  const asked = [...firsts.values()]
  // One bad request must not hurt its neighbours.
  const answers = await bisect(asked, write, isDatabaseAway)
  const written = new Map(asked.map((wish, place) => [nameOf(wish.mark), answers[place]]))
  return wishes.map((wish) => {
    const answer = written.get(nameOf(wish.mark))
    if (answer === undefined) return new Error('A request was neither written nor found.')
    if (answer instanceof Error) return answer
    if (!answer.fingerprint.equals(wish.mark.fingerprint)) return new Refusal('idempotency_key_reused')
    const isFirst = firsts.get(nameOf(wish.mark)) === wish
    return { collection: answer.collection, replayed: answer.replayed || !isFirst }
  })
}
