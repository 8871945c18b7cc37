import type { Invoice, ListInvoicesQuery } from '@malipo/sdk'
import { Link } from '@tanstack/react-router'
import { useMerchant } from '../../frame/use-merchant.ts'
import { buttonLook } from '../../kit/button.tsx'
import { Icon } from '../../kit/icon.tsx'
import { FilterBar } from '../../lists/filter-bar.tsx'
import { RowList } from '../../lists/row-list.tsx'
import type { Column } from '../../lists/rows-shown.ts'
import { useRows } from '../../lists/use-rows.ts'
import { Empty } from '../../parts/empty.tsx'
import { Money } from '../../parts/money.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { Status } from '../../parts/status.tsx'
import { statusWords } from '../../parts/status-words.ts'
import { When } from '../../parts/when.tsx'
import { useMay } from '../../people/may.ts'
import { useFilters } from '../../routes/use-filters.ts'
import { useWords } from '../../words/words.ts'
import { invoicesWords } from './invoices-words.ts'

const statusesShown = ['DRAFT', 'SENT', 'OVERDUE', 'PAID', 'VOID'] as const

export default function InvoicesScreen() {
  const words = useWords(invoicesWords)
  const { invoice: statuses } = useWords(statusWords)
  const { merchantId, environment, malipo, key } = useMerchant()
  const may = useMay()
  const [filters, choose] = useFilters()
  const rows = useRows<Invoice>([...key, 'invoices', filters], (cursor, signal) =>
    malipo.invoices.list({ ...(filters as ListInvoicesQuery), cursor, page_size: 50 }, { signal }),
  )
  const here = `/m/${merchantId}/${environment}/invoices`
  const isFiltered = Object.keys(filters).length > 0
  const write = may('createInvoice') && (
    <Link to={`${here}/new`} {...buttonLook()}>
      <Icon name="plus" />
      {environment === 'sandbox' ? words.newTest : words.new}
    </Link>
  )
  return (
    <>
      <PageHead title={words.title}>{write}</PageHead>
      <FilterBar
        section="invoices"
        values={filters}
        onChange={choose}
        filters={[
          {
            name: 'status',
            label: words.status,
            kind: 'choice',
            choices: statusesShown.map((value) => ({ value, label: statuses[value][1] })),
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
          <Empty icon="invoices" title={isFiltered ? words.noneFit : words.empty}>
            {!isFiltered && <p>{words.emptyText}</p>}
            {!isFiltered && write}
          </Empty>
        }
      />
    </>
  )
}

function columnsIn(words: (typeof invoicesWords)['en']): Column<Invoice>[] {
  return [
    { name: 'number', label: words.number, cell: ({ number }) => number },
    { name: 'customer', label: words.customer, cell: ({ customer_name }) => customer_name },
    {
      name: 'status',
      label: words.status,
      onCard: 'aside',
      cell: ({ status }) => <Status of="invoice" status={status} />,
    },
    { name: 'due', label: words.due, cell: ({ due_date }) => <When at={due_date} only="day" /> },
    {
      name: 'total',
      label: words.total,
      isNumber: true,
      onCard: 'title',
      cell: ({ total, currency }) => <Money amount={total} currency={currency} />,
    },
  ]
}
