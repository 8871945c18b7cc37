import type { ReactNode } from 'react'
import type { Rows } from './use-rows.ts'

export type Column<Row> = {
  name: string
  label: string
  cell(row: Row): ReactNode
  /** Numbers stand at the right, one below the other. */
  isNumber?: boolean
  /** Where it stands on a card of the small screen: the first `title` is the link, `aside` stands at its right, `hidden` is left out. */
  onCard?: 'title' | 'aside' | 'hidden'
}

export type RowListProps<Row> = {
  /** What the list is of, for those who hear it. */
  label: string
  columns: Column<Row>[]
  of: Rows<Row>
  /** The address that a row leads to; null where it leads nowhere. */
  linkOf?: (row: Row) => string | null
  empty: ReactNode
}

/** What a table and cards need to show the same rows. */
export type RowsShown<Row> = Pick<RowListProps<Row>, 'label' | 'columns' | 'linkOf'> & { rows: Row[] }
