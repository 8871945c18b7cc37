import type pg from 'pg'
import { findServer } from './find-server.ts'
import { addressOf, type Place } from './pool-options.ts'

export type Primary = { place(): Place; seek(): void }

/**
 * Leads a pool to whichever of the hosts takes writes once it is told that the one it knows is gone. Whoever met the
 * loss is refused as in any outage; the connections made after that go where the primary is.
 */
export function followPrimary(pool: pg.Pool, given: Place): Primary {
  const urls = [given.url, ...(given.otherUrls ?? [])]
  let { url } = given
  let looking = false

  async function look(): Promise<void> {
    looking = true
    try {
      url = (await findServer(urls)).url
      Object.assign(pool.options, addressOf(url))
    } catch {
      // Nobody takes writes now; the next loss asks again.
    } finally {
      looking = false
    }
  }

  return {
    place: () => ({ ...given, url, otherUrls: urls.filter((other) => other !== url) }),
    seek: () => void (urls.length > 1 && !looking && look()),
  }
}
