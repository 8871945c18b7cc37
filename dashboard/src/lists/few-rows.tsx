import type { ReactNode } from 'react'
import { useIsSmall } from '../kit/use-media.ts'
import { RowCards } from './row-cards.tsx'
import { RowTable } from './row-table.tsx'
import type { RowsShown } from './rows-shown.ts'

/** Rows that are all there: a table on wide screens, cards on small ones. */
export function FewRows<Row extends { id: string }>({
  empty,
  ...shown
}: RowsShown<Row> & { empty?: ReactNode }) {
  const isSmall = useIsSmall()
  if (shown.rows.length === 0) return <>{empty}</>
  return isSmall ? <RowCards {...shown} /> : <RowTable {...shown} />
}
