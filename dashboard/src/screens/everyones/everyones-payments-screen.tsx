import type { AdminCollection, AdminListCollectionsQuery } from '@malipo/sdk'
import { useAdmin } from '../../admin/use-admin.ts'
import { FilteredList } from '../../lists/filtered-list.tsx'
import type { Column } from '../../lists/rows-shown.ts'
import { Empty } from '../../parts/empty.tsx'
import { formatPhone } from '../../parts/format.ts'
import { Money } from '../../parts/money.tsx'
import { Status } from '../../parts/status.tsx'
import { useStatusChoices } from '../../parts/status-choices.ts'
import { When } from '../../parts/when.tsx'
import { useWords } from '../../words/words.ts'
import { everyonesWords } from './everyones-words.ts'

export default function EveryonesPaymentsScreen() {
  const words = useWords(everyonesWords)
  const { malipo, key, at } = useAdmin()
  return (
    <FilteredList
      title={words.payments}
      section="everyones-payments"
      rowsKey={[...key, 'collections', 'all']}
      at={`${at}/payments`}
      icon="payments"
      filters={[
        { name: 'status', label: words.status, kind: 'choice', choices: useStatusChoices('payment') },
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
      columns={useColumns()}
      read={({ silent, ...others }, page, options) => {
        const asked = { ...(others as AdminListCollectionsQuery), ...(silent && { silent: true as const }) }
        return malipo.admin.collections.list({ ...asked, ...page }, options)
      }}
      noneFit={words.noneFit}
      empty={<Empty icon="payments" title={words.noPayments} />}
    />
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
