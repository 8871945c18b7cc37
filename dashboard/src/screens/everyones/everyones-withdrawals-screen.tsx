import type { AdminListWithdrawalsQuery, QueuedWithdrawal } from '@malipo/sdk'
import { useAdmin } from '../../admin/use-admin.ts'
import { FilterBar } from '../../lists/filter-bar.tsx'
import { RowList } from '../../lists/row-list.tsx'
import type { Column } from '../../lists/rows-shown.ts'
import { useRows } from '../../lists/use-rows.ts'
import { Empty } from '../../parts/empty.tsx'
import { Money } from '../../parts/money.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { Status } from '../../parts/status.tsx'
import { When } from '../../parts/when.tsx'
import { useFilters } from '../../routes/use-filters.ts'
import { useWords } from '../../words/words.ts'
import { accountOf } from '../decisions/account-of.ts'
import { isUnclear } from '../decisions/unclear.ts'
import { everyonesWords } from './everyones-words.ts'
import { useWithdrawalStatuses } from './use-withdrawal-statuses.ts'

export default function EveryonesWithdrawalsScreen() {
  const words = useWords(everyonesWords)
  const { malipo, key, at } = useAdmin()
  const [filters, choose] = useFilters()
  const rows = useRows<QueuedWithdrawal>([...key, 'withdrawals', 'all', filters], (cursor, signal) =>
    malipo.admin.withdrawals.list(
      { ...(filters as AdminListWithdrawalsQuery), cursor, page_size: 50 },
      { signal },
    ),
  )
  return (
    <>
      <PageHead title={words.withdrawals} />
      <FilterBar
        section="everyones-withdrawals"
        values={filters}
        onChange={choose}
        filters={[
          { name: 'status', label: words.status, kind: 'choice', choices: useWithdrawalStatuses() },
          { name: 'search', label: words.search, kind: 'text', hint: words.searchHint },
          { name: 'from', label: words.from, kind: 'day' },
          { name: 'to', label: words.to, kind: 'day' },
        ]}
      />
      <RowList
        label={words.withdrawals}
        columns={useColumns()}
        of={rows}
        linkOf={({ id }) => `${at}/withdrawals/${id}`}
        empty={
          <Empty
            icon="withdrawals"
            title={Object.keys(filters).length > 0 ? words.noneFit : words.noWithdrawals}
          />
        }
      />
    </>
  )
}

function useColumns(): Column<QueuedWithdrawal>[] {
  const words = useWords(everyonesWords)
  return [
    { name: 'when', label: words.when, cell: ({ created_at }) => <When at={created_at} /> },
    {
      name: 'status',
      label: words.status,
      onCard: 'aside',
      cell: ({ status }) => <Status of="withdrawal" status={status} isUnknown={isUnclear(status)} />,
    },
    {
      name: 'amount',
      label: words.amount,
      isNumber: true,
      onCard: 'title',
      cell: ({ amount, currency }) => <Money amount={amount} currency={currency} />,
    },
    { name: 'recipient', label: words.recipient, cell: ({ destination_name }) => destination_name },
    { name: 'account', label: words.account, cell: accountOf },
    { name: 'merchant', label: words.merchant, cell: ({ merchant_name }) => merchant_name },
  ]
}
