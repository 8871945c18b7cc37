import type { ListWithdrawalsQuery, Withdrawal } from '@malipo/sdk'
import { Link } from '@tanstack/react-router'
import { useMerchant } from '../../frame/use-merchant.ts'
import { buttonLook } from '../../kit/button.tsx'
import { Icon } from '../../kit/icon.tsx'
import { FilterBar } from '../../lists/filter-bar.tsx'
import { RowList } from '../../lists/row-list.tsx'
import type { Column } from '../../lists/rows-shown.ts'
import { useRows } from '../../lists/use-rows.ts'
import { Age } from '../../parts/age.tsx'
import { Empty } from '../../parts/empty.tsx'
import { Money } from '../../parts/money.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { Status } from '../../parts/status.tsx'
import { statusWords } from '../../parts/status-words.ts'
import { useMay } from '../../people/may.ts'
import { useFilters } from '../../routes/use-filters.ts'
import { useWords } from '../../words/words.ts'
import { Recipient } from './recipient.tsx'
import { WhatCanLeave } from './what-can-leave.tsx'
import { withdrawalsWords } from './withdrawals-words.ts'

export default function WithdrawalsScreen() {
  const words = useWords(withdrawalsWords)
  const { withdrawal: statuses } = useWords(statusWords)
  const { merchantId, environment, malipo, key } = useMerchant()
  const may = useMay()
  const [filters, choose] = useFilters()
  const rows = useRows<Withdrawal>([...key, 'withdrawals', filters], (cursor, signal) =>
    malipo.withdrawals.list({ ...(filters as ListWithdrawalsQuery), cursor, page_size: 50 }, { signal }),
  )
  const here = `/m/${merchantId}/${environment}/withdrawals`
  const isFiltered = Object.keys(filters).length > 0
  const ask = may('submitWithdrawal') && (
    <Link to={`${here}/new`} {...buttonLook()}>
      <Icon name="withdrawals" />
      {environment === 'sandbox' ? words.newTest : words.new}
    </Link>
  )
  return (
    <>
      <PageHead title={words.title}>{ask}</PageHead>
      <WhatCanLeave />
      <FilterBar
        section="withdrawals"
        values={filters}
        onChange={choose}
        filters={[
          {
            name: 'status',
            label: words.status,
            kind: 'choice',
            choices: Object.entries(statuses).map(([value, [, label]]) => ({ value, label })),
          },
          {
            name: 'method',
            label: words.method,
            kind: 'choice',
            choices: Object.entries(words.methods).map(([value, label]) => ({ value, label })),
          },
          { name: 'from', label: words.from, kind: 'day' },
          { name: 'to', label: words.to, kind: 'day' },
        ]}
      />
      <RowList
        label={words.title}
        columns={columnsIn(words)}
        of={rows}
        linkOf={({ id }) => `${here}/${id}`}
        empty={
          <Empty icon="withdrawals" title={isFiltered ? words.noneFit : words.empty}>
            {!isFiltered && <p>{words.emptyText}</p>}
            {!isFiltered && ask}
          </Empty>
        }
      />
    </>
  )
}

function columnsIn(words: (typeof withdrawalsWords)['en']): Column<Withdrawal>[] {
  return [
    {
      name: 'recipient',
      label: words.recipient,
      cell: (row) => <Recipient of={row} />,
    },
    {
      name: 'status',
      label: words.status,
      onCard: 'aside',
      cell: ({ status }) => <Status of="withdrawal" status={status} />,
    },
    {
      name: 'amount',
      label: words.amount,
      isNumber: true,
      onCard: 'title',
      cell: ({ amount, currency }) => <Money amount={amount} currency={currency} />,
    },
    {
      name: 'age',
      label: words.age,
      isNumber: true,
      cell: ({ created_at }) => <Age since={created_at} />,
    },
  ]
}
