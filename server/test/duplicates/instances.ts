import assert from 'node:assert/strict'
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { TestDatabase } from '../test-database.ts'
import type { Rain, Rained } from './callbacks-again-and-again.ts'
import type { Raced } from './overdraft-races.ts'

/** Nothing is sent by itself, so that callbacks are all that is ever said. */
export const environment = { ROLE: 'api', LOG_LEVEL: 'warn' }

/** What one of them has to do, and whom it calls. */
export type Share = { seed: string; place: number; urls: string[] } & (Rain | { races: number })
export type Told = { url: string } | Rained | Raced

export type Instances = {
  rain(seed: string, rain: Rain): Promise<Rained>
  race(seed: string, races: number): Promise<Raced>
  stop(): Promise<void>
}

const instances = 2

/**
 * Two processes on one database: what one of them keeps in memory, the other one does not know. Each also has half of those who call, so that both
 * cores are at work.
 */
export async function startInstances({ url, adminUrl }: TestDatabase): Promise<Instances> {
  const children = Array.from({ length: instances }, () =>
    fork(
      fileURLToPath(new URL('./instance-process.ts', import.meta.url)),
      [JSON.stringify({ url, adminUrl })],
      {
        execArgv: [],
      },
    ),
  )
  const urls = await Promise.all(children.map(async (child) => (await heard<{ url: string }>(child)).url))
  const share = <Answer extends Rained | Raced>(of: (place: number) => Share) =>
    Promise.all(
      children.map(async (child, place) => {
        const answer = heard<Answer>(child)
        child.send(of(place))
        return await answer
      }),
    )
  return {
    async rain(seed, { collections, callbacksEach }) {
      const all = await share<Rained>((place) => ({
        ...{ seed, place, urls, callbacksEach },
        collections: part(collections, place),
      }))
      return {
        sent: all.reduce((sum, { sent }) => sum + sent, 0),
        outcomes: summed(all.map(({ outcomes }) => outcomes)),
        faults: all.flatMap(({ faults }) => faults),
      }
    },
    async race(seed, races) {
      const all = await share<Raced>((place) => ({ seed, place, urls, races: part(races, place) }))
      const sum = (what: 'asked' | 'approved') => all.reduce((total, one) => total + one[what], 0)
      return {
        races,
        asked: sum('asked'),
        approved: sum('approved'),
        faults: all.flatMap(({ faults }) => faults),
      }
    },
    async stop() {
      const ended = children.map((child) => once(child, 'exit'))
      for (const child of children) child.disconnect()
      await Promise.all(ended)
    },
  }
}

/** Of so many, those at this place. */
function part(all: number, place: number): number {
  return Math.floor(all / instances) + (place < all % instances ? 1 : 0)
}

function summed(all: Record<string, number>[]): Record<string, number> {
  const total: Record<string, number> = {}
  for (const [name, times] of all.flatMap(Object.entries<number>)) total[name] = (total[name] ?? 0) + times
  return total
}

async function heard<Message>(child: ChildProcess): Promise<Message> {
  const ended = once(child, 'exit').then(([code]) => assert.fail(`an instance has ended with ${code}`))
  const message = once(child, 'message').then(([one]) => one as Message)
  // Who has answered may end later.
  ended.catch(() => {})
  return await Promise.race([message, ended])
}
