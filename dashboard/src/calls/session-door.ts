/**
 * Who is asked to sign in when the service says that nobody is. Whoever called waits meanwhile, and their request is then made once more as it was, with
 * its idempotency key: what stands in a form is not lost, and nothing is done twice.
 */
export type SessionDoor = {
  fetch: typeof fetch
  /** Whether somebody is being asked just now. */
  isClosed(): boolean
  /** Tells when that changes. */
  onChange(listen: () => void): () => void
  /** Somebody has signed in: all who wait go on. */
  open(): void
}

/** Signing in is refused with the same status, which says nothing about a session. */
const ofSigningIn = /^\/v1\/auth\//

export function createSessionDoor(ask: typeof fetch): SessionDoor {
  let waiting: { over: Promise<void>; open(): void } | undefined
  const listeners = new Set<() => void>()
  const tell = () => {
    for (const listen of listeners) listen()
  }

  function close(): Promise<void> {
    if (waiting === undefined) {
      const { promise, resolve } = Promise.withResolvers<void>()
      waiting = { over: promise, open: resolve }
      tell()
    }
    return waiting.over
  }

  return {
    async fetch(input, init) {
      const path = new URL(String(input), location.origin).pathname
      const answer = await ask(input, init)
      if (answer.status !== 401 || ofSigningIn.test(path)) return answer
      await close()
      // The signal belongs to an attempt whose time is over; signing in takes as long as it takes.
      const { signal, ...again } = init ?? {}
      return await ask(input, again)
    },
    isClosed: () => waiting !== undefined,
    onChange(listen) {
      listeners.add(listen)
      return () => listeners.delete(listen)
    },
    open() {
      waiting?.open()
      waiting = undefined
      tell()
    },
  }
}
