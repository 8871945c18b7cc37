import { setTimeout as sleep } from 'node:timers/promises'
import { gather } from '../primitives/gather.ts'
import { createWakeUp } from './wake-up.ts'

/** Work that lies ready in the database until somebody takes it. */
export type Taking<Item> = {
  /** Takes what is due, as much as there is room for. */
  claim(): Promise<Item[]>
  /** Answers whether it will have to be looked after again. What takes long ends early when the service does. */
  lookAfter(item: Item, stopping: AbortSignal): Promise<boolean>
  /** Gives what goes on waiting its next time. */
  letGo(items: Item[]): Promise<void>
}

type Rhythm = { everyMs: number; onError: (error: unknown) => void }

/** When there is more than fits, it is asked for as room comes free, but not for each single one. */
const restMs = 20

/**
 * Takes work into free room, again and again until it is stopped. Nobody waits for anybody else: what hangs keeps its
 * own place, what is done makes room at once.
 */
export function startTaking<Item>(taking: Taking<Item>, { everyMs, onError }: Rhythm) {
  const wakeUp = createWakeUp()
  const underWay = new Set<Promise<void>>()
  const letGo = gather<Item, void>(
    async (items) => {
      await taking.letGo(items)
      return []
    },
    { most: 500, atOnce: 1 },
  )
  let mayBeMore = false
  const stopping = new AbortController()

  async function handle(item: Item): Promise<void> {
    const isOpen = await taking.lookAfter(item, stopping.signal).catch((error) => {
      onError(error)
      return true
    })
    if (isOpen) await letGo(item)
  }

  async function takeMore(): Promise<void> {
    const claimed = await taking.claim()
    mayBeMore = claimed.length > 0
    for (const item of claimed) {
      const handling = handle(item)
        .catch(onError)
        .finally(() => {
          underWay.delete(handling)
          if (mayBeMore) wakeUp.call()
        })
      underWay.add(handling)
    }
  }

  async function loop(): Promise<void> {
    while (!stopping.signal.aborted) {
      await takeMore().catch(onError)
      await sleep(restMs, undefined, { ref: false })
      await wakeUp.wait(everyMs)
    }
  }

  const looping = loop()
  return {
    async stop() {
      stopping.abort()
      wakeUp.call()
      await looping
      await Promise.allSettled(underWay)
    },
  }
}

/** One look at each, for whoever has to know when all of it is done. Returns how much there was. */
export async function takeOnce<Item>(...takings: Taking<Item>[]): Promise<number> {
  let all = 0
  for (const taking of takings) all += await lookOnce(taking)
  return all
}

/** What failed is told at the end. */
async function lookOnce<Item>({ claim, lookAfter, letGo }: Taking<Item>): Promise<number> {
  const claimed = await claim()
  const { signal: neverStopping } = new AbortController()
  const looked = await Promise.allSettled(claimed.map((item) => lookAfter(item, neverStopping)))
  const open = claimed.filter((_, position) => {
    const after = looked[position]
    return after?.status === 'rejected' || after?.value
  })
  if (open.length > 0) await letGo(open)
  const faults = looked.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []))
  if (faults.length > 0)
    throw new AggregateError(faults, `${faults.length} of ${claimed.length} could not be looked after`)
  return claimed.length
}
