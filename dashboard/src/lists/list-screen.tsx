import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useMerchant } from '../frame/use-merchant.ts'
import { buttonLook } from '../kit/button.tsx'
import { Icon, type IconName } from '../kit/icon.tsx'
import { Empty } from '../parts/empty.tsx'
import { type Power, useMay } from '../people/may.ts'
import { FilteredList, type Reading } from './filtered-list.tsx'
import type { Filter } from './filters.ts'
import type { Column } from './rows-shown.ts'

type Props<Row> = {
  /** The last part of its address, under which its rows and views are kept too. Its picture has the same name. */
  section: Extract<IconName, 'links' | 'invoices' | 'withdrawals' | 'customers' | 'control-numbers'>
  words: { title: string; new: string; newTest: string; empty: string; emptyText: string; noneFit: string }
  /** Who may add one, and the picture of doing so. */
  needs: Power
  icon?: IconName
  filters: Filter[]
  columns: Column<Row>[]
  read: Reading<Row>
  /** What else can be done, before the button that adds one. */
  besides?: ReactNode
  /** What stands between the heading and the filters. */
  children?: ReactNode
}

/** A list of a merchant, with a button that adds one, also where there is none yet. */
export function ListScreen<Row extends { id: string }>(props: Props<Row>) {
  const { section, words, needs, icon = 'plus', filters, columns, read, besides, children } = props
  const { merchantId, environment, key } = useMerchant()
  const may = useMay()
  const here = `/m/${merchantId}/${environment}/${section}`
  const add = may(needs) && (
    <Link to={`${here}/new`} {...buttonLook()}>
      <Icon name={icon} />
      {environment === 'sandbox' ? words.newTest : words.new}
    </Link>
  )
  return (
    <FilteredList
      {...{ section, filters, columns, read }}
      title={words.title}
      rowsKey={[...key, section]}
      at={here}
      icon={section}
      noneFit={words.noneFit}
      actions={
        <>
          {besides}
          {add}
        </>
      }
      empty={
        <Empty icon={section} title={words.empty}>
          <p>{words.emptyText}</p>
          {add}
          {besides}
        </Empty>
      }
    >
      {children}
    </FilteredList>
  )
}
