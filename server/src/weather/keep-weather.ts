import type { Environment } from '@malipo/contract'
import type { Database } from '../database/database.ts'
import type { Clock } from '../primitives/clock.ts'
import { type MobileNetwork, networkPrefixes } from '../providers/providers.ts'
import { type NetworkWeather, readWeather } from './read-weather.ts'

/** How networks do, as one process knows it. */
export type Weather = {
  /** All of which anything is known, a minute old at most. Never throws: what could not be read is not known. */
  now(): Promise<NetworkWeather[]>
  /** Those that payers should be told about before they choose. */
  troubled(carried: { environment: Environment; provider: string }): Promise<MobileNetwork[]>
}

/** A network does not change faster, and whoever opens a page should not have to ask. */
const freshMs = 15_000

/** Nobody waits for a newer word than this. */
const usableMs = 60_000

type WeatherParts = { sql: Database; clock: Clock; onError(error: unknown): void }

/**
 * Reads at most once in fifteen seconds, for everybody together, and only when somebody asks. What is older is used while it is being
 * renewed; only who comes after a minute in which nobody came waits for that.
 */
export function keepWeather({ sql, clock, onError }: WeatherParts): Weather {
  let known: NetworkWeather[] = []
  let knownAtMs = Number.NEGATIVE_INFINITY
  let reading: Promise<void> | undefined

  async function read(nowMs: number): Promise<void> {
    try {
      known = await readWeather(sql, new Date(nowMs))
      knownAtMs = nowMs
    } catch (error) {
      onError(error)
    } finally {
      reading = undefined
    }
  }

  async function now(): Promise<NetworkWeather[]> {
    const nowMs = clock.now().getTime()
    // A clock that was set back makes nothing fresh.
    const ageMs = () => Math.abs(nowMs - knownAtMs)
    if (ageMs() >= freshMs) reading ??= read(nowMs)
    if (ageMs() >= usableMs) await reading
    return ageMs() < usableMs ? known : []
  }

  return {
    now,
    async troubled({ environment, provider }) {
      const all = await now()
      const bad = all.filter(
        (one) =>
          one.environment === environment &&
          one.provider === provider &&
          (one.status === 'down' || one.status === 'slow'),
      )
      return networkPrefixes
        .map(([name]) => name)
        .filter((name) => bad.some(({ network }) => network === name))
    },
  }
}
