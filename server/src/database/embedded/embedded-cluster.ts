import { setTimeout as sleep } from 'node:timers/promises'
import { socketUrl } from '../database-url.ts'
import { type ClusterPlace, prepareClusterPlace } from './cluster-place.ts'
import { type Joined, type JoinWishes, joinCluster, leaveCluster } from './join-cluster.ts'
import type { PostgresPrograms } from './postgres-binaries.ts'
import { boundLog } from './postgres-log.ts'
import type { PostgresSettings } from './postgres-settings.ts'
import { socketPort } from './socket-folder.ts'

export type EmbeddedCluster = {
  /** How to reach a database of this cluster; `postgres` is its superuser. */
  url(database: string, user?: string): string
  pid(): number
  /** Leaves, and stops the server unless somebody else uses it. */
  close(): Promise<void>
}

export type EmbeddedWishes = {
  dataDir: string
  log: (line: string) => void
  /** Other than ours: for the clusters of tests. */
  settings?: PostgresSettings
  /** The programs of another PostgreSQL than ours, for a cluster that it made. */
  programs?: PostgresPrograms
}

// The last delay is repeated for as long as it takes: a full disk is emptied by a person.
const restartDelaysMs = [0, 100, 500, 1_000, 2_000, 5_000, 10_000]
// A server that stayed up for so long is not one that falls over at every start.
const steadyMs = 60_000

/** PostgreSQL of our own under the data folder, kept running until the last process that uses it closes it. */
export async function openEmbeddedCluster(wishes: EmbeddedWishes): Promise<EmbeddedCluster> {
  const place = await prepareClusterPlace(wishes.dataDir, wishes.settings, wishes.programs)
  const closing = new AbortController()
  const join = { log: wishes.log, signal: closing.signal }
  const held = { joined: await joinCluster(place, join) }
  const watching = keepRunning(place, held, join)
  const logBounds = setInterval(() => void boundLog(place.logFile).catch(() => {}), 60_000).unref()

  async function close(): Promise<void> {
    closing.abort()
    clearInterval(logBounds)
    await watching
    await leaveCluster(place, held.joined)
  }

  let closed: Promise<void> | undefined
  return {
    url: (database, user = 'postgres') => {
      const folder = held.joined.postmaster.socketFolder || place.socketFolder
      return socketUrl({ folder, port: socketPort, user, database })
    },
    pid: () => held.joined.postmaster.pid,
    close: () => {
      closed ??= close()
      return closed
    },
  }
}

/** Starts the server again whenever it dies, ever more slowly if it keeps dying, until we close. */
async function keepRunning(place: ClusterPlace, held: { joined: Joined }, join: JoinWishes): Promise<void> {
  const aborted = new Promise<void>((resolve) => join.signal.addEventListener('abort', () => resolve()))
  let failures = 0
  let lost = false
  while (!join.signal.aborted) {
    if (!lost) {
      const upSince = performance.now()
      await Promise.race([held.joined.presence.lost, aborted])
      if (join.signal.aborted) return
      join.log(`PostgreSQL (pid ${held.joined.postmaster.pid}) went away: starting it again`)
      await held.joined.presence.end()
      if (performance.now() - upSince > steadyMs) failures = 0
    }
    const delayMs = restartDelaysMs[Math.min(failures, restartDelaysMs.length - 1)]
    failures += 1
    await sleep(delayMs, undefined, { signal: join.signal }).catch(() => {})
    if (join.signal.aborted) return
    try {
      held.joined = await joinCluster(place, join)
      lost = false
      join.log(`PostgreSQL is back (pid ${held.joined.postmaster.pid})`)
    } catch (error) {
      lost = true
      join.log(error instanceof Error ? error.message : String(error))
    }
  }
}
