import type { TableComparison } from './compare-clusters.ts'
import type { Drilled } from './drill.ts'
import type { StoredBackup } from './stored-backup.ts'

export function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(bytes < 1e7 ? 1 : 0)} MB`
}

export function tellBackups(backups: StoredBackup[]): string {
  if (backups.length === 0) return 'There is no backup yet: malipo backup'
  return backups
    .map(
      ({ name, postgres, cluster_bytes, timeline, end_lsn }) =>
        `${name}  PostgreSQL ${postgres}  ${megabytes(cluster_bytes)}  timeline ${timeline}  up to ${end_lsn}`,
    )
    .join('\n')
}

const columns = ['restored', 'same', 'changed_since', 'new_since', 'gone_since', 'different'] as const

/** Tables that are empty on both sides are left out. */
export function tellDrill(backup: StoredBackup, { segments, seconds, comparison, books }: Drilled): string {
  const { tables, accounts } = comparison
  const shown = tables.filter((table) => columns.some((column) => table[column] > 0))
  const width = Math.max(5, ...shown.map(({ table }) => table.length))
  const line = (name: string, cells: string[]) =>
    `${name.padEnd(width)}${cells.map((cell) => cell.padStart(15)).join('')}`
  const row = (table: TableComparison) =>
    line(
      table.table,
      columns.map((column) => String(table[column])),
    )
  const broken = books.filter(({ holds }) => !holds)
  const different = shown.filter((table) => table.different > 0)
  return [
    `Restored ${backup.name} with ${segments} segments of the log after it, in ${seconds} s`,
    line(
      'table',
      columns.map((column) => column.replace('_', ' ')),
    ),
    ...shown.map(row),
    ...different.map(({ table, first_different }) => `DIFFERENT ${table}: ${first_different}`),
    ...accounts.different.map(
      ({ account_id, original, restored }) =>
        `DIFFERENT account ${account_id}: ${restored} instead of ${original}`,
    ),
    ...broken.map(({ check, details }) => `BROKEN ${check}: ${details}`),
    `${accounts.compared - accounts.different.length} of ${accounts.compared} accounts have the same sum; ${books.length - broken.length} of ${books.length} checks of the books hold`,
    different.length + accounts.different.length + broken.length === 0
      ? 'The backup is good.'
      : 'THE BACKUP IS NOT GOOD: take another, and drill it.',
  ].join('\n')
}
