import type { Service } from '../../service.ts'

/** Whoever waits is told when the service stops; how many are to be told now. */
export function countWaiting({ gate }: Service) {
  const { whenClosing } = gate
  let waiting = 0
  gate.whenClosing = (end) => {
    waiting += 1
    const forget = whenClosing(end)
    return () => {
      waiting -= 1
      forget()
    }
  }
  return { now: () => waiting, stop: () => Object.assign(gate, { whenClosing }) }
}
