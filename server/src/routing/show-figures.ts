import type { ProviderFigures } from '@malipo/contract'
import type { Static } from 'typebox'
import type { Database } from '../database/database.ts'
import { readErrorCounts } from '../providers/providers.ts'
import { type NetworkWeather, type PushFigures, readPushFigures } from '../weather/weather.ts'

type Shown = Static<typeof ProviderFigures>
type ShownPushes = Shown['networks'][number]['last_hour']

/** How a provider does: pushes by network, and what went wrong by the kind of call. */
export async function showFigures(
  sql: Database,
  now: Date,
  name: string,
  weather: readonly NetworkWeather[],
): Promise<Shown> {
  const [pushes, errors] = await Promise.all([
    readPushFigures(sql, now, name),
    readErrorCounts(sql, now, name),
  ])
  const lately = new Map(
    weather
      .filter(
        ({ environment, provider, direction }) =>
          environment === 'live' && provider === name && direction === 'collections',
      )
      .map((one) => [one.network, one]),
  )
  const counted = new Map(pushes.map((one) => [one.network, one]))
  const networks = [...new Set([...counted.keys(), ...lately.keys()])].sort()
  return {
    name,
    networks: networks.map((network) => ({
      network,
      status: lately.get(network)?.status ?? 'unknown',
      silent: lately.get(network)?.hanging ?? 0,
      last_hour: showPushes(counted.get(network)?.lastHour),
      last_week: showPushes(counted.get(network)?.lastWeek),
    })),
    errors: {
      last_hour: errors.reduce((sum, one) => sum + one.last_hour, 0),
      last_day: errors.reduce((sum, one) => sum + one.last_day, 0),
      by_call: [...errors],
    },
  }
}

function showPushes({ succeeded, failed, medianMs }: PushFigures = none): ShownPushes {
  const all = succeeded + failed
  const share = all === 0 ? null : Math.round((succeeded / all) * 10_000) / 10_000
  return { succeeded, failed, success_share: share, median_ms: medianMs }
}

const none: PushFigures = { succeeded: 0, failed: 0, medianMs: null }
