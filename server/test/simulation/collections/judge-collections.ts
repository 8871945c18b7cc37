import { collectionLifecycle, legalSteps, mayMove } from '../../../src/collections/collection-lifecycle.ts'
import { type Booked, bookOf, type Collection, countKey, type Mirror, type Touched } from './mirror.ts'

const legal = new Set(legalSteps().map(({ from, to }) => `${from}→${to}`))

/** What must hold of the collections that a step touched: their history, their events, their counts, their money. */
export function judgeCollections(mirror: Mirror, touched: Touched): string[] {
  const faults: string[] = []
  for (const id of touched.collections) {
    const collection = mirror.collections.get(id)
    if (!collection) faults.push(`something was written for ${id}, which is no collection`)
    else {
      const found = [
        ...historyFaults(mirror, collection),
        ...eventFaults(mirror, collection),
        ...moneyFaults(mirror, collection),
        ...dueFaults(collection),
      ]
      faults.push(...found.map((fault) => `${collection.description} (${collection.status}) ${fault}`))
    }
  }
  for (const key of touched.counts) {
    const made = mirror.made.get(key) ?? 0
    const counted = mirror.counts.get(key) ?? 0
    if (made !== counted) faults.push(`there are ${made} collections ${key}, and ${counted} are counted`)
  }
  return faults
}

function historyFaults(mirror: Mirror, { id, status, moves }: Collection): string[] {
  const faults: string[] = []
  const history = (mirror.history.get(id) ?? []).toSorted((a, b) => a.seq - b.seq)
  if (history.length !== moves) faults.push(`has ${moves} moves, and ${history.length} in its history`)
  const end = history.at(-1)?.to_status
  if (end !== status) faults.push(`has a history that ends at ${end}`)
  history.forEach(({ seq, from_status: from, to_status: to, source }, position) => {
    const before = history[position - 1]?.to_status ?? null
    if (seq !== position + 1) faults.push(`has step ${seq} at place ${position + 1}`)
    if (from !== before) faults.push(`goes on from ${from} after ${before}`)
    if (!legal.has(`${from}→${to}`)) faults.push(`went the illegal way ${from}→${to}`)
    if (from !== null && !mayMove(from, to, source)) faults.push(`was moved ${from}→${to} by ${source}`)
  })
  return faults
}

function eventFaults(mirror: Mirror, { id, status, merchant_id, environment }: Collection): string[] {
  const faults: string[] = []
  const events = mirror.events.get(id) ?? []
  const announced = (mirror.history.get(id) ?? []).filter(
    ({ to_status: to }) => collectionLifecycle[to].announces !== null,
  )
  for (const { seq, to_status: to } of announced) {
    const found = events.filter(({ sequence }) => sequence === seq)
    if (found.length !== 1) faults.push(`has ${found.length} events for step ${seq} to ${to}`)
    const [event] = found
    if (event && event.told !== to) faults.push(`announces ${event.told} for ${to}`)
  }
  if (events.length > announced.length)
    faults.push(`has ${events.length} events for ${announced.length} steps`)
  if (events.some((event) => event.merchant_id !== merchant_id || event.environment !== environment)) {
    faults.push(`tells somebody else that it is ${status}`)
  }
  return faults
}

function moneyFaults(mirror: Mirror, collection: Collection): string[] {
  const booked = mirror.bookedFor.get(collection.id) ?? []
  const of = (type: string) => booked.filter((one) => one.type === type)
  const { status } = collection
  const wasPaid = status === 'successful' || status === 'reversed'
  const credits = [...of('collection'), ...of('clearance_release')]
  const held = of('clearance_hold').length - of('clearance_release').length - of('clearance_return').length
  return [
    ...exactly(credits, wasPaid ? 1 : 0, 'credited'),
    ...exactly(of('collection_reversal'), status === 'reversed' ? 1 : 0, 'taken back'),
    ...exactly(of('clearance_hold').slice(1), 0, 'held again'),
    ...exactly(of('clearance_release').slice(1), 0, 'released again'),
    ...(held === (status === 'pending_clearance' ? 1 : 0) ? [] : [`is held ${held} times`]),
    ...booked.flatMap((one) => bookingFaults(one, collection)),
  ]
}

function exactly(booked: Booked[], times: number, done: string): string[] {
  return booked.length === times ? [] : [`was ${done} ${booked.length} times instead of ${times}`]
}

function bookingFaults(booked: Booked, collection: Collection): string[] {
  const faults: string[] = []
  const isDebt = booked.type === 'debt' || booked.type === 'debt_repayment'
  if (isDebt ? booked.amount > collection.amount : booked.amount !== collection.amount) {
    faults.push(`has ${booked.amount} booked by ${booked.type} for ${collection.amount}`)
  }
  if (bookOf(booked) !== bookOf(collection)) faults.push(`is booked in ${bookOf(booked)}`)
  return faults
}

/** Whoever waits for the provider is looked after some day; whoever does not is left alone. */
function dueFaults({ status, due_at: due }: Collection): string[] {
  if ((status === 'processing') === (due !== null)) return []
  return [due === null ? 'is looked after by nobody' : `is looked after at ${due}`]
}

/** The whole of the counts, for the end of a seed. */
export function countEverything(mirror: Mirror): Map<string, number> {
  const counts = new Map<string, number>()
  for (const collection of mirror.collections.values()) {
    const key = countKey(collection)
    counts.set(key, (counts.get(key) ?? 0) + 1)
  }
  return counts
}
