import type { AdminFiscalReceipt } from '@malipo/sdk'
import { useAdmin } from '../../admin/use-admin.ts'
import { RowList } from '../../lists/row-list.tsx'
import type { Column } from '../../lists/rows-shown.ts'
import { useOldest } from '../../lists/use-oldest.ts'
import { Empty } from '../../parts/empty.tsx'
import { Money } from '../../parts/money.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { WaitingSince } from '../../parts/waiting-since.tsx'
import { useWords } from '../../words/words.ts'
import { FiscalBadge } from './fiscal-badge.tsx'
import { fiscalWords } from './fiscal-words.ts'

/** What tax authorities refused or have not answered, of all merchants: the oldest first. */
export default function UnissuedScreen() {
  const words = useWords(fiscalWords)
  const { malipo, key, at } = useAdmin()
  const rows = useOldest<AdminFiscalReceipt>([...key, 'fiscal-receipts'], (paging, signal) =>
    malipo.admin.fiscalReceipts.list(paging, { signal }),
  )
  const columns: Column<AdminFiscalReceipt>[] = [
    { name: 'merchant', label: words.merchant, onCard: 'title', cell: ({ merchant_name }) => merchant_name },
    {
      name: 'amount',
      label: words.amount,
      isNumber: true,
      cell: ({ amount, currency }) => <Money amount={amount} currency={currency} />,
    },
    {
      name: 'state',
      label: words.state,
      onCard: 'aside',
      cell: ({ status }) => <FiscalBadge status={status} />,
    },
    { name: 'waiting', label: words.waiting, cell: ({ queued_at }) => <WaitingSince at={queued_at} /> },
    {
      name: 'why',
      label: words.why,
      cell: ({ failure_reason, registration_problem, behind_since }) =>
        failure_reason ?? registration_problem ?? (behind_since ? words.behind : '–'),
    },
  ]
  return (
    <>
      <PageHead title={words.unissued} />
      <RowList
        label={words.unissued}
        columns={columns}
        of={rows}
        linkOf={({ collection_id: id }) => id && `${at}/payments/${id}`}
        empty={<Empty icon="check" title={words.allIssued} />}
      />
    </>
  )
}
