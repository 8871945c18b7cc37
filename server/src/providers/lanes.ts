import type { Environment } from '@malipo/contract'
import type { Clock } from '../primitives/clock.ts'
import { askProvider } from './ask-provider.ts'
import type { Unknown } from './provider.ts'

/** What is asked of providers again and again. Each has lanes of its own: who takes no orders may well answer questions. */
export type LaneCall = 'collect' | 'cancel' | 'lookUp' | 'payOut' | 'lookUpPayOut' | 'lookUpName' | 'balance'

export type LaneName = { provider: string; environment: Environment; call: LaneCall }

/** For whoever tells of it. */
export type LaneWatcher = {
  answered(lane: LaneName, kind: string, tookMs: number): void
  /** Nobody answered, or nobody understood the answer. */
  failed?(lane: LaneName, said: string): void
  opened(lane: LaneName, silences: number): void
  /** The breaker is open, or still is after a trial, until then. */
  rests?(lane: LaneName, rest: { silences: number; openedAt: Date; tryAt: Date }): void
  /** An answer came here after the rest of which another process has told. */
  outlived?(lane: LaneName): void
  healed(lane: LaneName): void
}

export type LaneState = LaneName & { running: number; isOpen: boolean }

export type Lanes = {
  /** For how many more calls there is room: for none while the breaker is open, for one when it is time to try again. */
  roomIn(lane: LaneName): number
  /** Until when nobody is asked, in milliseconds; null while the breaker is closed. */
  restsUntil(lane: LaneName): number | null
  /** When an answer came last, in milliseconds; null while there was none. */
  spokeAt(lane: LaneName): number | null
  ask<Word extends { kind: string }>(
    lane: LaneName,
    question: (signal: AbortSignal) => Promise<Word>,
  ): Promise<Word | Unknown>
  states(): LaneState[]
}

export type LaneOptions = { clock: Clock; watch?: LaneWatcher; deadlineMs?: number }

/** So many calls of one kind may be out: a provider that hangs fills its own lane, and no other. */
const mostAtOnce = 100

/** Enough in a row to be no accident. One odd payment alone that nobody understands does not get there between others. */
const silencesToOpen = 10

/** How long nobody is asked then. Each trial that fails doubles it, so that a long outage costs one call a minute. */
const [firstRestMs, longestRestMs] = [5_000, 60_000]

type Lane = LaneName & {
  running: number
  silences: number
  spokeAt: number | null
  /** While the breaker is open: when somebody may try again, how long the next rest is, whether somebody is trying. */
  open: { openedAt: number; tryAt: number; restMs: number; isTried: boolean } | null
}

const unused = { running: 0, silences: 0, spokeAt: null, open: null }

/** The ways to the providers: one for each of them, each environment and each kind of call. */
export function createLanes({ clock, watch, deadlineMs }: LaneOptions): Lanes {
  const lanes = new Map<string, Lane>()

  function laneOf({ provider, environment, call }: LaneName): Lane {
    const name = `${provider} ${environment} ${call}`
    const lane = lanes.get(name) ?? { provider, environment, call, ...unused }
    lanes.set(name, lane)
    return lane
  }

  function fellSilent(lane: Lane, isTrial: boolean): void {
    const now = clock.now().getTime()
    lane.silences += 1
    if (lane.open === null && lane.silences >= silencesToOpen) {
      rest(lane, now, firstRestMs, now)
      watch?.opened(lane, lane.silences)
    } else if (lane.open && isTrial) {
      rest(lane, now, Math.min(2 * lane.open.restMs, longestRestMs), lane.open.openedAt)
    }
  }

  function rest(lane: Lane, now: number, restMs: number, openedAt: number): void {
    lane.open = { openedAt, tryAt: now + restMs, restMs, isTried: false }
    const { silences } = lane
    watch?.rests?.(lane, { silences, openedAt: new Date(openedAt), tryAt: new Date(lane.open.tryAt) })
  }

  function spoke(lane: Lane): void {
    lane.silences = 0
    lane.spokeAt = clock.now().getTime()
    if (lane.open === null) return
    lane.open = null
    watch?.healed(lane)
  }

  return {
    roomIn(name) {
      const { open, running } = laneOf(name)
      if (open === null) return Math.max(0, mostAtOnce - running)
      return !open.isTried && open.tryAt <= clock.now().getTime() ? 1 : 0
    },
    restsUntil: (name) => laneOf(name).open?.tryAt ?? null,
    spokeAt: (name) => laneOf(name).spokeAt,
    async ask(name, question) {
      const lane = laneOf(name)
      const isTrial = lane.open !== null
      if (lane.open) lane.open.isTried = true
      lane.running += 1
      const began = performance.now()
      const word = await askProvider(question, deadlineMs).finally(() => {
        lane.running -= 1
      })
      if (isSilence(word)) fellSilent(lane, isTrial)
      else spoke(lane)
      const said = faultIn(word)
      if (said !== null) watch?.failed?.(lane, said)
      watch?.answered(lane, word.kind, performance.now() - began)
      return word
    },
    states: () =>
      [...lanes.values()].map(({ provider, environment, call, running, open }) => ({
        provider,
        environment,
        call,
        running,
        isOpen: open !== null,
      })),
  }
}

function faultIn(word: { kind: string; because?: string; providerMessage?: string }): string | null {
  if (word.kind === 'unknown') return word.because ?? 'unknown'
  return word.kind === 'blocked' ? `blocked: ${word.providerMessage ?? ''}` : null
}

/** A word that nobody understands is one all the same. */
function isSilence(word: { kind: string; answered?: true }): boolean {
  return word.kind === 'unknown' && word.answered !== true
}
