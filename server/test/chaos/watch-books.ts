import { setTimeout as sleep } from 'node:timers/promises'
import { checkBooks } from '../../src/operator/operator.ts'
import type { Stage } from './stage.ts'

const everyMs = 1_000

/** Looks every second whether everything holds that must, each time in one snapshot; while nothing answers, nobody sees anything. */
export function watchBooks({ world }: Stage) {
  const broken = new Map<string, string>()
  let looks = 0
  let isWatching = true

  async function look(): Promise<void> {
    const findings = await checkBooks(world).catch(() => null)
    if (findings === null) return
    looks += 1
    for (const { check, holds, details } of findings) {
      if (!holds && !broken.has(check)) broken.set(check, details ?? '')
    }
  }

  const watching = (async () => {
    while (isWatching) {
      const next = performance.now() + everyMs
      await look()
      await sleep(Math.max(0, next - performance.now()))
    }
  })()

  return {
    looks: () => looks,
    /** What did not hold at some time, and what was found then. */
    broken: () => [...broken].map(([check, details]) => `${check}: ${details}`),
    async close(): Promise<void> {
      isWatching = false
      await watching
    },
  }
}
