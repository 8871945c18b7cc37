import { readdir, readFile, readlink } from 'node:fs/promises'
import { join } from 'node:path'

/** What runs on the machine of one node: etcd, Patroni, its PostgreSQL, and everybody whom that has started. */
export type NodeProcesses = {
  etcd: number | undefined
  patroni: number | undefined
  postmaster: number | undefined
  backends: number[]
}

export async function processesOf(folder: string, name: string): Promise<NodeProcesses> {
  const data = join(folder, name, 'data')
  const patroni = await firstNumber(join(folder, 'pids', name))
  const etcd = await firstNumber(join(folder, 'pids', etcdBeside(name)))
  const postmaster = await firstNumber(join(data, 'postmaster.pid'))
  // A file that was left behind may name a number that somebody else has got.
  const isOurs =
    postmaster !== undefined && (await readlink(`/proc/${postmaster}/cwd`).catch(() => '')) === data
  return {
    etcd: etcd !== undefined && (await commandOf(etcd)).startsWith('etcd') ? etcd : undefined,
    patroni: patroni !== undefined && (await isPatroni(patroni, name)) ? patroni : undefined,
    postmaster: isOurs ? postmaster : undefined,
    backends: isOurs ? await childrenOf(postmaster) : [],
  }
}

export const etcdBeside = (node: string) => node.replace('pg', 'etcd')

/** Those of a primary that bring its standbys what it writes. */
export async function walSendersOf(folder: string, name: string): Promise<number[]> {
  const { backends } = await processesOf(folder, name)
  const commands = await Promise.all(backends.map(commandOf))
  return backends.filter((_, place) => commands[place]?.includes('walsender'))
}

export function signalAll(pids: (number | undefined)[], signal: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      if (pid !== undefined) process.kill(pid, signal)
    } catch {
      // It has ended meanwhile.
    }
  }
}

async function isPatroni(pid: number, name: string): Promise<boolean> {
  return (await commandOf(pid)).includes(join(name, 'patroni.yml'))
}

const commandOf = (pid: number) => readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')

async function firstNumber(file: string): Promise<number | undefined> {
  const text = await readFile(file, 'utf8').catch(() => '')
  return Number(/^\d+/.exec(text)?.[0]) || undefined
}

async function childrenOf(parent: number): Promise<number[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const parents = await Promise.all(
    // After the name in brackets come the state and the parent.
    pids.map(
      async (pid) =>
        (await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')).split(') ').at(-1)?.split(' ')[1],
    ),
  )
  return pids.filter((_, place) => parents[place] === String(parent)).map(Number)
}
