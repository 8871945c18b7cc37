import { Refusal } from '../primitives/refusal.ts'

export type TurnLimits = {
  /** How many lists are read at once, of all callers together: one for each connection that lists have. */
  atOnce: number
  /** How many of them may be of one caller. */
  perCaller: number
  /** How many of one caller may wait. */
  mostWaiting: number
  waitMs: number
}

/** A quarter of the connections at most: whoever reads as fast as they can leaves the processor to those who are paid. */
export function turnLimitsFor(connections: number): TurnLimits {
  return {
    atOnce: connections,
    perCaller: Math.max(1, Math.floor(connections / 4)),
    mostWaiting: 100,
    waitMs: 2_000,
  }
}

/**
 * The same for changes that callers ask for, each a transaction: those of one merchant wait for each other's locks with a
 * connection in their hands, so they get a third of them at most, and all together leave some for what is done in batches.
 */
export function changeLimitsFor(connections: number): TurnLimits {
  return {
    atOnce: Math.max(1, Math.floor((connections * 2) / 3)),
    perCaller: Math.max(1, Math.floor(connections / 3)),
    mostWaiting: 500,
    waitMs: 5_000,
  }
}

/**
 * The same for bodies of megabytes. Each is held several times over and read for a tenth of a second in which nobody else is heard, so few are
 * at once, and one of each caller; those who wait keep theirs on their own side of the line.
 */
export const largeBodyLimits: TurnLimits = { atOnce: 4, perCaller: 1, mostWaiting: 10, waitMs: 5_000 }

/** A database that answers nobody is waited for so long: longer than a planned switchover takes, shorter than callers wait. */
const stillMs = 8_000
const lookAgainMs = 200

/** Does work when it is its caller's turn. */
export type Turns = <Result>(caller: string, work: () => Promise<Result>) => Promise<Result>

/** Whoever is called has the turn and waits no longer, so that the end of the waiting cannot come between; `begin` is later. */
type Waiting = { call(): void; begin(): void }

type Place = {
  what?: keyof typeof done
  /** Whether nobody at all is answered just now: then it is not the caller who asks for too much. */
  standsStill?: (() => Promise<boolean>) | undefined
}

/**
 * Who reads lists, and when. A free place goes to the caller who has waited longest for one, not to the longest queue:
 * however many lists one caller asks for, the next caller is one turn away. Nobody waits long: whoever has filled
 * their own share is told to slow down, and whoever waits for others is told that we are busy.
 */
export function createTurns(
  { atOnce, perCaller, mostWaiting, waitMs }: TurnLimits,
  { what = 'lists', standsStill }: Place = {},
): Turns {
  let running = 0
  const runningOf = new Map<string, number>()
  // In the order of turns: whoever had one goes to the end.
  const queues = new Map<string, Set<Waiting>>()

  const shareOf = (caller: string) => runningOf.get(caller) ?? 0

  function startNext(): void {
    for (const [caller, queue] of queues) {
      if (running >= atOnce) return
      if (shareOf(caller) >= perCaller) continue
      const [first] = queue
      if (first === undefined) continue
      queues.delete(caller)
      queue.delete(first)
      if (queue.size > 0) queues.set(caller, queue)
      enter(caller)
      first.call()
      // In a later turn of the loop, so that whoever has come meanwhile is heard between two lists.
      setImmediate(() => first.begin())
    }
  }

  function enter(caller: string): void {
    running += 1
    runningOf.set(caller, shareOf(caller) + 1)
  }

  function leave(caller: string): void {
    running -= 1
    const left = shareOf(caller) - 1
    if (left === 0) runningOf.delete(caller)
    else runningOf.set(caller, left)
    startNext()
  }

  function waitForTurn(caller: string): Promise<void> {
    const queue = queues.get(caller) ?? new Set<Waiting>()
    if (queue.size >= mostWaiting) throw tooMany(what, perCaller)
    queues.set(caller, queue)
    const began = performance.now()
    return new Promise((resolve, reject) => {
      const waiting = {
        call: () => clearTimeout(timer),
        begin: () => resolve(),
      }
      let timer = setTimeout(end, waitMs)
      let stood = false
      async function end(): Promise<void> {
        if (standsStill && performance.now() - began < stillMs && (await standsStill())) {
          stood = true
          if (queue.has(waiting)) timer = setTimeout(end, lookAgainMs)
          return
        }
        // Called while it was asked.
        if (!queue.has(waiting)) return
        queue.delete(waiting)
        if (queue.size === 0 && queues.get(caller) === queue) queues.delete(caller)
        reject(!stood && shareOf(caller) >= perCaller ? tooMany(what, perCaller) : busy(what))
      }
      queue.add(waiting)
    })
  }

  return async (caller, work) => {
    if (running < atOnce && shareOf(caller) < perCaller) enter(caller)
    else await waitForTurn(caller)
    try {
      return await work()
    } finally {
      leave(caller)
    }
  }
}

const done = { lists: 'read', changes: 'made', pages: 'opened', uploads: 'read' } as const

function tooMany(what: keyof typeof done, perCaller: number): Refusal {
  return new Refusal('rate_limited', {
    message: `Too many ${what} at once: ${perCaller} of yours are being ${done[what]}. Ask again when they are answered.`,
    details: { limit: perCaller, per: 'moment', retry_after_seconds: 1 },
  })
}

function busy(what: keyof typeof done): Refusal {
  return new Refusal('unavailable', {
    message: `Too many ${what} are being ${done[what]} just now. Wait as long as Retry-After says.`,
  })
}
