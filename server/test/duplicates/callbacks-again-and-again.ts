import { randomUUID } from 'node:crypto'
import { openSender } from '../fuzz/send-request.ts'
import type { Service } from '../service.ts'
import type { Chance } from '../simulation/kernel/chance.ts'
import { openShop, type Shop, sign } from '../stories/money/shop.ts'

export type Rain = { collections: number; callbacksEach: number }
export type Rained = { sent: number; outcomes: Record<string, number>; faults: string[] }

type Paid = { shop: Shop; reference: string; events: string[] }

/** Collections whose callbacks come in one heap, out of order; the next heap comes when it is through. */
const inAHeap = 50
const shops = 10
const atOnce = 32

/**
 * Each collection is told to be paid again and again, to two instances at once: under names that come again, as a provider repeats
 * itself, and under new ones, as one that lost its memory would.
 */
export async function rainCallbacks(services: Service[], chance: Chance, rain: Rain): Promise<Rained> {
  const [first] = services
  if (!first) throw new Error('Nobody is there to be told.')
  const merchants = await Promise.all(Array.from({ length: shops }, () => openShop(first)))
  const senders = services.map(({ url }) => openSender(url, undefined, atOnce))
  const rained: Rained = { sent: 0, outcomes: {}, faults: [] }
  try {
    for (let made = 0; made < rain.collections; made += inAHeap) {
      const heap = await Promise.all(
        Array.from({ length: Math.min(inAHeap, rain.collections - made) }, () =>
          order(chance.pick(merchants)),
        ),
      )
      const letters = shuffled(
        heap.flatMap((paid) => Array.from({ length: rain.callbacksEach }, () => letterOf(paid, chance))),
        chance,
      )
      await inLanes(letters, async (letter) => {
        const answer = await chance.pick(senders).send(letter)
        rained.sent += 1
        const outcome = 'status' in answer ? outcomeIn(answer.status, answer.text) : 'no answer'
        rained.outcomes[outcome] = (rained.outcomes[outcome] ?? 0) + 1
      })
    }
  } finally {
    await Promise.all(senders.map((sender) => sender.close()))
  }
  rained.faults = oddOutcomes(rained.outcomes)
  return rained
}

async function order(shop: Shop): Promise<Paid> {
  const { provider_reference: reference } = await shop.push()
  return { shop, reference: String(reference), events: [randomUUID(), randomUUID()] }
}

function letterOf({ shop, reference, events }: Paid, chance: Chance) {
  const eventId = chance.happens(0.7) ? chance.pick(events) : chance.uuid()
  const body = JSON.stringify({
    event_id: eventId,
    event_type: 'collection.success',
    provider_reference: reference,
  })
  return {
    method: 'POST',
    path: '/sandbox/v1/webhooks/provider',
    headers: { 'content-type': 'application/json', 'x-provider-signature': sign(shop.webhook_secret, body) },
    body: Buffer.from(body),
  }
}

function outcomeIn(status: number, text: string): string {
  return status === 200 ? String(JSON.parse(text).data.outcome) : `${status} ${text.slice(0, 120)}`
}

/** The first that is heard acts; whoever comes again is told that it did. */
function oddOutcomes(outcomes: Record<string, number>): string[] {
  const known = ['applied', 'duplicate', 'ignored']
  return Object.entries(outcomes).flatMap(([outcome, times]) =>
    known.includes(outcome) ? [] : [`${times} were answered with ${outcome}`],
  )
}

/** Every collection is paid, credited once and announced once. */
export async function faultsInBooks({ sql }: Pick<Service['world'], 'sql'>): Promise<string[]> {
  const odd = await sql<{ id: string; status: string; credits: string; credited: string; told: string }[]>`
    select * from (
      select c.id, c.status, c.amount,
        (select count(*) from ledger_transactions t where t.collection_id = c.id and t.type = 'collection') as credits,
        (select sum(amount) from ledger_transactions t where t.collection_id = c.id and t.type = 'collection') as credited,
        (select count(*) from events e where e.resource_id = c.id and e.type = 'collection.success') as told
      from collections c) seen
    where status <> 'successful' or credits <> 1 or credited <> amount or told <> 1 limit 20`
  return odd.map(
    ({ id, status, credits, told }) =>
      `${id} is ${status}, was credited ${credits} times and told ${told} times`,
  )
}

function shuffled<Item>(items: Item[], chance: Chance): Item[] {
  return items
    .map((item) => [chance.number(), item] as const)
    .sort(([one], [other]) => one - other)
    .map(([, item]) => item)
}

async function inLanes<Item>(items: Item[], work: (item: Item) => Promise<void>): Promise<void> {
  const rest = items.values()
  const lane = async () => {
    for (const item of rest) await work(item)
  }
  await Promise.all(Array.from({ length: atOnce }, lane))
}
