/** Lets a loop sleep until something happens or the time is up. A ring that nobody waits for is not lost. */
export function createBell() {
  let rung = false
  let wakeUp: (() => void) | undefined
  return {
    ring(): void {
      rung = true
      wakeUp?.()
    },
    async wait(atMostMs: number): Promise<void> {
      if (!rung) {
        const { promise, resolve } = Promise.withResolvers<void>()
        const timer = setTimeout(resolve, atMostMs)
        timer.unref()
        wakeUp = resolve
        await promise
        clearTimeout(timer)
      }
      rung = false
    },
  }
}
