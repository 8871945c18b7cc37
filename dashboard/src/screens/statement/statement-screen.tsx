import type { ListTransactionsQuery, Transaction } from '@malipo/sdk'
import { Link } from '@tanstack/react-router'
import { useMerchant } from '../../frame/use-merchant.ts'
import { Button } from '../../kit/button.tsx'
import { useIsSmall } from '../../kit/use-media.ts'
import { ExportCsv } from '../../lists/export-csv.tsx'
import { FilterBar } from '../../lists/filter-bar.tsx'
import { NoneFit } from '../../lists/none-fit.tsx'
import { RowList } from '../../lists/row-list.tsx'
import type { Column } from '../../lists/rows-shown.ts'
import { useRows } from '../../lists/use-rows.ts'
import { Empty } from '../../parts/empty.tsx'
import { Money } from '../../parts/money.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { When } from '../../parts/when.tsx'
import { useFilters } from '../../routes/use-filters.ts'
import { useWords } from '../../words/words.ts'
import { NewPaymentLink } from '../payments/new-payment-link.tsx'
import { boundsOf } from './bounds-of.ts'
import classes from './statement.module.css'
import { StatementTabs } from './statement-tabs.tsx'
import { statementWords } from './statement-words.ts'

export default function StatementScreen() {
  const words = useWords(statementWords)
  const { malipo, key, name, environment } = useMerchant()
  const [filters, choose] = useFilters()
  const query = filters as ListTransactionsQuery
  const rows = useRows<Transaction>([...key, 'statement', filters], (cursor, signal) =>
    malipo.transactions.list({ ...query, cursor, page_size: 100 }, { signal }),
  )
  const isFiltered = Object.keys(filters).length > 0
  const period = [filters.from, filters.to].filter(Boolean).join('_')
  const file = ['statement', environment === 'sandbox' && 'sandbox', period].filter(Boolean).join('-')
  return (
    <div className={`stack ${classes.paper}`}>
      <PageHead title={words.title}>
        <Button look="plain" icon="print" onClick={() => print()}>
          {words.print}
        </Button>
        <ExportCsv
          name={file}
          read={(client, cursor, signal) =>
            client.transactions.csv({ ...query, cursor, page_size: 100 }, { signal })
          }
        />
      </PageHead>
      <StatementTabs />
      <p className={classes.head}>
        {words.of(name)} {[filters.from, filters.to].filter(Boolean).join(' – ')}
      </p>
      <FilterBar
        section="statement"
        values={filters}
        onChange={choose}
        filters={[
          {
            name: 'type',
            label: words.type,
            kind: 'choice',
            choices: Object.entries(words.types).map(([value, label]) => ({ value, label })),
          },
          { name: 'from', label: words.from, kind: 'day' },
          { name: 'to', label: words.to, kind: 'day' },
        ]}
      />
      {!filters.type && <Bounds rows={rows.rows} isWhole={!rows.hasMore} />}
      <RowList
        label={words.title}
        columns={useColumns()}
        of={rows}
        empty={
          isFiltered ? (
            <NoneFit icon="statement" title={words.noneFit} />
          ) : (
            <Empty icon="statement" title={words.empty}>
              <p>{words.emptyText}</p>
              <NewPaymentLink />
            </Empty>
          )
        }
      />
    </div>
  )
}

/** What there was after the newest row, and before the oldest once all are here. Among rows of one type there are gaps, and no such thing. */
function Bounds({ rows, isWhole }: { rows: Transaction[]; isWhole: boolean }) {
  const words = useWords(statementWords)
  const bounds = boundsOf(rows)
  const currency = rows[0]?.currency ?? 'TZS'
  if (!bounds) return null
  return (
    <div className={classes.bounds}>
      {isWhole && (
        <div>
          <span className="muted">{words.opening}</span>
          <strong>
            <Money amount={bounds.opening} currency={currency} />
          </strong>
        </div>
      )}
      <div>
        <span className="muted">{words.closing}</span>
        <strong>
          <Money amount={bounds.closing} currency={currency} />
        </strong>
      </div>
    </div>
  )
}

function useColumns(): Column<Transaction>[] {
  const words = useWords(statementWords)
  const { merchantId, environment } = useMerchant()
  const here = `/m/${merchantId}/${environment}`
  const isSmall = useIsSmall()
  // On a card no column says whether it came or went, so a sign does.
  const amountOf = (wanted: Transaction['direction'], sign: string) => (row: Transaction) =>
    row.direction === wanted && (
      <Money amount={isSmall ? `${sign}${row.amount}` : row.amount} currency={row.currency} />
    )
  return [
    { name: 'date', label: words.date, cell: ({ created_at }) => <When at={created_at} /> },
    { name: 'type', label: words.type, onCard: 'title', cell: ({ type }) => words.types[type] },
    {
      name: 'for',
      label: words.for,
      cell: ({ type, collection_id, withdrawal_id, reference, description }) => {
        const text = shorten(reference) ?? description
        if (collection_id)
          return <Link to={`${here}/payments/${collection_id}`}>{text ?? words.types.collection}</Link>
        if (withdrawal_id) {
          const isOfRefund = type.startsWith('refund')
          const place = isOfRefund ? 'refunds' : 'withdrawals'
          return (
            <Link to={`${here}/${place}/${withdrawal_id}`}>
              {text ?? words.types[isOfRefund ? 'refund' : 'withdrawal']}
            </Link>
          )
        }
        return text ?? '–'
      },
    },
    { name: 'in', label: words.in, isNumber: true, onCard: 'aside', cell: amountOf('credit', '+') },
    { name: 'out', label: words.out, isNumber: true, onCard: 'aside', cell: amountOf('debit', '-') },
    {
      name: 'balance',
      label: words.balance,
      isNumber: true,
      cell: ({ balance_after, currency }) => <Money amount={balance_after} currency={currency} />,
    },
  ]
}

/** References of our own making say nothing to anybody but the provider: their end is enough to tell two apart. */
function shorten(reference: string | null): string | undefined {
  return reference?.replace(/^(ML[PW])[0-9A-F]{26}([0-9A-F]{6})$/, '$1…$2')
}
