import type { Page } from '@malipo/sdk'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useMerchant } from '../frame/use-merchant.ts'
import { buttonLook } from '../kit/button.tsx'
import { Icon, type IconName } from '../kit/icon.tsx'
import { Empty } from '../parts/empty.tsx'
import { PageHead } from '../parts/page-head.tsx'
import { type Power, useMay } from '../people/may.ts'
import { useFilters } from '../routes/use-filters.ts'
import { FilterBar } from './filter-bar.tsx'
import type { Filter, FilterValues } from './filters.ts'
import { NoneFit } from './none-fit.tsx'
import { RowList } from './row-list.tsx'
import type { Column } from './rows-shown.ts'
import { useRows } from './use-rows.ts'

type Props<Row> = {
  /** The last part of its address, under which its rows and views are kept too. Its picture has the same name. */
  section: Extract<IconName, 'links' | 'invoices' | 'withdrawals' | 'customers'>
  words: { title: string; new: string; newTest: string; empty: string; emptyText: string; noneFit: string }
  /** Who may add one, and the picture of doing so. */
  needs: Power
  icon?: IconName
  filters: Filter[]
  columns: Column<Row>[]
  read(
    chosen: FilterValues,
    page: { cursor: string | undefined; page_size: number },
    options: { signal: AbortSignal },
  ): PromiseLike<Page<Row>>
  /** What stands between the heading and the filters. */
  children?: ReactNode
}

/** A screen that is one list of a merchant: filters that stand in the address, rows that lead on, a button that adds one, also where there is none yet. */
export function ListScreen<Row extends { id: string }>(props: Props<Row>) {
  const { section, words, needs, icon = 'plus', filters, columns, read, children } = props
  const { merchantId, environment, key } = useMerchant()
  const may = useMay()
  const [chosen, choose] = useFilters()
  const rows = useRows<Row>([...key, section, chosen], (cursor, signal) =>
    read(chosen, { cursor, page_size: 50 }, { signal }),
  )
  const here = `/m/${merchantId}/${environment}/${section}`
  const add = may(needs) && (
    <Link to={`${here}/new`} {...buttonLook()}>
      <Icon name={icon} />
      {environment === 'sandbox' ? words.newTest : words.new}
    </Link>
  )
  const isFiltered = Object.keys(chosen).length > 0
  return (
    <>
      <PageHead title={words.title}>{add}</PageHead>
      {children}
      <FilterBar section={section} values={chosen} onChange={choose} filters={filters} />
      <RowList
        label={words.title}
        columns={columns}
        of={rows}
        linkOf={({ id }) => `${here}/${id}`}
        empty={
          isFiltered ? (
            <NoneFit icon={section} title={words.noneFit} />
          ) : (
            <Empty icon={section} title={words.empty}>
              <p>{words.emptyText}</p>
              {add}
            </Empty>
          )
        }
      />
    </>
  )
}
