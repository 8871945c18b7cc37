import type pg from 'pg'
import { DatabaseAway } from './database-away.ts'

type Session = pg.ClientBase & { processID?: number | null }

/**
 * A session whose statement was given up here may go on at the server: a commit waits for a standby as long as it takes, and
 * ending it would show others what may yet be lost. Each that is replaced is one more, until the server has none left for
 * anybody. So as many as the pool is large may be abandoned; beyond, no new one is opened until the server says that
 * they are over.
 */
export function boundAbandoned(pool: pg.Pool, most: number): void {
  let abandoned: number[] = []
  pool.on('release', (error, client) => {
    const pid = (client as Session).processID
    if (error instanceof Error && /^Query read timeout/.test(error.message) && pid) abandoned.push(pid)
  })
  pool.options.onConnect = async (client) => {
    if (abandoned.length < most) return
    const asked = [...abandoned]
    const { rows } = await client.query<{ pid: number }>(
      'select pid from pg_stat_activity where pid = any($1)',
      [asked],
    )
    const alive = new Set(rows.map(({ pid }) => pid))
    abandoned = abandoned.filter((pid) => alive.has(pid) || !asked.includes(pid))
    if (abandoned.length < most) return
    throw new DatabaseAway(`${abandoned.length} sessions are still at work on what nobody waits for`)
  }
}
