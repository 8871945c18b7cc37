import type { Invoice, ListInvoicesQuery } from '@malipo/sdk'
import { useMerchant } from '../../frame/use-merchant.ts'
import { ListScreen } from '../../lists/list-screen.tsx'
import type { Column } from '../../lists/rows-shown.ts'
import { Money } from '../../parts/money.tsx'
import { useSayWho } from '../../parts/stand-in-words.ts'
import { Status } from '../../parts/status.tsx'
import { statusWords } from '../../parts/status-words.ts'
import { When } from '../../parts/when.tsx'
import { useWords } from '../../words/words.ts'
import { invoicesWords } from './invoices-words.ts'

const statusesShown = ['DRAFT', 'SENT', 'OVERDUE', 'PARTIALLY_PAID', 'PAID', 'CREDITED', 'VOID'] as const

export default function InvoicesScreen() {
  const words = useWords(invoicesWords)
  const { invoice: statuses } = useWords(statusWords)
  const { malipo } = useMerchant()
  return (
    <ListScreen
      section="invoices"
      words={words}
      needs="createInvoice"
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
      columns={useColumns(words)}
      read={(chosen, page, options) =>
        malipo.invoices.list({ ...(chosen as ListInvoicesQuery), ...page }, options)
      }
    />
  )
}

function useColumns(words: (typeof invoicesWords)['en']): Column<Invoice>[] {
  const sayWho = useSayWho()
  return [
    { name: 'number', label: words.number, cell: ({ number }) => number },
    { name: 'customer', label: words.customer, cell: ({ customer_name }) => sayWho(customer_name) },
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
