import { execFile, spawn } from 'node:child_process'
import { chmod, mkdtemp, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { install, locate } from '../debian-program.ts'
import { repository } from '../run-service.ts'
import { type Node, nodes } from './nodes.ts'
import { etcdBeside, type NodeProcesses, processesOf, walSendersOf } from './processes-of-node.ts'
import { readSyncKey } from './read-sync-key.ts'

/** A standby as the primary sees it. */
type Follower = { application_name: Node; state: string; sync_state: string }

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

/** Whether each node can have a network and a disk of its own. */
export async function canMakeMachines(): Promise<boolean> {
  return process.getuid?.() === 0 && (await locate('ip')) !== undefined
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
  const hasMachines = await canMakeMachines()
  try {
    await operate('up', '--databases-only', ...(hasMachines ? ['--machines'] : []))
  } catch (error) {
    await close()
    throw error
  }
  const settings = Object.fromEntries(
    (await readFile(join(folder, 'cluster.env'), 'utf8')).split('\n').map((line) => line.split(/=(.*)/s, 2)),
  ) as Record<string, string>
  const password = (await readFile(join(folder, 'database-password'), 'utf8')).trim()
  const urlAt = (port = '') => `postgres://malipo:${password}@127.0.0.1:${port}/malipo`
  const rest = (node: Node) => {
    const name = node.toUpperCase()
    return `http://${settings[name]?.split(':')[0]}:${settings[`${name}_REST_PORT`]}`
  }

  /** Who alone may lead without being told to: the last primary, and whoever confirmed all that it acknowledged. */
  const mayLead = () => readSyncKey(settings)

  /** As HAProxy asks it: each is asked about itself, because one that is parted from the others has an etcd that still tells what was. */
  async function primary(): Promise<Node | undefined> {
    const leads = await Promise.all(nodes.map(isPrimary))
    return nodes.find((_, place) => leads[place])
  }

  /** The last that Patroni said and what PostgreSQL broke on, without what it says of locks; and its very last words, whatever they are, should it have ended. */
  async function logOf(node: Node): Promise<string> {
    const lines = (await readFile(join(folder, 'logs', `${node}.log`), 'utf8')).trimEnd().split('\n')
    const said = lines.slice(0, -5).filter((line) => / (INFO|WARNING|ERROR|FATAL|PANIC):/.test(line))
    const { patroni, postmaster } = await processesOf(folder, node)
    const state = `${node}: Patroni ${patroni ?? 'is not there'}, PostgreSQL ${postmaster ?? 'is not there'}`
    return [state, ...said.slice(-40), ...lines.slice(-5)].join('\n')
  }

  const tellAll = async () =>
    `${(await primary()) ?? 'nobody'} leads, these may: ${await mayLead()}\n${(await Promise.all(nodes.map(logOf))).join('\n\n')}`

  async function isPrimary(node: Node): Promise<boolean> {
    const signal = AbortSignal.timeout(3_000)
    return await fetch(`${rest(node)}/primary`, { signal }).then(
      ({ ok }) => ok,
      () => false,
    )
  }

  /** Asked of the primary itself: what etcd has of a member is as old as that member's last look, which a crash may be younger than. */
  async function followersOf(node: Node): Promise<Follower[]> {
    const signal = AbortSignal.timeout(3_000)
    const answer = await fetch(`${rest(node)}/patroni`, { signal }).catch(() => null)
    const told = (await answer?.json().catch(() => null)) as { replication?: Follower[] } | null | undefined
    return told?.replication ?? []
  }

  async function isWhole(): Promise<boolean> {
    const leader = await primary()
    if (leader === undefined) return false
    const followers = (await followersOf(leader)).filter(({ state }) => state === 'streaming')
    const others = nodes.filter((node) => node !== leader)
    const candidates = (await mayLead()).filter((node) => node !== leader)
    const isCovered = followers.some(
      (follower) => follower.sync_state === 'sync' && candidates.includes(follower.application_name),
    )
    return (
      others.every((node) => followers.some((follower) => follower.application_name === node)) &&
      (isCovered || !isSynchronous)
    )
  }

  return {
    folder,
    hasMachines,
    poolerUrl: urlAt(settings.POOLER_PORT),
    writeUrl: urlAt(settings.WRITE_PORT),
    /** Where callers come in, and where HAProxy looks for the processes that answer them. */
    front: {
      port: portOf(settings.FRONT_BIND),
      ports: { 'api-1': portOf(settings.API1), 'api-2': portOf(settings.API2) },
    },
    primary,
    /** One leads, one must confirm, and nobody is behind. */
    untilWhole: () => until(isWhole, 240_000, async () => `not whole: ${await tellAll()}`),
    async untilAnotherLeads(than: Node): Promise<Node> {
      let next: Node | undefined
      await until(
        async () => {
          next = await primary()
          return next !== undefined && next !== than
        },
        120_000,
        async () => `nobody took over from ${than}: ${await tellAll()}`,
      )
      return next ?? than
    },
    /** The server that was there no longer is: the same node has started another, or another node leads. */
    untilAnotherServes: (than: Node, postmaster: number | undefined) =>
      until(
        async () => {
          const next = await primary()
          const now = (await processesOf(folder, than)).postmaster
          return next !== undefined && (next !== than || (now !== undefined && now !== postmaster))
        },
        120_000,
        async () => `nobody serves after a crash of ${than}: ${await tellAll()}`,
      ),
    processes: (node: Node): Promise<NodeProcesses> => processesOf(folder, node),
    /** Whoever starts a node while what was killed there is still dying finds it running. */
    untilGone: (node: Node) =>
      until(
        async () => {
          const { patroni, postmaster } = await processesOf(folder, node)
          return patroni === undefined && postmaster === undefined
        },
        60_000,
        async () => `${node} was killed and is there still: ${await tellAll()}`,
      ),
    walSenders: (node: Node) => walSendersOf(folder, node),
    async start(node: Node): Promise<void> {
      await operate('start', etcdBeside(node))
      await operate('start', node)
    },
    /** From the others, or from everybody. */
    cut: (node: Node, ...from: Node[]) => operate('cut', node, ...from),
    mend: () => operate('mend'),
    fill: (node: Node) => operate('fill', node),
    free: (node: Node) => operate('free', node),
    switchOver: () => operate('patronictl', 'switchover', '--force'),
    /** As an operator plans it: whoever asks is held meanwhile. Tells for how long. */
    switchOverHolding: () => operate('switchover'),
    close,
  }
}

const portOf = (address = '') => Number(address.split(':')[1])

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
