import { setTimeout as sleep } from 'node:timers/promises'
import { createTurns } from '../http/http.ts'
import type { Language } from '../pages/pages.ts'
import { Refusal } from '../primitives/refusal.ts'
import {
  type Handset,
  type HandsetView,
  holdHandsets,
  lookAtHandsets,
  type Reach,
  readHandsets,
  renewalMs,
} from '../providers/providers.ts'
import type { World } from '../world/world.ts'
import type { GatewayPhones } from './gateway-phones.ts'
import type { Hands } from './hands.ts'
import { type Looked, screensOf } from './screens.ts'
import { type ShownPhone, takenUp } from './shown-phones.ts'
import { whatWasHeard } from './what-was-heard.ts'

export type HandsetListening = {
  reach: Reach
  phones: ShownPhone[]
  language: Language
  /** Whom limits count. */
  visitor: string
  gone: AbortSignal
}

export type HandsetFeed = {
  /** Holds the phones for as long as somebody listens, and tells what they show whenever that has changed. */
  listen(listening: HandsetListening): AsyncIterable<string>
}

const usual = {
  /** What somebody at a desk takes for "at once"; and often enough to hold on to numbers. */
  lookMs: 400,
  /** Below the usual minute of proxies. */
  heartbeatMs: 15_000,
  /** Whoever was signed out or removed meanwhile does not come back: browsers ask again, and are known anew. */
  endAfterMs: 60_000,
  /** Somebody has a tab or two open, and forgets a few. */
  mostPerVisitor: 8,
  mostInAll: 40,
  /** Payments that are told of; older ones are found elsewhere. */
  mostFollowed: 12,
}

/** How soon a browser listens again: long before the numbers are let go. */
const retryMs = 500

/** One look at a time, however many pages are open: they share their connections with the work on real payments. */
const oneAtATime = { atOnce: 1, perCaller: 1, mostWaiting: 100, waitMs: 10_000 }

/** What else rings where everything may be seen: gateways beside this process, and who tells them which numbers are held. */
export type Beside = { gatewayPhones: Pick<GatewayPhones, 'view'>; hands: Hands }

/** What the pages with phones hear. An open page is what holds a number: when it is gone, nobody renews the lease. */
export function createHandsetFeed(
  world: Pick<World, 'sql' | 'clock'>,
  beside: Beside,
  timing: Partial<typeof usual> = {},
): HandsetFeed {
  const limits = { ...usual, ...timing }
  const listeners = new Set<HandsetListening>()
  const turns = createTurns(oneAtATime, { what: 'pages' })

  function add(listening: HandsetListening): void {
    const ofVisitor = [...listeners].filter(({ visitor }) => visitor === listening.visitor).length
    if (ofVisitor >= limits.mostPerVisitor || listeners.size >= limits.mostInAll) {
      throw new Refusal('rate_limited', { details: { retry_after_seconds: 10 } })
    }
    listeners.add(listening)
    listening.gone.addEventListener('abort', () => listeners.delete(listening), { once: true })
    if (listening.gone.aborted) listeners.delete(listening)
  }

  async function* follow(listening: HandsetListening): AsyncGenerator<string> {
    const { gone, phones, language, visitor } = listening
    const follower = createFollower(world, listening, beside, limits.mostFollowed)
    try {
      let shown = ''
      const endsAtMs = world.clock.now().getTime() + limits.endAfterMs
      yield `retry: ${retryMs}\n\n`
      for (
        let silentMs = 0;
        !gone.aborted && world.clock.now().getTime() < endsAtMs;
        silentMs += limits.lookMs
      ) {
        const text = JSON.stringify(screensOf(await turns(visitor, follower), phones, language))
        const isNews = text !== shown
        if (isNews || silentMs >= limits.heartbeatMs) {
          yield isNews ? `data: ${text}\n\n` : ': still here\n\n'
          silentMs = 0
        }
        shown = text
        await sleep(limits.lookMs, undefined, { signal: gone }).catch(() => {})
      }
    } finally {
      beside.hands.letGo(listening)
      listeners.delete(listening)
    }
  }

  return {
    listen(listening) {
      add(listening)
      return follow(listening)
    },
  }
}

/** Looks again and again, and remembers which payments were on these phones. */
function createFollower(
  world: Pick<World, 'sql' | 'clock'>,
  listening: HandsetListening,
  { gatewayPhones, hands }: Beside,
  mostFollowed: number,
): () => Promise<Looked> {
  const { reach, phones } = listening
  let followed: string[] = []
  let heldAtMs = 0

  async function hold() {
    const nowMs = world.clock.now().getTime()
    // Between renewals nothing is written: each would cost the database a commit.
    if (nowMs - heldAtMs < renewalMs) {
      return await readHandsets(
        world,
        reach,
        phones.map(({ phone }) => phone),
      )
    }
    heldAtMs = nowMs
    return await holdHandsets(world, reach, phones.map(takenUp))
  }

  async function look(handsets: Handset[]): Promise<HandsetView> {
    const view = await lookAtHandsets(world, reach, handsets)
    if (reach !== 'everything') return view
    const answering = handsets.filter(({ answers }) => answers)
    hands.hold(
      listening,
      answering.map(({ phone }) => phone),
    )
    const { prompts, codes } = gatewayPhones.view(handsets)
    return { ...view, prompts: [...view.prompts, ...prompts], codes: [...view.codes, ...codes] }
  }

  return async () => {
    const handsets = await hold()
    const view = await look(handsets)
    const seen = [...view.messages.slice(0, mostFollowed).toReversed(), ...view.prompts].map(
      ({ reference }) => reference,
    )
    followed = [...new Set([...followed.filter((one) => !seen.includes(one)), ...seen])].slice(-mostFollowed)
    return { ...view, handsets, heard: await whatWasHeard(world.sql, followed) }
  }
}
