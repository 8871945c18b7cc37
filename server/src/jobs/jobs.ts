export type Chore = { stop(): Promise<void> }

/** Runs a chore again and again, never two at once. A failure is reported and the next round comes all the same. */
export function runEvery(
  everyMs: number,
  work: () => Promise<unknown>,
  onError: (error: unknown) => void,
): Chore {
  let stopped = false
  let running: Promise<unknown> = Promise.resolve()
  let timer: NodeJS.Timeout

  function plan() {
    timer = setTimeout(() => {
      running = Promise.try(work)
        .catch(onError)
        .finally(() => {
          if (!stopped) plan()
        })
    }, everyMs)
    timer.unref()
  }

  plan()
  return {
    async stop() {
      stopped = true
      clearTimeout(timer)
      await running
    },
  }
}
