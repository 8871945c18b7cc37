import type { DisbursementBatch, ListDisbursementBatchesQuery } from '@malipo/sdk'
import { Link } from '@tanstack/react-router'
import { useMerchant } from '../../frame/use-merchant.ts'
import { buttonLook } from '../../kit/button.tsx'
import { Icon } from '../../kit/icon.tsx'
import { FilteredList } from '../../lists/filtered-list.tsx'
import type { Column } from '../../lists/rows-shown.ts'
import { Empty } from '../../parts/empty.tsx'
import { Money } from '../../parts/money.tsx'
import { Status } from '../../parts/status.tsx'
import { useStatusChoices } from '../../parts/status-choices.ts'
import { When } from '../../parts/when.tsx'
import { useMay } from '../../people/may.ts'
import { useWords } from '../../words/words.ts'
import { PayOutTabs } from '../withdrawals/pay-out-tabs.tsx'
import { batchesWords } from './batches-words.ts'
import { RowsProgress } from './rows-progress.tsx'
import { useBatch } from './use-batch.ts'

export default function BatchesScreen() {
  const words = useWords(batchesWords)
  const { merchantId, environment, malipo, key } = useMerchant()
  const may = useMay()
  const here = `/m/${merchantId}/${environment}/batches`
  const add = may('createDisbursementBatch') && (
    <Link to={`${here}/new`} {...buttonLook()}>
      <Icon name="upload" />
      {environment === 'sandbox' ? words.newTest : words.new}
    </Link>
  )
  return (
    <FilteredList<DisbursementBatch>
      title={words.title}
      section="batches"
      rowsKey={[...key, 'batches']}
      at={here}
      icon="queue"
      filters={[
        { name: 'status', label: words.status, kind: 'choice', choices: useStatusChoices('batch') },
        { name: 'from', label: words.from, kind: 'day' },
        { name: 'to', label: words.to, kind: 'day' },
      ]}
      columns={useColumns()}
      read={(chosen, page, options) =>
        malipo.batches.list({ ...(chosen as ListDisbursementBatchesQuery), ...page }, options)
      }
      noneFit={words.noneFit}
      actions={add}
      empty={
        <Empty icon="queue" title={words.empty}>
          <p>{words.emptyText}</p>
          {add}
        </Empty>
      }
    >
      <PayOutTabs />
    </FilteredList>
  )
}

function useColumns(): Column<DisbursementBatch>[] {
  const words = useWords(batchesWords)
  return [
    {
      name: 'name',
      label: words.name,
      onCard: 'title',
      cell: ({ name }) => <span className="breaks">{name}</span>,
    },
    {
      name: 'status',
      label: words.status,
      onCard: 'aside',
      cell: ({ status }) => <Status of="batch" status={status} />,
    },
    { name: 'progress', label: words.progress, cell: (row) => <ProgressOf of={row} /> },
    { name: 'rows', label: words.rows, isNumber: true, cell: ({ row_count: rows }) => rows },
    {
      name: 'amount',
      label: words.amount,
      isNumber: true,
      cell: ({ amount_total: amount, currency }) => <Money amount={amount} currency={currency} />,
    },
    { name: 'made', label: words.made, cell: ({ created_at: at }) => <When at={at} /> },
  ]
}

/** Counting rows is work for the service: it is asked about those that are under way, and knows the others without counting. */
function ProgressOf({ of: { id, status, row_count: all } }: { of: DisbursementBatch }) {
  const isUnderWay = status === 'PROCESSING' || status === 'PAUSED'
  const { data } = useBatch(isUnderWay ? id : null)
  if (status === 'DONE') return <RowsProgress rows={{ SUCCESS: all }} all={all} />
  return isUnderWay && data ? (
    <RowsProgress rows={data.by_status} all={all} />
  ) : (
    <span className="muted">–</span>
  )
}
