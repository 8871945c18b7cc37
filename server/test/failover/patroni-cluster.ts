import { execFile, spawn } from 'node:child_process'
import { chmod, mkdtemp, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { install, locate } from '../debian-program.ts'
import { repository } from '../run-service.ts'
import { type NodeProcesses, processesOf, walSendersOf } from './processes-of-node.ts'

export const nodes = ['pg1', 'pg2', 'pg3'] as const
export type Node = (typeof nodes)[number]

type Member = { name: Node; role: string; state: string; timeline?: number; lag?: number | string }

export type PatroniCluster = Awaited<ReturnType<typeof openPatroniCluster>>

const script = join(repository, 'deploy', 'try-ha.sh')
const run = promisify(execFile)

const packages = {
  patroni: 'patroni',
  etcd: 'etcd-server',
  haproxy: 'haproxy',
  pgbouncer: 'pgbouncer',
  psql: 'postgresql',
}

/** Which packages are missing; where we are root on Debian they are installed first. */
export async function missingPackages(): Promise<string[]> {
  process.env.PATH = `${process.env.PATH}:/usr/sbin:/sbin`
  const missing: string[] = []
  for (const [program, name] of Object.entries(packages)) {
    if ((await locate(program)) !== undefined) continue
    await install(name, `The proof of failover needs ${program}`)
    if ((await locate(program)) === undefined) missing.push(name)
  }
  return missing
}

/** Three PostgreSQL under Patroni and etcd behind HAProxy and PgBouncer, as `deploy/` ships them and `try-ha.sh` brings them up. */
export async function openPatroniCluster({ isSynchronous }: { isSynchronous: boolean }) {
  // PostgreSQL runs as another account where we are root, which must find its way there.
  const folder = await mkdtemp('/tmp/malipo-failover-')
  await chmod(folder, 0o755)
  const operate = async (...words: string[]) =>
    (
      await run(script, [...words, '--dir', folder], {
        env: { ...process.env, SYNCHRONOUS: String(isSynchronous) },
        timeout: 300_000,
      })
    ).stdout
  const guard = guardOf(folder)
  const close = async () => {
    guard.kill('SIGKILL')
    await operate('down')
  }
  try {
    await operate('up', '--databases-only')
  } catch (error) {
    await close()
    throw error
  }
  const settings = Object.fromEntries(
    (await readFile(join(folder, 'cluster.env'), 'utf8')).split('\n').map((line) => line.split(/=(.*)/s, 2)),
  ) as Record<string, string>
  const password = (await readFile(join(folder, 'database-password'), 'utf8')).trim()
  const urlAt = (port = '') => `postgres://malipo:${password}@127.0.0.1:${port}/malipo`
  const rest = (node: Node) => `http://127.0.0.1:${settings[`${node.toUpperCase()}_REST_PORT`]}`

  /** As whoever answers first tells it; one that was frozen does not. */
  async function members(): Promise<Member[]> {
    for (const node of nodes) {
      const answer = await fetch(`${rest(node)}/cluster`, { signal: AbortSignal.timeout(1_500) }).catch(
        () => null,
      )
      const told = (await answer?.json().catch(() => null)) as { members: Member[] } | null | undefined
      if (told?.members.some(({ role }) => role === 'leader')) return told.members
    }
    return []
  }

  const primary = async () => (await members()).find(({ role }) => role === 'leader')?.name

  const logOf = async (node: Node) =>
    (await readFile(join(folder, 'logs', `${node}.log`), 'utf8')).slice(-4_000)

  /** Whom etcd calls the leader, and who says so too. */
  async function isPrimary(node: Node): Promise<boolean> {
    const signal = AbortSignal.timeout(1_500)
    return await fetch(`${rest(node)}/primary`, { signal }).then(
      ({ ok }) => ok,
      () => false,
    )
  }

  async function isWhole(): Promise<boolean> {
    const all = await members()
    const [leader] = all.filter(({ role }) => role === 'leader')
    const isFine = ({ role, state, timeline, lag }: Member) =>
      (state === 'running' || state === 'streaming') &&
      timeline === leader?.timeline &&
      (role === 'leader' || lag === 0)
    const isCovered = !isSynchronous || all.some(({ role }) => role === 'sync_standby')
    return (
      all.length === nodes.length &&
      isCovered &&
      all.every(isFine) &&
      leader !== undefined &&
      (await isPrimary(leader.name))
    )
  }

  return {
    folder,
    poolerUrl: urlAt(settings.POOLER_PORT),
    writeUrl: urlAt(settings.WRITE_PORT),
    members,
    primary,
    /** One leads, one must confirm, and nobody is behind. */
    untilWhole: () => until(isWhole, 240_000, async () => `not whole: ${JSON.stringify(await members())}`),
    untilAnotherLeads: (than: Node) =>
      until(
        async () => {
          const next = await primary()
          return next !== undefined && next !== than && (await isPrimary(next))
        },
        120_000,
        async () => `nobody took over from ${than}:\n${(await Promise.all(nodes.map(logOf))).join('\n\n')}`,
      ),
    processes: (node: Node): Promise<NodeProcesses> => processesOf(folder, node),
    walSenders: (node: Node) => walSendersOf(folder, node),
    start: (node: Node) => operate('start', node),
    switchOver: () => operate('patronictl', 'switchover', '--force'),
    logOf,
    close,
  }
}

/** Tears the cluster down when we were killed and cannot. */
function guardOf(folder: string) {
  const text = 'while kill -0 "$1" 2>/dev/null; do sleep 1; done; exec "$2" down --dir "$3"'
  const words = ['-c', text, 'guard', String(process.pid), script, folder]
  const guard = spawn('/bin/sh', words, { detached: true, stdio: 'ignore' })
  guard.unref()
  return guard
}

async function until(
  holds: () => Promise<boolean>,
  withinMs: number,
  tell: () => Promise<string>,
): Promise<void> {
  const deadline = performance.now() + withinMs
  while (!(await holds())) {
    if (performance.now() > deadline) throw new Error(await tell())
    await sleep(250)
  }
}
