/** For whoever measures: told of each who joins, and of each batch with what `joined` gave for those in it. */
export type BatchWatch<Joined = unknown> = {
  /** The id of the payment or whatever else the item is about is asked for only by those who want it. */
  joined(aboutOf: () => string | null): Joined
  /** What it gives is called when the batch has ended. */
  began(joined: Joined[]): (error?: unknown) => void
}

type GatherOptions<Item> = {
  most: number
  atOnce: number
  /** Who comes when so many wait already is told at once. */
  mostWaiting?: number
  /** For items that may be large: a batch ends before it weighs more, unless one alone does. */
  weight?: { of(item: Item): number; most: number }
  /** For what nobody waits for: a batch begins so much later, and has all who came meanwhile. */
  lingerMs?: number
  watch?: BatchWatch | undefined
  aboutOf?(item: Item): string | null
}

/** Too many wait already. It passes, like a database that is away. */
export class QueueFull extends Error {
  override name = 'QueueFull'
}

/** More than this is never done soon enough for whoever waits; who comes then is told at once. */
const usuallyMostWaiting = 5_000

/**
 * Turns a function of many into one that is called with one at a time: calls that arrive while a batch is
 * under way wait and go together in the next, so a hundred callers cost one round trip.
 */
export function gather<Item, Result>(
  handleMany: (items: Item[]) => Promise<Result[]>,
  options: GatherOptions<Item>,
): (item: Item) => Promise<Result> {
  const { mostWaiting = usuallyMostWaiting, watch, aboutOf } = options
  type Waiting = {
    item: Item
    joined: unknown
    resolve: (result: Result) => void
    reject: (error: unknown) => void
  }
  let waiting: Waiting[] = []
  let underWay = 0
  let scheduled = false

  function schedule() {
    if (scheduled || underWay >= options.atOnce || waiting.length === 0) return
    scheduled = true
    // After the poll phase, so that all requests read in this turn of the loop share a batch.
    if (options.lingerMs === undefined || waiting.length >= options.most) setImmediate(run)
    else setTimeout(run, options.lingerMs)
  }

  function run() {
    scheduled = false
    const size = sizeOfBatch(waiting, options)
    const batch = waiting.slice(0, size)
    waiting = waiting.slice(size)
    underWay += 1
    const ended = watch?.began(batch.map(({ joined }) => joined))
    Promise.try(
      handleMany,
      batch.map((entry) => entry.item),
    )
      .then(
        (results) => {
          ended?.()
          batch.forEach((entry, position) => void entry.resolve(results[position] as Result))
        },
        (error) => {
          ended?.(error)
          batch.forEach((entry) => void entry.reject(error))
        },
      )
      .finally(() => {
        underWay -= 1
        schedule()
      })
    schedule()
  }

  return (item) =>
    new Promise((resolve, reject) => {
      if (waiting.length >= mostWaiting) return reject(new QueueFull(`${mostWaiting} wait already`))
      const joined = watch?.joined(() => aboutOf?.(item) ?? null)
      waiting.push({ item, joined, resolve, reject })
      schedule()
    })
}

function sizeOfBatch<Item>(waiting: { item: Item }[], { most, weight }: GatherOptions<Item>): number {
  if (weight === undefined) return Math.min(waiting.length, most)
  let size = 0
  for (let sum = 0; size < Math.min(waiting.length, most); size += 1) {
    sum += weight.of((waiting[size] as { item: Item }).item)
    if (size > 0 && sum > weight.most) break
  }
  return size
}
