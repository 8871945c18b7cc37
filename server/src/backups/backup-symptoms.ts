import type { Config } from '../config.ts'
import type { Symptom } from '../operator/operator.ts'
import type { World } from '../world/world.ts'
import { slotName } from './follow-wal.ts'
import { listBackups } from './stored-backup.ts'
import { megabytes } from './tell-backup.ts'

/** A night may be missed once before anybody is told. */
const oldAfterMs = 36 * 3_600_000

/** Whether there is a backup of late, and whether somebody receives the log that the server keeps for it. */
export async function backupSymptoms(config: Config, { sql, clock }: World): Promise<Symptom[]> {
  const newest = (await listBackups(config.backupDir)).at(-1)
  const ageMs = newest === undefined ? 0 : clock.now().getTime() - new Date(newest.ended_at).getTime()
  const isNeeded = config.mode === 'production'
  const backups: Symptom =
    newest === undefined
      ? {
          check: 'backups',
          state: isNeeded ? 'warning' : 'ok',
          details: `none in ${config.backupDir}${isNeeded ? ': run malipo backup, unless others take them (docs/backups.md)' : ''}`,
        }
      : {
          check: 'backups',
          state: ageMs > oldAfterMs ? 'warning' : 'ok',
          details: `the newest is ${newest.name}${ageMs > oldAfterMs ? ', more than a day and a half old: run malipo backup' : ''}`,
        }
  const [slot] = await sql<{ active: boolean; status: string | null; kept: string | null }[]>`
    select active, wal_status as status,
      case when pg_is_in_recovery() then null else pg_wal_lsn_diff(pg_current_wal_lsn(), restart_lsn)::text end as kept
    from pg_replication_slots where slot_name = ${slotName}`
  const found = [...(await restoreSymptoms(sql)), backups]
  if (slot === undefined) return found
  const kept = megabytes(Number(slot.kept ?? 0))
  if (slot.status === 'lost' || slot.kept === null)
    return [
      ...found,
      {
        check: 'archived log',
        state: 'warning',
        details:
          'the server has thrown away what was not received: run malipo backup wal --skip-gap, then malipo backup',
      },
    ]
  return [
    ...found,
    {
      check: 'archived log',
      state: slot.active ? 'ok' : 'warning',
      details: slot.active
        ? `received, ${kept} behind`
        : `nobody receives it, and the server keeps ${kept} until somebody does: run malipo backup wal`,
    },
  ]
}

/** Nobody should wonder why nothing is paid out. */
async function restoreSymptoms(sql: World['sql']): Promise<Symptom[]> {
  const waiting = await sql<{ point: Date | null }[]>`
    select point from restores where released_at is null order by noticed_at`
  return waiting.map(({ point }) => ({
    check: 'restore',
    state: 'warning',
    details: `restored to ${point === null ? 'an earlier moment' : point.toISOString()}, and payouts wait: reconcile every day since with each provider, then run malipo restore release (docs/backups.md)`,
  }))
}
