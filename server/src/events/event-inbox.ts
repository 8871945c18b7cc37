export type StoredEvent = { id: string; type: string; body: string }

/** What one listener has yet to be sent. It holds only so many; what is too much is read from the database later. */
export type Inbox = {
  put(events: StoredEvent[]): void
  /** Leaves out what is stored from this id on, and notes to read it again. */
  fallBehind(from: string): void
  /** From where to read again, if anything was left out. What is put after this call is held again. */
  catchUpFrom(): string | null
  take(): StoredEvent | undefined
  /** Waits until there is something to do, the end included; false if the time was up before. */
  waitForNews(atMostMs: number): Promise<boolean>
  waitForEnd(atMostMs: number): Promise<boolean>
  end(): void
  isEnded(): boolean
}

export function createInbox(mostHeld: number, wants: (type: string) => boolean): Inbox {
  let held: StoredEvent[] = []
  let behindFrom: string | null = null
  let ended = false
  let look = () => {}

  function fallBehind(from: string) {
    // Ids are written in one way only, so that texts compare as the ids do.
    if (behindFrom === null || from < behindFrom) behindFrom = from
    for (const { id } of held) if (id < behindFrom) behindFrom = id
    held = []
    look()
  }

  function until(isSo: () => boolean, atMostMs: number): Promise<boolean> {
    if (isSo()) return Promise.resolve(true)
    return new Promise((resolve) => {
      const timer = setTimeout(go, atMostMs)
      function go() {
        clearTimeout(timer)
        look = () => {}
        resolve(isSo())
      }
      look = () => {
        if (isSo()) go()
      }
    })
  }

  return {
    fallBehind,
    put(events) {
      const wanted = events.filter(({ type }) => wants(type))
      if (wanted.length === 0 || ended) return
      held.push(...wanted)
      if (behindFrom !== null || held.length > mostHeld) fallBehind(wanted[0]?.id ?? '')
      look()
    },
    catchUpFrom() {
      const from = behindFrom
      behindFrom = null
      return from
    },
    take: () => held.shift(),
    waitForNews: (atMostMs) => until(() => ended || behindFrom !== null || held.length > 0, atMostMs),
    waitForEnd: (atMostMs) => until(() => ended, atMostMs),
    end() {
      ended = true
      held = []
      look()
    },
    isEnded: () => ended,
  }
}
