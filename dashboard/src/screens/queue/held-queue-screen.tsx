import type { AdminCollection } from '@malipo/sdk'
import { useAdmin } from '../../admin/use-admin.ts'
import { RowList } from '../../lists/row-list.tsx'
import type { Column } from '../../lists/rows-shown.ts'
import { useOldest } from '../../lists/use-oldest.ts'
import { Empty } from '../../parts/empty.tsx'
import { formatPhone } from '../../parts/format.ts'
import { Money } from '../../parts/money.tsx'
import { WaitingSince } from '../../parts/waiting-since.tsx'
import { useWords } from '../../words/words.ts'
import { QueueHead } from './queue-head.tsx'
import { queueWords } from './queue-words.ts'

export default function HeldQueueScreen() {
  const words = useWords(queueWords)
  const { malipo, key, at } = useAdmin()
  const rows = useOldest<AdminCollection>([...key, 'collections', 'held'], (paging, signal) =>
    malipo.admin.collections.list({ status: 'pending_clearance', ...paging }, { signal }),
  )
  const columns: Column<AdminCollection>[] = [
    {
      name: 'payer',
      label: words.payer,
      cell: ({ customer_phone }) => (customer_phone ? formatPhone(customer_phone) : '–'),
    },
    {
      name: 'amount',
      label: words.amount,
      isNumber: true,
      onCard: 'title',
      cell: ({ amount, currency }) => <Money amount={amount} currency={currency} />,
    },
    {
      name: 'waiting',
      label: words.waiting,
      onCard: 'aside',
      cell: ({ updated_at }) => <WaitingSince at={updated_at} />,
    },
    { name: 'merchant', label: words.merchant, cell: ({ merchant_name }) => merchant_name },
    {
      name: 'reference',
      label: words.reference,
      cell: ({ merchant_reference }) => merchant_reference ?? '–',
    },
  ]
  return (
    <>
      <QueueHead open="held" />
      <RowList
        label={words.noHeld}
        columns={columns}
        of={rows}
        linkOf={({ id }) => `${at}/payments/${id}`}
        empty={
          <Empty icon="check" title={words.noHeld}>
            <p>{words.nothingToDo}</p>
          </Empty>
        }
      />
    </>
  )
}
