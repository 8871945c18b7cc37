/** Lets a loop sleep until something happens or the time is up. A call that nobody waits for is not lost. */
export function createWakeUp() {
  let called = false
  let wake: (() => void) | undefined
  return {
    call(): void {
      called = true
      wake?.()
    },
    async wait(atMostMs: number): Promise<void> {
      if (!called) {
        const { promise, resolve } = Promise.withResolvers<void>()
        const timer = setTimeout(resolve, atMostMs)
        timer.unref()
        wake = resolve
        await promise
        clearTimeout(timer)
      }
      called = false
    },
  }
}
