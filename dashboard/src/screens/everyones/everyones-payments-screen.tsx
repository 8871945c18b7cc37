import type { AdminCollection, AdminListCollectionsQuery } from '@malipo/sdk'
import { useAdmin } from '../../admin/use-admin.ts'
import { FilterBar } from '../../lists/filter-bar.tsx'
import { RowList } from '../../lists/row-list.tsx'
import type { Column } from '../../lists/rows-shown.ts'
import { useRows } from '../../lists/use-rows.ts'
import { Empty } from '../../parts/empty.tsx'
import { formatPhone } from '../../parts/format.ts'
import { Money } from '../../parts/money.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { Status } from '../../parts/status.tsx'
import { statusWords } from '../../parts/status-words.ts'
import { When } from '../../parts/when.tsx'
import { useFilters } from '../../routes/use-filters.ts'
import { useWords } from '../../words/words.ts'
import { everyonesWords } from './everyones-words.ts'

export default function EveryonesPaymentsScreen() {
  const words = useWords(everyonesWords)
  const { payment: statuses } = useWords(statusWords)
  const { malipo, key, at } = useAdmin()
  const [filters, choose] = useFilters()
  const { silent, ...others } = filters
  const asked = { ...(others as AdminListCollectionsQuery), ...(silent && { silent: true as const }) }
  const rows = useRows<AdminCollection>([...key, 'collections', 'all', filters], (cursor, signal) =>
    malipo.admin.collections.list({ ...asked, cursor, page_size: 50 }, { signal }),
  )
  return (
    <>
      <PageHead title={words.payments} />
      <FilterBar
        section="everyones-payments"
        values={filters}
        onChange={choose}
        filters={[
          {
            name: 'status',
            label: words.status,
            kind: 'choice',
            choices: Object.entries(statuses).map(([value, [, label]]) => ({ value, label })),
          },
          { name: 'reference', label: words.reference, kind: 'text' },
          {
            name: 'silent',
            label: words.silent,
            kind: 'choice',
            choices: [{ value: 'true', label: words.silentOnly }],
          },
          { name: 'from', label: words.from, kind: 'day' },
          { name: 'to', label: words.to, kind: 'day' },
        ]}
      />
      <RowList
        label={words.payments}
        columns={useColumns()}
        of={rows}
        linkOf={({ id }) => `${at}/payments/${id}`}
        empty={
          <Empty icon="payments" title={Object.keys(filters).length > 0 ? words.noneFit : words.noPayments} />
        }
      />
    </>
  )
}

function useColumns(): Column<AdminCollection>[] {
  const words = useWords(everyonesWords)
  return [
    { name: 'when', label: words.when, cell: ({ created_at }) => <When at={created_at} /> },
    {
      name: 'status',
      label: words.status,
      onCard: 'aside',
      cell: ({ status, silent }) => <Status of="payment" status={status} isUnknown={silent} />,
    },
    {
      name: 'amount',
      label: words.amount,
      isNumber: true,
      onCard: 'title',
      cell: ({ amount, currency }) => <Money amount={amount} currency={currency} />,
    },
    {
      name: 'payer',
      label: words.payer,
      cell: ({ customer_phone }) => (customer_phone ? formatPhone(customer_phone) : '–'),
    },
    { name: 'merchant', label: words.merchant, cell: ({ merchant_name }) => merchant_name },
    {
      name: 'reference',
      label: words.reference,
      cell: ({ merchant_reference }) => merchant_reference ?? '–',
    },
  ]
}
