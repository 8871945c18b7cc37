import type { DisbursementBatchWithHistory, ListBatchRowsQuery, Withdrawal } from '@malipo/sdk'
import { useMerchant } from '../../frame/use-merchant.ts'
import { ExportCsv } from '../../lists/export-csv.tsx'
import { FilterBar } from '../../lists/filter-bar.tsx'
import { RowList } from '../../lists/row-list.tsx'
import type { Column } from '../../lists/rows-shown.ts'
import { useRows } from '../../lists/use-rows.ts'
import { useMetadataFilter, withMetadata } from '../../metadata/metadata-filter.ts'
import { Empty } from '../../parts/empty.tsx'
import { Money } from '../../parts/money.tsx'
import { Status } from '../../parts/status.tsx'
import { useStatusChoices } from '../../parts/status-choices.ts'
import { tellFailure } from '../../parts/tell-failure.ts'
import { useFilters } from '../../routes/use-filters.ts'
import { useLanguage, useWords } from '../../words/words.ts'
import { Recipient } from '../withdrawals/recipient.tsx'
import { batchWords } from './batch-words.ts'

/** The rows in their order, all or those of one state, and the same as a file. */
export function BatchRows({ of: { id, name } }: { of: DisbursementBatchWithHistory }) {
  const words = useWords(batchWords)
  const { merchantId, environment, malipo, key } = useMerchant()
  const [chosen, choose] = useFilters()
  const wanted = withMetadata(chosen) as ListBatchRowsQuery
  const rows = useRows<Withdrawal>([...key, 'batch-rows', id, chosen], (cursor, signal) =>
    malipo.batches.rows(id, { ...wanted, cursor, page_size: 50 }, { signal }),
  )
  const file = `${name.replaceAll(/[^\p{L}\p{N}]+/gu, '-')}${wanted.status ? `-${wanted.status}` : ''}`
  return (
    <div className="stack tight">
      <div className="row apart bottom-aligned">
        <FilterBar
          section="batch-rows"
          values={chosen}
          onChange={choose}
          filters={[
            { name: 'status', label: words.status, kind: 'choice', choices: useStatusChoices('withdrawal') },
            useMetadataFilter(),
          ]}
        />
        <ExportCsv
          name={file}
          read={(client, cursor, signal) =>
            client.batches.csv(id, { ...wanted, cursor, page_size: 100 }, { signal })
          }
        />
      </div>
      <RowList
        label={words.rows}
        columns={useColumns()}
        of={rows}
        linkOf={(row) => `/m/${merchantId}/${environment}/withdrawals/${row.id}`}
        empty={<Empty icon="queue" title={words.noRows} />}
      />
    </div>
  )
}

function useColumns(): Column<Withdrawal>[] {
  const words = useWords(batchWords)
  const language = useLanguage()
  return [
    { name: 'row', label: words.row, cell: ({ row }) => row },
    { name: 'recipient', label: words.recipient, onCard: 'title', cell: (row) => <Recipient of={row} /> },
    {
      name: 'status',
      label: words.status,
      onCard: 'aside',
      cell: (row) => (
        <>
          <Status of="withdrawal" status={row.status} isUnknown={row.status === 'NEEDS_RECONCILIATION'} />
          {row.failure_message && <div className="small muted breaks">{tellFailure(row, language)}</div>}
        </>
      ),
    },
    {
      name: 'amount',
      label: words.rowAmount,
      isNumber: true,
      cell: ({ amount, currency }) => <Money amount={amount} currency={currency} />,
    },
    {
      name: 'reference',
      label: words.reference,
      cell: ({ merchant_reference: reference }) => <span className="breaks">{reference}</span>,
    },
  ]
}
