import { type ChildProcess, spawn } from 'node:child_process'
import { open } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { StartRefused } from '../../primitives/start-refused.ts'
import type { ClusterPlace } from './cluster-place.ts'
import { boundLog, lastComplaint } from './postgres-log.ts'
import { postgresSettings } from './postgres-settings.ts'
import { disarmLockFile, endOrphans, findPostmaster, type Postmaster, pidFileOf } from './postmaster.ts'
import { plainEnvironment } from './run-program.ts'
import { makeSocketFolder, socketPort } from './socket-folder.ts'

// Orphans of a killed server end by themselves in a moment; a rival's start or stop is over as quickly.
const patienceMs = 20_000

/** Starts a server that outlives us, or finds the one that a rival started meanwhile. */
export async function startPostmaster(place: ClusterPlace, signal: AbortSignal): Promise<Postmaster> {
  const { clusterFolder, socketFolder } = place
  const deadline = performance.now() + patienceMs
  for (let attempt = 1; ; attempt++) {
    await makeSocketFolder(socketFolder, place.account)
    await disarmLockFile(pidFileOf(clusterFolder), clusterFolder)
    await disarmLockFile(`${socketFolder}/.s.PGSQL.${socketPort}.lock`, clusterFolder)
    const reason = await launch(place)
    const running = await findPostmaster(clusterFolder)
    if (running !== undefined) return running
    const passing = reason === undefined || /lock file|shared memory block/.test(reason)
    if (!passing || signal.aborted || performance.now() > deadline) {
      throw new StartRefused(`PostgreSQL could not start: ${reason} (its log is ${place.logFile})`)
    }
    if (attempt % 5 === 0) await endOrphans(clusterFolder)
    await sleep(100)
  }
}

/** Returns when the server has taken its place, or has ended, and then with the reason. */
async function launch(place: ClusterPlace): Promise<string | undefined> {
  await boundLog(place.logFile)
  const log = await open(place.logFile, 'a', 0o600)
  try {
    if (place.account !== undefined) await log.chown(place.account.uid, place.account.gid)
    const from = (await log.stat()).size
    const child = spawnDetached(place, log.fd)
    let end: string | undefined
    child.once('error', (error) => {
      end = error.message
    })
    child.once('exit', (code, signal) => {
      end ??= `it ended with ${code ?? signal}`
    })
    const deadline = performance.now() + patienceMs
    while (end === undefined && performance.now() < deadline) {
      await sleep(5)
      if ((await findPostmaster(place.clusterFolder))?.pid === child.pid) return undefined
    }
    return (await lastComplaint(place.logFile, from)) ?? end ?? 'it gave no sign of life'
  } finally {
    await log.close()
  }
}

function spawnDetached(place: ClusterPlace, logFd: number): ChildProcess {
  const settings = postgresSettings(place.socketFolder, place.settings)
  const program = place.runAs(place.binaries.postgres, ['-D', place.clusterFolder, ...settings])
  const { file, args, ...identity } = program
  const child = spawn(file, args, {
    ...identity,
    cwd: '/',
    env: plainEnvironment,
    detached: true,
    stdio: ['ignore', logFd, logFd],
  })
  child.unref()
  return child
}
