import type { QueuedWithdrawal } from '@malipo/sdk'
import { useAdmin } from '../../admin/use-admin.ts'
import { Segments } from '../../kit/choices.tsx'
import { RowList } from '../../lists/row-list.tsx'
import type { Column } from '../../lists/rows-shown.ts'
import { useOldest } from '../../lists/use-oldest.ts'
import { Empty } from '../../parts/empty.tsx'
import { Money } from '../../parts/money.tsx'
import { useSayWho } from '../../parts/stand-in-words.ts'
import { WaitingSince } from '../../parts/waiting-since.tsx'
import { useFilters } from '../../routes/use-filters.ts'
import { useWords } from '../../words/words.ts'
import { accountOf } from '../decisions/account-of.ts'
import { QueueHead } from './queue-head.tsx'
import { queueWords } from './queue-words.ts'

export default function WithdrawalsQueueScreen() {
  const words = useWords(queueWords)
  const { malipo, key, at } = useAdmin()
  const [{ wait }, choose] = useFilters()
  const status = wait === 'merchant' ? 'INFO_REQUESTED' : 'PENDING_ADMIN_APPROVAL'
  const rows = useOldest<QueuedWithdrawal>([...key, 'withdrawals', 'queue', status], (paging, signal) =>
    malipo.admin.withdrawals.list({ status, ...paging }, { signal }),
  )
  return (
    <>
      <QueueHead open="withdrawals" />
      <Segments
        label={words.shown}
        isLabelHidden
        value={wait ?? 'us'}
        onChange={(next) => choose({ wait: next === 'us' ? undefined : next })}
        choices={[
          { value: 'us', label: words.forUs },
          { value: 'merchant', label: words.forMerchant },
        ]}
      />
      <RowList
        label={words.forUs}
        columns={useColumns()}
        of={rows}
        linkOf={({ id }) => `${at}/withdrawals/${id}`}
        empty={
          <Empty icon="check" title={wait === 'merchant' ? words.noAsked : words.noWithdrawals}>
            <p>{words.nothingToDo}</p>
          </Empty>
        }
      />
    </>
  )
}

function useColumns(): Column<QueuedWithdrawal>[] {
  const sayWho = useSayWho()
  const words = useWords(queueWords)
  return [
    {
      name: 'recipient',
      label: words.recipient,
      cell: ({ destination_name }) => sayWho(destination_name),
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
      cell: ({ created_at }) => <WaitingSince at={created_at} />,
    },
    { name: 'merchant', label: words.merchant, cell: ({ merchant_name }) => merchant_name },
    {
      name: 'account',
      label: words.account,
      cell: accountOf,
    },
    {
      name: 'approvals',
      label: words.approvals,
      cell: ({ approvals, approvals_needed }) => words.approvalsOf(approvals, approvals_needed),
    },
  ]
}
