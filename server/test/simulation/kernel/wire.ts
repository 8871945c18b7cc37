import type { SentCallback } from './callback-bytes.ts'
import { type Chance, chanceFrom } from './chance.ts'

/** Who asks, and may be dead when the answer comes. */
export type Owner = { isDead(): boolean }
type Deferred = { label: string; owner: Owner; atMs: number; answer(): void; timeOut(): void }

/** The way to and from a scripted provider: answers are lost, late or right, and callbacks are owed. */
export type Wire = {
  owed: SentCallback[]
  deferred: Deferred[]
  /** Whether it may answer late, now. Where two processes race, it may not, or a seed would have two stories. */
  maySlow: boolean
  isHealthy: boolean
  answer<Word extends { kind: string }>(asked: Asked<Word>): Promise<Word>
}

type Asked<Word> = {
  label: string
  /** Which of several orders under one label: each has a chance of its own, whoever is asked about first. */
  order?: number
  owner: Owner
  what: string
  decide(chance: Chance): Word | 'silence'
  /** Told of a word when it goes out, not when it is decided. */
  onSaid?(word: Word): void
}

type Options = {
  seed: string
  clock: { now(): Date }
  /** Told of every question and how it was answered. */
  note(line: string): void
}

const slow = 0.08

export function openWire({ seed, clock, note }: Options): Wire {
  const calls = new Map<string, number>()

  /** By what is asked and how often it was, not by the order of calls, which several callers at once may change. */
  function chanceOf(asked: string): Chance {
    const call = (calls.get(asked) ?? 0) + 1
    calls.set(asked, call)
    return chanceFrom(`${seed} ${asked} ${call}`)
  }

  const wire: Wire = {
    owed: [],
    deferred: [],
    maySlow: true,
    isHealthy: false,
    async answer({ label, order = 1, owner, what, decide, onSaid }) {
      const chance = chanceOf(order === 1 ? `${label} ${what}` : `${label} ${order} ${what}`)
      const isSlow = wire.maySlow && !wire.isHealthy && chance.happens(slow)
      // Decided now and told later: news that was true when it was asked for.
      const word = decide(chance)
      note(`${what} ${label}: ${word === 'silence' ? word : word.kind}${isSlow ? ', slowly' : ''}`)
      const say = () => {
        if (word === 'silence') throw new Error('timed out')
        onSaid?.(word)
        return word
      }
      if (!isSlow) return say()
      const later = Promise.withResolvers<typeof word & object>()
      const timeOut = () => later.reject(new Error('timed out'))
      wire.deferred.push({
        label,
        owner,
        atMs: clock.now().getTime(),
        answer: () => (word === 'silence' ? timeOut() : later.resolve(say())),
        timeOut,
      })
      return await later.promise
    },
  }
  return wire
}

export function refuseTheDead({ isDead }: Owner): void {
  if (isDead()) throw new Error('nobody is calling')
}
