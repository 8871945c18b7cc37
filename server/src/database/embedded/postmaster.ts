import { readdir, readFile, readlink, realpath, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { runProgram } from './run-program.ts'

/** A running PostgreSQL server, as its own pid file tells it. */
export type Postmaster = { pid: number; socketFolder: string }

export const pidFileOf = (clusterFolder: string): string => join(clusterFolder, 'postmaster.pid')

/** The server that runs on this cluster now; a pid file that names a dead or foreign process tells of none. */
export async function findPostmaster(clusterFolder: string): Promise<Postmaster | undefined> {
  const lines = (await readFile(pidFileOf(clusterFolder), 'utf8').catch(() => '')).split('\n')
  const pid = Number(lines[0])
  if (!(await isPostgresOn(pid, clusterFolder))) return undefined
  return { pid, socketFolder: lines[4] ?? '' }
}

/** Process ids are used again: a living pid says little, a postgres whose working folder is the cluster says enough. */
export async function isPostgresOn(pid: number, clusterFolder: string): Promise<boolean> {
  if (!processIsAlive(pid)) return false
  if (process.platform !== 'linux') {
    const { output } = await runProgram('ps', ['-ww', '-o', 'stat=,command=', '-p', String(pid)])
    return !output.startsWith('Z') && output.includes(`postgres -D ${clusterFolder} `)
  }
  const name = await readFile(`/proc/${pid}/comm`, 'utf8').catch(() => '')
  if (!name.startsWith('postgres')) return false
  const folder = await readlink(`/proc/${pid}/cwd`).catch(() => '')
  return folder === (await realpath(clusterFolder))
}

// No system counts that far, so PostgreSQL finds this process dead.
const pidOfNobody = 2_147_483_646

/**
 * PostgreSQL does not start while a lock file names any living process. If that process is not its own, we name a dead
 * one instead of removing the file, because the file also tells PostgreSQL of orphans that still hold its memory.
 */
export async function disarmLockFile(file: string, clusterFolder: string): Promise<void> {
  const text = await readFile(file, 'utf8').catch(() => '')
  const [first = '', ...rest] = text.split('\n')
  const pid = Math.abs(Number(first))
  if (!processIsAlive(pid) || (await isPostgresOn(pid, clusterFolder))) return
  await writeFile(`${file}.disarmed`, [pidOfNobody, ...rest].join('\n'))
  await rename(`${file}.disarmed`, file)
}

/** Ends a server: politely (its clients are cut, a checkpoint is made), then without the checkpoint, then at once. */
export async function stopPostmaster(pid: number, clusterFolder: string, patienceMs = 30_000): Promise<void> {
  const steps: [NodeJS.Signals, number][] = [
    ['SIGINT', patienceMs],
    ['SIGQUIT', 5_000],
    ['SIGKILL', 5_000],
  ]
  for (const [signal, waitMs] of steps) {
    sendSignal(pid, signal)
    // One that was suspended must wake up to hear it.
    sendSignal(pid, 'SIGCONT')
    const deadline = performance.now() + waitMs
    while (performance.now() < deadline) {
      if (!(await isPostgresOn(pid, clusterFolder))) return
      await sleep(10)
    }
  }
}

/** Children of a killed server notice its death when they next wait; until then no new server may start. */
export async function endOrphans(clusterFolder: string): Promise<void> {
  if (process.platform !== 'linux') return
  for (const name of await readdir('/proc')) {
    const pid = Number(name)
    if (Number.isInteger(pid) && (await isPostgresOn(pid, clusterFolder))) sendSignal(pid, 'SIGKILL')
  }
}

function sendSignal(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch {
    // It is gone already, which is what was wanted.
  }
}

/** True for a process of somebody else too, and for a dead one that nobody has collected yet. */
export function processIsAlive(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return false
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
