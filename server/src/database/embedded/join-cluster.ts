import { rmdir } from 'node:fs/promises'
import { dirname } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { StartRefused } from '../../primitives/start-refused.ts'
import type { ClusterPlace } from './cluster-place.ts'
import { lastComplaint } from './postgres-log.ts'
import { findPostmaster, type Postmaster, stopPostmaster } from './postmaster.ts'
import { announcePresence, type Presence } from './presence.ts'
import { startPostmaster } from './start-postmaster.ts'

export type Joined = { presence: Presence; postmaster: Postmaster }
export type JoinWishes = { log: (line: string) => void; signal: AbortSignal }

// A living server answers within milliseconds, even if only to say that it is starting up.
const silenceLimitMs = 5_000
// Replaying two gigabytes of log after a crash, on a slow disk.
const joinLimitMs = 300_000
// A rival's stop may end one that we have just started, but not time and again.
const mostStarts = 5

/** Takes over the server that runs on the cluster, or starts one; ends one that is hung. */
export async function joinCluster(place: ClusterPlace, { log, signal }: JoinWishes): Promise<Joined> {
  const deadline = performance.now() + joinLimitMs
  let postmaster: Postmaster | undefined
  let answeredAt = performance.now()
  let starts = 0
  while (performance.now() < deadline && starts <= mostStarts && !signal.aborted) {
    const running = await findPostmaster(place.clusterFolder)
    if (running?.pid !== postmaster?.pid) answeredAt = performance.now()
    if (running === undefined) starts += 1
    postmaster = running ?? (await startPostmaster(place, signal))
    const answer = await announcePresence(postmaster.socketFolder || place.socketFolder)
    if ('lost' in answer) return { presence: answer, postmaster }
    if (answer.busy) answeredAt = performance.now()
    if (performance.now() - answeredAt > silenceLimitMs) {
      log(`PostgreSQL (pid ${postmaster.pid}) does not answer (${answer.because}): stopping it`)
      await stopPostmaster(postmaster.pid, place.clusterFolder, 1_000)
    }
    await sleep(10)
  }
  const complaint = (await lastComplaint(place.logFile)) ?? 'it takes too long'
  throw new StartRefused(`PostgreSQL does not become ready: ${complaint} (its log is ${place.logFile})`)
}

/** Stops the server if nobody else uses it. */
export async function leaveCluster(place: ClusterPlace, { presence, postmaster }: Joined): Promise<void> {
  const last = await presence.leave().catch(() => undefined)
  if (last === undefined) await leaveLostServer(place)
  if (last === true) await stop(place, postmaster)
  await presence.end()
}

/** Our connection is gone, but a server may be there again, of a rival or half started by us. */
async function leaveLostServer(place: ClusterPlace): Promise<void> {
  const postmaster = await findPostmaster(place.clusterFolder)
  if (postmaster === undefined) return
  const answer = await announcePresence(postmaster.socketFolder || place.socketFolder)
  if (!('lost' in answer)) return await stop(place, postmaster)
  if (await answer.leave().catch(() => true)) await stop(place, postmaster)
  await answer.end()
}

async function stop(place: ClusterPlace, postmaster: Postmaster): Promise<void> {
  await stopPostmaster(postmaster.pid, place.clusterFolder)
  if (!place.socketFolder.startsWith(dirname(place.clusterFolder)))
    await rmdir(place.socketFolder).catch(() => {})
}
