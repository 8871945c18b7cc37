import type { QueuedWithdrawal } from '@malipo/sdk'
import { useAdmin } from '../../admin/use-admin.ts'
import { RowList } from '../../lists/row-list.tsx'
import type { Column } from '../../lists/rows-shown.ts'
import { useOldest } from '../../lists/use-oldest.ts'
import type { Rows } from '../../lists/use-rows.ts'
import { Empty } from '../../parts/empty.tsx'
import { Money } from '../../parts/money.tsx'
import { useSayWho } from '../../parts/stand-in-words.ts'
import { Status } from '../../parts/status.tsx'
import { WaitingSince } from '../../parts/waiting-since.tsx'
import { useWords } from '../../words/words.ts'
import { isUnclear, type UnclearStatus } from '../decisions/unclear.ts'
import { QueueHead } from './queue-head.tsx'
import { queueWords } from './queue-words.ts'

/** Payouts of which nobody knows the end, or that only a person can set going again. */
export default function UnclearQueueScreen() {
  const sayWho = useSayWho()
  const words = useWords(queueWords)
  const { at } = useAdmin()
  const rows = mergedByAge([
    useUnclear('NEEDS_RECONCILIATION'),
    useUnclear('NEEDS_ADMIN_ATTENTION'),
    useUnclear('BLOCKED_IP_WHITELIST'),
  ])
  const columns: Column<QueuedWithdrawal>[] = [
    { name: 'recipient', label: words.recipient, cell: ({ destination_name }) => sayWho(destination_name) },
    {
      name: 'amount',
      label: words.amount,
      isNumber: true,
      onCard: 'title',
      cell: ({ amount, currency }) => <Money amount={amount} currency={currency} />,
    },
    {
      name: 'status',
      label: words.status,
      onCard: 'aside',
      cell: ({ status }) => <Status of="withdrawal" status={status} isUnknown={isUnclear(status)} />,
    },
    {
      name: 'waiting',
      label: words.waiting,
      cell: ({ updated_at }) => <WaitingSince at={updated_at} />,
    },
    { name: 'merchant', label: words.merchant, cell: ({ merchant_name }) => merchant_name },
    { name: 'provider', label: words.provider, cell: ({ provider }) => provider },
  ]
  return (
    <>
      <QueueHead open="unclear" />
      <RowList
        label={words.status}
        columns={columns}
        of={rows}
        linkOf={({ id }) => `${at}/withdrawals/${id}`}
        empty={
          <Empty icon="check" title={words.noUnclear}>
            <p>{words.nothingToDo}</p>
          </Empty>
        }
      />
    </>
  )
}

function useUnclear(status: UnclearStatus): Rows<QueuedWithdrawal> {
  const { malipo, key } = useAdmin()
  return useOldest<QueuedWithdrawal>([...key, 'withdrawals', 'queue', status], (paging, signal) =>
    malipo.admin.withdrawals.list({ status, ...paging }, { signal }),
  )
}

/** Lists of one status each, as one. */
function mergedByAge(lists: Rows<QueuedWithdrawal>[]): Rows<QueuedWithdrawal> {
  return {
    rows: lists.flatMap(({ rows }) => rows).toSorted((one, other) => (one.id < other.id ? -1 : 1)),
    newRows: 0,
    showNew: () => undefined,
    isLoading: lists.some(({ isLoading }) => isLoading),
    error: lists.find(({ error }) => error)?.error ?? null,
    retry: () => {
      for (const list of lists) list.retry()
    },
    hasMore: lists.some(({ hasMore }) => hasMore),
    isLoadingMore: lists.some(({ isLoadingMore }) => isLoadingMore),
    loadMore: () => {
      for (const list of lists) if (list.hasMore) list.loadMore()
    },
  }
}
