import type { ListSettlementsQuery, Settlement } from '@malipo/sdk'
import { useMerchant } from '../../frame/use-merchant.ts'
import { ExportCsv } from '../../lists/export-csv.tsx'
import { FilterBar } from '../../lists/filter-bar.tsx'
import { NoneFit } from '../../lists/none-fit.tsx'
import { RowList } from '../../lists/row-list.tsx'
import type { Column } from '../../lists/rows-shown.ts'
import { useRows } from '../../lists/use-rows.ts'
import { Empty } from '../../parts/empty.tsx'
import { formatDay } from '../../parts/format.ts'
import { Money } from '../../parts/money.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { useFilters } from '../../routes/use-filters.ts'
import { useLanguage, useWords } from '../../words/words.ts'
import { StatementTabs } from '../statement/statement-tabs.tsx'
import { settlementsWords } from './settlements-words.ts'

/** What came in by day, provider and network. */
export default function SettlementsScreen() {
  const words = useWords(settlementsWords)
  const { malipo, key, environment } = useMerchant()
  const [filters, choose] = useFilters()
  const query = filters as ListSettlementsQuery
  const rows = useRows<Settlement>([...key, 'settlements', filters], (cursor, signal) =>
    malipo.settlements.list({ ...query, cursor, page_size: 50 }, { signal }),
  )
  const period = [filters.from, filters.to].filter(Boolean).join('_')
  const file = ['settlements', environment === 'sandbox' && 'sandbox', period].filter(Boolean).join('-')
  const isFiltered = Object.keys(filters).length > 0
  return (
    <>
      <PageHead title={words.title}>
        <ExportCsv
          name={file}
          read={(client, cursor, signal) =>
            client.settlements.csv({ ...query, cursor, page_size: 100 }, { signal })
          }
        />
      </PageHead>
      <StatementTabs />
      <p className="muted">{words.text}</p>
      <FilterBar
        section="settlements"
        values={filters}
        onChange={choose}
        filters={[
          { name: 'from', label: words.from, kind: 'day' },
          { name: 'to', label: words.to, kind: 'day' },
        ]}
      />
      <RowList
        label={words.title}
        columns={useColumns()}
        of={rows}
        empty={
          isFiltered ? (
            <NoneFit icon="scales" title={words.noneFit} />
          ) : (
            <Empty icon="scales" title={words.none}>
              <p>{words.noneText}</p>
            </Empty>
          )
        }
      />
    </>
  )
}

const sums = ['gross', 'fees', 'refunds', 'reversals'] as const

function useColumns(): Column<Settlement>[] {
  const words = useWords(settlementsWords)
  const language = useLanguage()
  return [
    {
      name: 'day',
      label: words.day,
      onCard: 'title',
      cell: ({ day }) => <span className="money">{formatDay(new Date(`${day}T12:00:00Z`), language)}</span>,
    },
    { name: 'provider', label: words.provider, cell: ({ provider }) => provider },
    { name: 'network', label: words.network, cell: ({ network }) => network ?? words.noNetwork },
    { name: 'count', label: words.count, isNumber: true, cell: ({ count }) => count },
    ...sums.map(
      (name): Column<Settlement> => ({
        name,
        label: words[name],
        isNumber: true,
        cell: (row) => <Money amount={row[name]} currency={row.currency} />,
      }),
    ),
    {
      name: 'net',
      label: words.net,
      isNumber: true,
      onCard: 'aside',
      cell: ({ net, currency }) => (
        <strong>
          <Money amount={net} currency={currency} />
        </strong>
      ),
    },
    {
      name: 'unreconciled',
      label: words.unreconciled,
      isNumber: true,
      cell: ({ unreconciled }) => (unreconciled === 0 ? words.confirmed : unreconciled),
    },
  ]
}
