import { untilAuditHeadIsFree } from '../audit/audit.ts'
import { type Database, isDatabaseAway } from '../database/database.ts'
import { type RequestMark, waitForTheFirst } from '../http/http.ts'
import { bisect } from '../primitives/bisect.ts'
import { gather } from '../primitives/gather.ts'
import { Refusal } from '../primitives/refusal.ts'
import { type Applicable, isClear } from '../risk/risk.ts'
import type { World } from '../world/world.ts'
import type { Attachment, HoldDrafts } from './attachments.ts'
import type { CollectionRow } from './collection-row.ts'
import { type Asker, noteAsked } from './note-asked.ts'
import { paymentOf } from './payment-of.ts'
import { findEarlier, nameOf, type Wish, type Written, writeAll } from './write-requests.ts'
import { type VettedWish, writeVetted } from './write-vetted.ts'

/** With the rules that look at it, the invoice that it issues, and the person who asks; none where there are none. */
export type AskedWish = Wish & { rules?: Applicable | null; draft?: Attachment | null; asker?: Asker | null }
type NotedWish = VettedWish & { asker: Asker | null }

export type { Wish }
export type Requested = { collection: CollectionRow; replayed: boolean }

/**
 * The door through which collections come into being. Whoever arrives while a batch is being written goes with the next:
 * idempotency key, collection, first try, history and count of all of them are one statement and one commit, and nobody
 * is answered before it.
 */
export function collectionRequester(
  world: World,
  holdDrafts: HoldDrafts = nothingIsIssued,
): (wish: AskedWish) => Promise<Requested> {
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
    gather<NotedWish, Requested | Error>(
      (wishes) =>
        requestEach(wishes, async (some) => {
          // The head comes last, after rows that others lock on their way to it: taken first, it would be waited for in a circle. So a long
          // wait for it is waited out here, before there are counts or drafts that programs need.
          if (some.some(keepsProgramsWaiting)) await untilAuditHeadIsFree(sql)
          return await sql.begin(async (tx) => {
            const written = await writeVetted(tx, world, holdDrafts, some)
            noteAsked(tx, world, some, written)
            return written
          })
        }),
      {
        ...{ most: 64, atOnce: 1, mostWaiting: 2_000, watch: world.watchBatches?.('collections.request') },
        aboutOf: ({ collection }) => collection.id,
      },
    )
  // By whoever asks: what callers of the sandbox do is not felt by those who take real money.
  const doors = { live: open(), sandbox: open() }
  const vetted = { live: openVetted(), sandbox: openVetted() }
  // Who is audited waits for the head of the chain right before the commit; programs share no batch with them.
  const ofPeople = { live: openVetted(), sandbox: openVetted() }
  const doorOf = ({ rules = null, draft = null, asker = null, ...wish }: AskedWish) => {
    const { environment } = wish.mark
    const isFree = rules === null || isClear({ payment: paymentOf(wish.collection), applicable: rules })
    if (isFree && draft === null && asker === null) return () => doors[environment](wish)
    const door = asker === null ? vetted[environment] : ofPeople[environment]
    return () => door({ ...wish, rules: isFree ? null : rules, draft, asker })
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

/** Of what a person asks: until its entry is in the chain, nobody else counts the same payments or issues the same invoice. */
function keepsProgramsWaiting({ asker, rules, draft }: NotedWish): boolean {
  return asker !== null && (rules !== null || draft !== null)
}

/** For whoever takes in nothing that is for an invoice. */
const nothingIsIssued: HoldDrafts = async () => {
  throw new Error('Nobody has said how invoices are issued.')
}

/** What an equal request made before, if there was one. */
export async function findRequested(sql: Database, mark: RequestMark): Promise<Requested | null> {
  const earlier = (await findEarlier(sql, [mark])).get(nameOf(mark))
  if (earlier === undefined || earlier instanceof Error) return null
  return earlier.fingerprint.equals(mark.fingerprint)
    ? { collection: earlier.collection, replayed: true }
    : null
}

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
