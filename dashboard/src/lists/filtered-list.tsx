import type { Page } from '@malipo/sdk'
import type { ReactNode } from 'react'
import type { IconName } from '../kit/icon.tsx'
import { PageHead } from '../parts/page-head.tsx'
import { useFilters } from '../routes/use-filters.ts'
import { FilterBar } from './filter-bar.tsx'
import type { Filter, FilterValues } from './filters.ts'
import { NoneFit } from './none-fit.tsx'
import { RowList } from './row-list.tsx'
import type { Column } from './rows-shown.ts'
import { useRows } from './use-rows.ts'

export type Reading<Row> = (
  chosen: FilterValues,
  page: { cursor: string | undefined; page_size: number },
  options: { signal: AbortSignal },
) => PromiseLike<Page<Row>>

type Props<Row> = {
  title: string
  /** Under which its views are saved, and under which its rows are kept. */
  section: string
  rowsKey: readonly unknown[]
  /** The address below which each row has its own; or another place that a row leads to. */
  at: string
  linkOf?: (row: Row) => string
  icon: IconName
  filters: Filter[]
  columns: Column<Row>[]
  read: Reading<Row>
  noneFit: string
  /** What stands there while there is nothing at all. */
  empty: ReactNode
  /** What can be done, beside the heading. */
  actions?: ReactNode
  /** What stands between the heading and the filters. */
  children?: ReactNode
}

/** A screen that is one list: filters that stand in the address, rows that lead on, and a way back where nothing fits. */
export function FilteredList<Row extends { id: string }>(props: Props<Row>) {
  const { title, section, rowsKey, at, icon, filters, columns, read, noneFit, empty } = props
  const [chosen, choose] = useFilters()
  const rows = useRows<Row>([...rowsKey, chosen], (cursor, signal) =>
    read(chosen, { cursor, page_size: 50 }, { signal }),
  )
  const isFiltered = Object.keys(chosen).length > 0
  return (
    <>
      <PageHead title={title}>{props.actions}</PageHead>
      {props.children}
      <FilterBar section={section} values={chosen} onChange={choose} filters={filters} />
      <RowList
        label={title}
        columns={columns}
        of={rows}
        linkOf={props.linkOf ?? (({ id }) => `${at}/${id}`)}
        empty={isFiltered ? <NoneFit icon={icon} title={noneFit} /> : empty}
      />
    </>
  )
}
