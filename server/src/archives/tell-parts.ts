import { timeOf } from '../database/database.ts'
import type { World } from '../world/world.ts'
import type { Part } from './histories.ts'
import { whyItStays } from './judge-part.ts'

/** What an operator is told of a part. */
export type PartTold = {
  table: string
  part: string
  /** The days of its payments: the first, and the one after the last. */
  from: string | null
  to: string | null
  steps: number
  bytes: number
  /** Where all of it is that came before it was put aside. */
  archive: string | null
  /** Why it may not be put aside. Null: it may. */
  stays_because: string | null
}

export async function describePart({ sql }: World, part: Part, before: Date): Promise<PartTold> {
  const { history, partition } = part
  const { name, from, to } = partition
  const day = (id: string | null) => id && new Date(timeOf(history, id)).toISOString().slice(0, 10)
  const [size] = await sql.unsafe(
    `select count(*)::float8 as steps, pg_total_relation_size('${name}')::float8 as bytes from ${name}`,
  )
  const [away] = await sql<{ archive: string }[]>`
    select archive from archived_parts where of_table = ${history.table} and to_id = ${to} and back_at is null`
  return {
    ...{ table: history.table, part: name, from: day(from), to: day(to) },
    ...{ steps: Number(size?.steps), bytes: Number(size?.bytes), archive: away?.archive ?? null },
    stays_because: await whyItStays(sql, part, before),
  }
}

export function isOlder({ history, partition }: Part, now: Date, months: number): boolean {
  const before = new Date(now)
  before.setUTCMonth(before.getUTCMonth() - months)
  return partition.to !== null && timeOf(history, partition.to) <= before.getTime()
}

export function tellParts(parts: PartTold[]): string {
  return parts
    .map(({ part, from, to, steps, bytes, archive, stays_because: because }) =>
      [
        part.padEnd(32),
        `${(from ?? '').padStart(10)} – ${(to ?? '').padEnd(10)}`,
        `${steps} steps`.padStart(16),
        `${(bytes / 1e6).toFixed(1)} MB`.padStart(12),
        standingOf(archive, because),
      ].join('  '),
    )
    .join('\n')
}

/** A part that is away has not stayed. */
function standingOf(archive: string | null, because: string | null): string {
  if (archive !== null) return `put aside as ${archive}`
  return because === null ? 'may be put aside' : `stays: ${because}`
}
