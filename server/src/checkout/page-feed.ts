import type { Database } from '../database/database.ts'
import { type Running, runEvery } from '../jobs/jobs.ts'
import type { Clock } from '../primitives/clock.ts'
import { Refusal } from '../primitives/refusal.ts'
import { findVersions } from './pay-view.ts'

export type PageListening = {
  token: string
  /** What the listener has on its page. */
  version: string
  /** Whom limits by address count. */
  address: string
  gone: AbortSignal
}

export type PageFeed = {
  /** Says once that the page has changed, and ends; or ends by itself when nobody expects anything any more. */
  listen(listening: PageListening): AsyncIterable<string>
  stop(): Promise<void>
}

type FeedParts = { sql: Database; clock: Clock; onError(error: unknown): void }

const usual = {
  /** What a payer who has just typed a PIN takes for "at once". */
  pollMs: 500,
  /** Below the usual minute of proxies. */
  heartbeatMs: 15_000,
  /** Scripts give up then too; the page can be opened again. */
  endAfterMs: 15 * 60_000,
  /** A payer has a tab or two; a shop that looks over a shoulder another. */
  mostPerPage: 6,
  /** Networks put many phones behind one address; but whoever opens hundreds of pages of their own must leave room for others. */
  mostPerAddress: 500,
  mostInAll: 2_000,
}

type Listener = PageListening & { tell(): void }

/** Tells listeners that their page has changed: one query for all of them, and none while nobody listens. */
export function createPageFeed(
  { sql, clock, onError }: FeedParts,
  timing: Partial<typeof usual> = {},
): PageFeed {
  const limits = { ...usual, ...timing }
  const listeners = new Set<Listener>()
  let polling: Running | undefined

  async function poll(): Promise<void> {
    const listening = [...listeners]
    const versions = await findVersions(sql, [...new Set(listening.map(({ token }) => token))], clock.now())
    for (const { token, version, tell } of listening) if (versions.get(token) !== version) tell()
  }

  function add(listener: Listener): void {
    const those = [...listeners]
    const onThisPage = those.filter(({ token }) => token === listener.token).length
    const atThisAddress = those.filter(({ address }) => address === listener.address).length
    const hasRoom =
      onThisPage < limits.mostPerPage &&
      atThisAddress < limits.mostPerAddress &&
      those.length < limits.mostInAll
    if (!hasRoom) {
      throw new Refusal('rate_limited', { details: { retry_after_seconds: 10 } })
    }
    listeners.add(listener)
    polling ??= runEvery(limits.pollMs, poll, onError)
  }

  function remove(listener: Listener): void {
    listeners.delete(listener)
    if (listeners.size > 0) return
    void polling?.stop()
    polling = undefined
  }

  return {
    listen(listening) {
      const changed = Promise.withResolvers<'changed'>()
      const listener: Listener = { ...listening, tell: () => changed.resolve('changed') }
      add(listener)
      listening.gone.addEventListener('abort', () => remove(listener), { once: true })
      // Who hung up while the page was looked for does so no second time.
      if (listening.gone.aborted) remove(listener)
      return follow(changed.promise, listening.gone, limits, () => remove(listener))
    },
    async stop() {
      await polling?.stop()
    },
  }
}

async function* follow(
  changed: Promise<'changed'>,
  gone: AbortSignal,
  { heartbeatMs, endAfterMs }: typeof usual,
  leave: () => void,
): AsyncGenerator<string> {
  const left = Promise.withResolvers<'gone'>()
  gone.addEventListener('abort', () => left.resolve('gone'), { once: true })
  try {
    // Whoever hears nothing at first would not know that somebody speaks.
    yield ': listening\n\n'
    for (let waitedMs = 0; waitedMs < endAfterMs && !gone.aborted; waitedMs += heartbeatMs) {
      const pause = Promise.withResolvers<'silence'>()
      const timer = setTimeout(() => pause.resolve('silence'), heartbeatMs)
      const what = await Promise.race([changed, left.promise, pause.promise])
      clearTimeout(timer)
      if (what === 'gone') return
      yield what === 'changed' ? 'data: changed\n\n' : ': still here\n\n'
      if (what === 'changed') return
    }
  } finally {
    leave()
  }
}
