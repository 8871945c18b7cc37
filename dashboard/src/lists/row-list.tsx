import { Button } from '../kit/button.tsx'
import { useIsSmall } from '../kit/use-media.ts'
import { Waiting } from '../kit/waiting.tsx'
import { partWords } from '../parts/part-words.ts'
import { Trouble } from '../parts/trouble.tsx'
import { useWords } from '../words/words.ts'
import { RowCards } from './row-cards.tsx'
import { RowTable } from './row-table.tsx'
import type { RowListProps } from './rows-shown.ts'
import { useRowKeys } from './use-row-keys.ts'

/** A list in all its states: loading, empty, failed, a table on wide screens and cards on small ones, more at its end. */
export function RowList<Row extends { id: string }>({
  label,
  columns,
  of,
  linkOf,
  empty,
}: RowListProps<Row>) {
  const words = useWords(partWords)
  const isSmall = useIsSmall()
  useRowKeys()
  if (of.error) return <Trouble error={of.error} retry={of.retry} />
  if (of.isLoading) return <Waiting rows={6} />
  if (of.rows.length === 0 && of.newRows === 0) return <>{empty}</>
  const shown = { label, columns, rows: of.rows, linkOf }
  return (
    <div className="stack tight">
      {of.newRows > 0 && (
        <Button look="plain" icon="refresh" onClick={of.showNew}>
          {words.newRows(of.newRows)}
        </Button>
      )}
      {isSmall ? <RowCards {...shown} /> : <RowTable {...shown} />}
      {of.hasMore && (
        <Button look="plain" onClick={of.loadMore} isBusy={of.isLoadingMore}>
          {words.more}
        </Button>
      )}
    </div>
  )
}
