import { join } from 'node:path'
import {
  type Command,
  flag,
  listProviders,
  Misuse,
  needed,
  type Options,
  text,
} from '../operator/operator.ts'
import { systemClock } from '../primitives/clock.ts'
import { simulatedNames } from '../providers/providers.ts'
import { type Drilled, drill } from './drill.ts'
import { openSource } from './open-source.ts'
import { releaseRestore, tell } from './release-restore.ts'
import {
  intoEmptyPlace,
  layOutCluster,
  markRestored,
  restoreSecret,
  writeRecoverySettings,
} from './restore-backup.ts'
import { lastReplayed, startRestored } from './start-restored.ts'
import { chooseBackup } from './stored-backup.ts'
import { tellDrill } from './tell-backup.ts'
import { tellNext } from './tell-restore.ts'

const which = { backup: text, to: text, 'without-wal': flag, postgres: text }
const usage = '[--backup NAME] [--to 2026-11-18T00:00:00Z] [--without-wal] [--postgres BIN]'

export const restoreCommands: Record<string, Command> = {
  'backup drill': {
    usage,
    purpose:
      'restore the newest backup beside the database, check its books, compare every row with the original; exit 0 only if all is there',
    options: which,
    async runAlone(options, config) {
      const wishes = await wishesFrom(options, config.backupDir)
      const source = await openSource(config)
      try {
        const drilled = await drill(wishes, source, config)
        const shown = { backup: wishes.backup.name, holds: holds(drilled), ...drilled }
        return { shown, text: tellDrill(wishes.backup, drilled), failed: !holds(drilled) }
      } finally {
        await source.close()
      }
    },
  },
  restore: {
    usage: `--into FOLDER ${usage}`,
    purpose: 'make a cluster of a backup and the log after it, in an empty folder; nothing is written over',
    options: { ...which, into: text },
    async runAlone(options, config) {
      const into = needed(options, 'into')
      const wishes = await wishesFrom(options, config.backupDir)
      const { backup, to } = wishes
      const done = await intoEmptyPlace(into, async (unfinished) => {
        if (!backup.is_embedded) {
          const { segments } = await layOutCluster(wishes, unfinished)
          await writeRecoverySettings(unfinished, to)
          await markRestored(unfinished, systemClock.now(), to)
          return { segments, hasSecret: 'secret' in backup.files }
        }
        const { segments } = await layOutCluster(wishes, join(unfinished, 'postgres'))
        const hasSecret = await restoreSecret(wishes, unfinished)
        // Followed to its end now, so that whatever is missing is told now.
        const cluster = await startRestored(unfinished, wishes)
        const reached = await lastReplayed(cluster).finally(() => cluster.close())
        await markRestored(join(unfinished, 'postgres'), systemClock.now(), to ?? reached)
        return { segments, hasSecret }
      })
      const point = to === undefined ? 'all that was archived' : to.toISOString()
      const next = await tellNext(backup, into)
      const secret = done.hasSecret ? '' : ' MALIPO_SECRET must be the one of that time.'
      const line = `Restored ${backup.name} into ${into}, ${done.segments} segments of the log after it, up to ${point}. ${next}.${secret} Payouts wait there: money may have moved after that point. Reconcile with each provider, then malipo restore release (docs/backups.md).`
      return { shown: { backup: backup.name, into, up_to: point, ...done }, text: line }
    },
  },
  'restore release': {
    usage: '--note N [--unreconciled]',
    purpose:
      'let payouts go that wait since this database was restored, once every day since is reconciled with each provider',
    options: { note: text, unreconciled: flag },
    async run({ world }, options, config) {
      const note = needed(options, 'note')
      const listed = await listProviders(config, world)
      const ofMoney = listed.filter(({ name }) => !simulatedNames.includes(name))
      // The settings are those of whoever types: without them nobody would be asked, and everything would seem compared.
      const unknown = ofMoney.filter((one) => !one.is_set_up && one.has_open_payments)
      if (unknown.length > 0 && options.unreconciled !== true)
        throw new Misuse(
          `${unknown.map(({ name }) => name).join(', ')} has open payments and no settings here. Run this with the settings of the service.`,
        )
      const providers = ofMoney.flatMap(({ name, is_set_up: isSetUp }) => (isSetUp ? name : []))
      const wish = { providers, note, isUnreconciled: options.unreconciled === true }
      const { restores, unreconciled, openDiscrepancies } = await releaseRestore(world, wish)
      const line = [
        'Payouts go again',
        ...(unreconciled.length > 0 ? [`not reconciled: ${unreconciled.map(tell).join(', ')}`] : []),
        `${openDiscrepancies} live discrepancies are open`,
      ]
      return {
        shown: { restores, unreconciled, open_discrepancies: openDiscrepancies },
        text: line.join('; '),
      }
    },
  },
}

async function wishesFrom(options: Options, folder: string) {
  const to = options.to === undefined ? undefined : instantFrom(needed(options, 'to'))
  const name = options.backup === undefined ? undefined : needed(options, 'backup')
  const backup = await chooseBackup(folder, { name, to })
  const programs = options.postgres === undefined ? undefined : needed(options, 'postgres')
  return { folder, backup, to, withoutWal: options['without-wal'] === true, programs }
}

function instantFrom(value: string): Date {
  const at = new Date(value)
  if (
    /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,3})?)?(Z|[+-]\d\d:\d\d)$/.test(value) &&
    !Number.isNaN(at.getTime())
  )
    return at
  throw new Misuse(
    '--to must be a time with its zone, like 2026-11-18T00:00:00Z or 2026-11-18T03:00:00+03:00.',
  )
}

export function holds({ comparison, books }: Drilled): boolean {
  const { tables, accounts } = comparison
  return (
    tables.every(({ different }) => different === 0) &&
    accounts.different.length === 0 &&
    books.every((one) => one.holds)
  )
}
