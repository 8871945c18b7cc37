import { setTimeout as sleep } from 'node:timers/promises'

type Watching<Resource> = {
  read(): Promise<Resource>
  /** Told of the first state, and of each that differs from the one before. */
  onChange(resource: Resource): void
  /** What has to differ, where that is more than the state. */
  seenAs?(resource: Resource): string
  isFinal(resource: Resource): boolean
  timeoutMs: number
  signal: AbortSignal
}

/** Often at first, when a test phone answers, and seldom later, when a person is awaited. */
const stepsMs = [250, 250, 500, 500, 1_000, 1_000, 2_000]

/** Reads a thing until nothing more can become of it. Undefined when the time is over: then nobody knows how it ends. */
export async function watchStatus<Resource extends { status: string }>(
  watching: Watching<Resource>,
): Promise<Resource | undefined> {
  const { read, onChange, seenAs = ({ status }) => status, isFinal, timeoutMs, signal } = watching
  const endMs = performance.now() + timeoutMs
  let seen: string | undefined
  for (let round = 0; ; round += 1) {
    const resource = await read()
    if (seenAs(resource) !== seen) onChange(resource)
    seen = seenAs(resource)
    if (isFinal(resource)) return resource
    const waitMs = stepsMs[Math.min(round, stepsMs.length - 1)] ?? 0
    if (performance.now() + waitMs > endMs) return undefined
    await sleep(waitMs, undefined, { signal })
  }
}
