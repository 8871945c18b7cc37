import type { Environment } from '@malipo/contract'
import type { Database } from '../database/database.ts'
import type { Clock } from '../primitives/clock.ts'
import { gather } from '../primitives/gather.ts'
import { codeOfNetwork, type MobileNetwork, networkPrefixes } from '../providers/providers.ts'
import { type PinRow, readNetworksOfSandboxes, readPins } from './network-pins.ts'
import { type NetworkWeather, readWeather } from './read-weather.ts'

/** How networks do, as one process knows it. */
export type Weather = {
  /** All of which anything is known, a minute old at most. Never throws: what could not be read is not known. */
  now(): Promise<NetworkWeather[]>
  /** Those that payers should be told about before they choose: by what was counted, or what somebody says of them. */
  troubled(carried: {
    environment: Environment
    provider: string
    merchantId: string
  }): Promise<MobileNetwork[]>
  /** Reads it again, for whoever has just changed what is said. */
  renew(): Promise<void>
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
  let pins: PinRow[] = []
  let knownAtMs = Number.NEGATIVE_INFINITY
  let reading: Promise<void> | undefined

  async function read(nowMs: number): Promise<void> {
    try {
      const at = new Date(nowMs)
      ;[known, pins] = await Promise.all([readWeather(sql, at), readPins(sql, at)])
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

  // Many may open a page at once: they share a query.
  const saidInSandbox = gather(
    (merchantIds: string[]) => readNetworksOfSandboxes(sql, clock.now(), merchantIds),
    { most: 200, atOnce: 2 },
  )

  /** What is said of a network by its name, or counted; in the sandbox only what its merchant says. */
  async function statusesFor({ environment, provider, merchantId }: Parameters<Weather['troubled']>[0]) {
    if (environment === 'sandbox') {
      const said = await saidInSandbox(merchantId)
      return (code: string) => said.find(isOfPushes(code))?.status
    }
    const counted = (await now()).filter(
      (one) =>
        one.environment === environment && one.provider === provider && one.direction === 'collections',
    )
    return (code: string) => (pins.find(isOfPushes(code)) ?? counted.find((one) => one.code === code))?.status
  }

  return {
    now,
    async troubled(carried) {
      const statusOf = await statusesFor(carried)
      return networkPrefixes
        .map(([name]) => name)
        .filter((name) => ['down', 'slow'].includes(statusOf(codeOfNetwork(name)) ?? 'unknown'))
    },
    async renew() {
      await reading
      await read(clock.now().getTime())
    },
  }
}

function isOfPushes(code: string) {
  return (pin: Pick<PinRow, 'destination_code' | 'direction'>) =>
    pin.destination_code === code && pin.direction === 'collections'
}
