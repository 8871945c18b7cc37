import type { BatchStatus, QueuedBatch } from '@malipo/sdk'
import { useAdmin } from '../../admin/use-admin.ts'
import { Segments } from '../../kit/choices.tsx'
import { RowList } from '../../lists/row-list.tsx'
import type { Column } from '../../lists/rows-shown.ts'
import { useOldest } from '../../lists/use-oldest.ts'
import { Empty } from '../../parts/empty.tsx'
import { Money } from '../../parts/money.tsx'
import { WaitingSince } from '../../parts/waiting-since.tsx'
import { useFilters } from '../../routes/use-filters.ts'
import { useWords } from '../../words/words.ts'
import { QueueHead } from './queue-head.tsx'
import { queueWords } from './queue-words.ts'

const statusOf = {
  us: 'PENDING_ADMIN_APPROVAL',
  merchant: 'INFO_REQUESTED',
  paused: 'PAUSED',
  sending: 'PROCESSING',
} as const satisfies Record<string, BatchStatus>

type Wait = keyof typeof statusOf

export default function BatchesQueueScreen() {
  const words = useWords(queueWords)
  const { malipo, key, at } = useAdmin()
  const [filters, choose] = useFilters()
  const wait = ((filters.wait ?? '') in statusOf ? filters.wait : 'us') as Wait
  const status = statusOf[wait]
  const rows = useOldest<QueuedBatch>([...key, 'batches', 'queue', status], (paging, signal) =>
    malipo.admin.batches.list({ status, ...paging }, { signal }),
  )
  const names: Record<Wait, string> = {
    us: words.forUs,
    merchant: words.forMerchant,
    paused: words.paused,
    sending: words.underWay,
  }
  const none: Record<Wait, string> = {
    us: words.noBatches,
    merchant: words.noAsked,
    paused: words.noPaused,
    sending: words.noUnderWay,
  }
  return (
    <>
      <QueueHead open="batches" />
      <Segments
        label={words.shown}
        isLabelHidden
        value={wait}
        onChange={(next) => choose({ wait: next === 'us' ? undefined : next })}
        choices={Object.entries(names).map(([value, label]) => ({ value, label }))}
      />
      <RowList
        label={names[wait]}
        columns={useColumns()}
        of={rows}
        linkOf={({ id }) => `${at}/batches/${id}`}
        empty={
          <Empty icon="check" title={none[wait]}>
            <p>{words.nothingToDo}</p>
          </Empty>
        }
      />
    </>
  )
}

function useColumns(): Column<QueuedBatch>[] {
  const words = useWords(queueWords)
  return [
    { name: 'name', label: words.name, cell: ({ name }) => <span className="breaks">{name}</span> },
    {
      name: 'amount',
      label: words.amount,
      isNumber: true,
      onCard: 'title',
      cell: ({ amount_total: amount, currency }) => <Money amount={amount} currency={currency} />,
    },
    { name: 'rows', label: words.rows, isNumber: true, cell: ({ row_count: rows }) => rows },
    {
      name: 'waiting',
      label: words.waiting,
      onCard: 'aside',
      cell: ({ created_at }) => <WaitingSince at={created_at} />,
    },
    { name: 'merchant', label: words.merchant, cell: ({ merchant_name }) => merchant_name },
    {
      name: 'approvals',
      label: words.approvals,
      cell: ({ approvals, approvals_needed }) => words.approvalsOf(approvals, approvals_needed),
    },
  ]
}
