import type { Customer } from '@malipo/sdk'
import { Link } from '@tanstack/react-router'
import { useMerchant } from '../../frame/use-merchant.ts'
import { buttonLook } from '../../kit/button.tsx'
import { Icon } from '../../kit/icon.tsx'
import { FilterBar } from '../../lists/filter-bar.tsx'
import { RowList } from '../../lists/row-list.tsx'
import type { Column } from '../../lists/rows-shown.ts'
import { useRows } from '../../lists/use-rows.ts'
import { Empty } from '../../parts/empty.tsx'
import { formatPhone, readPhone } from '../../parts/format.ts'
import { PageHead } from '../../parts/page-head.tsx'
import { When } from '../../parts/when.tsx'
import { useMay } from '../../people/may.ts'
import { useFilters } from '../../routes/use-filters.ts'
import { useWords } from '../../words/words.ts'
import { customersWords } from './customers-words.ts'

export default function CustomersScreen() {
  const words = useWords(customersWords)
  const may = useMay()
  const { merchantId, environment, malipo, key } = useMerchant()
  const [filters, choose] = useFilters()
  const phone = filters.phone && readPhone(filters.phone)
  const rows = useRows<Customer>([...key, 'customers', filters], (cursor, signal) =>
    malipo.customers.list({ ...(phone && { phone }), cursor, page_size: 50 }, { signal }),
  )
  const here = `/m/${merchantId}/${environment}/customers`
  const add = may('createCustomer') && (
    <Link to={`${here}/new`} {...buttonLook()}>
      <Icon name="plus" />
      {environment === 'sandbox' ? words.addTest : words.add}
    </Link>
  )
  const columns: Column<Customer>[] = [
    { name: 'name', label: words.name, onCard: 'title', cell: ({ name }) => name },
    {
      name: 'phone',
      label: words.phone,
      onCard: 'aside',
      cell: (row) => (row.phone ? formatPhone(row.phone) : '–'),
    },
    { name: 'email', label: words.email, cell: ({ email }) => email ?? '–' },
    { name: 'since', label: words.since, cell: ({ created_at }) => <When at={created_at} only="day" /> },
  ]
  return (
    <>
      <PageHead title={words.title}>{add}</PageHead>
      <FilterBar
        section="customers"
        values={filters}
        onChange={choose}
        filters={[{ name: 'phone', label: words.phone, kind: 'text' }]}
      />
      <RowList
        label={words.title}
        columns={columns}
        of={rows}
        linkOf={({ id }) => `${here}/${id}`}
        empty={
          phone ? (
            <Empty icon="customers" title={words.noneFit} />
          ) : (
            <Empty icon="customers" title={words.empty}>
              <p>{words.emptyText}</p>
              {add}
            </Empty>
          )
        }
      />
    </>
  )
}
