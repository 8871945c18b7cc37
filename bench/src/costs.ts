import { readdir, readFile } from 'node:fs/promises'
import type { World } from '../../server/src/world/world.ts'
import { roundTrips } from './round-trips.ts'

/** What this process and the database spent. Absent where the system does not tell. */
export type Costs = {
  ownCpuUs: number
  databaseCpuUs: number | undefined
  walBytes: number
  fsyncs: number
  roundTrips: number
}

type Reading = Costs

/** Reads what was spent so far; the difference of two readings is what lay between them. */
export async function readCosts(world: World): Promise<Reading> {
  const { user, system } = process.cpuUsage()
  const [wal] = await world.sql<{ bytes: string; syncs: string; leader: number }[]>`
    select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::text as bytes,
      (select coalesce(sum(fsyncs), 0)::text from pg_stat_io where object = 'wal') as syncs,
      pg_backend_pid() as leader`
  return {
    ownCpuUs: user + system,
    databaseCpuUs: await cpuOfSiblings(wal?.leader ?? 0),
    walBytes: Number(wal?.bytes ?? 0),
    fsyncs: Number(wal?.syncs ?? 0),
    roundTrips: roundTrips(),
  }
}

export function costsBetween(before: Reading, after: Reading): Costs {
  const databaseCpuUs =
    before.databaseCpuUs === undefined || after.databaseCpuUs === undefined
      ? undefined
      : after.databaseCpuUs - before.databaseCpuUs
  return {
    ownCpuUs: after.ownCpuUs - before.ownCpuUs,
    databaseCpuUs,
    walBytes: after.walBytes - before.walBytes,
    fsyncs: after.fsyncs - before.fsyncs,
    roundTrips: after.roundTrips - before.roundTrips,
  }
}

/** What each of so many cost. */
export function perPiece({ databaseCpuUs, ...costs }: Costs, pieces: number): Costs {
  return {
    ownCpuUs: costs.ownCpuUs / pieces,
    databaseCpuUs: databaseCpuUs === undefined ? undefined : databaseCpuUs / pieces,
    walBytes: costs.walBytes / pieces,
    fsyncs: costs.fsyncs / pieces,
    roundTrips: costs.roundTrips / pieces,
  }
}

const usPerTick = 10_000

/** All processes of the server to which one of its own belongs, those that have ended included. Only on Linux. */
async function cpuOfSiblings(backend: number): Promise<number | undefined> {
  const parent = (await statOf(backend))?.parent
  if (parent === undefined) return undefined
  const family = await familyOf(parent)
  return family.reduce((sum, one) => sum + one.cpuUs, 0)
}

/** A server and all its processes, by their ids. */
export async function processesOf(leader: number): Promise<number[]> {
  return (await familyOf(leader)).map(({ id }) => id)
}

async function familyOf(leader: number) {
  const processes = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const stats = await Promise.all(processes.map((name) => statOf(Number(name))))
  return stats.flatMap((one) => (one && (one.parent === leader || one.id === leader) ? [one] : []))
}

async function statOf(id: number) {
  const text = await readFile(`/proc/${id}/stat`, 'utf8').catch(() => undefined)
  if (text === undefined) return undefined
  // The name may hold spaces and brackets, so the fields are counted from behind it.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
  const ticks = [11, 12, 13, 14].reduce((sum, place) => sum + Number(fields[place]), 0)
  return { id, parent: Number(fields[1]), cpuUs: ticks * usPerTick }
}
