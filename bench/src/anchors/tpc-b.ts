import { glob } from 'node:fs/promises'
import { find, output } from '../load.ts'

export const clients = 16

/** The yardstick that PostgreSQL brings along, on the server that the others use. Undefined where it is not installed. */
export async function openTpcB(url: string): Promise<((seconds: number) => Promise<number>) | undefined> {
  const pgbench = find('pgbench') ?? (await findDebians())
  if (pgbench === undefined) return undefined
  await output(pgbench, ['-i', '-q', '-s', '10', url])
  return async (seconds) => {
    const text = await output(pgbench, [`-c${clients}`, '-j1', `-T${seconds}`, '-M', 'prepared', url])
    return Number(/tps = ([\d.]+)/.exec(text)?.[1] ?? 0)
  }
}

/** Debian keeps it with the server of each version. */
async function findDebians(): Promise<string | undefined> {
  const all = await Array.fromAsync(glob('/usr/lib/postgresql/*/bin/pgbench'))
  return all.toSorted().at(-1)
}
