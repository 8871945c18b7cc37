import type { Customer } from '@malipo/sdk'
import { useMerchant } from '../../frame/use-merchant.ts'
import { ListScreen } from '../../lists/list-screen.tsx'
import type { Column } from '../../lists/rows-shown.ts'
import { formatPhone, readPhone } from '../../parts/format.ts'
import { useSayWho } from '../../parts/stand-in-words.ts'
import { When } from '../../parts/when.tsx'
import { useWords } from '../../words/words.ts'
import { customersWords } from './customers-words.ts'

export default function CustomersScreen() {
  const words = useWords(customersWords)
  const sayWho = useSayWho()
  const { malipo } = useMerchant()
  const columns: Column<Customer>[] = [
    { name: 'name', label: words.name, onCard: 'title', cell: ({ name }) => sayWho(name) },
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
    <ListScreen
      section="customers"
      words={words}
      needs="createCustomer"
      filters={[{ name: 'phone', label: words.phone, kind: 'text' }]}
      columns={columns}
      read={({ phone }, page, options) =>
        malipo.customers.list({ ...(phone && { phone: readPhone(phone) }), ...page }, options)
      }
    />
  )
}
