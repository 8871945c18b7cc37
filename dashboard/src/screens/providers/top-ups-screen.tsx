import type { FloatTopUp } from '@malipo/sdk'
import { useQueryClient } from '@tanstack/react-query'
import { DecideDialog } from '../../admin/decide-dialog.tsx'
import { useAdmin } from '../../admin/use-admin.ts'
import { useOperators } from '../../admin/use-operators.ts'
import { FilterBar } from '../../lists/filter-bar.tsx'
import { RowList } from '../../lists/row-list.tsx'
import type { Column } from '../../lists/rows-shown.ts'
import { useRows } from '../../lists/use-rows.ts'
import { Badge } from '../../parts/badge.tsx'
import { Empty } from '../../parts/empty.tsx'
import { formatDay } from '../../parts/format.ts'
import { Money } from '../../parts/money.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { useFilters } from '../../routes/use-filters.ts'
import { useLanguage, useWords } from '../../words/words.ts'
import { ProvidersTabs } from './providers-tabs.tsx'
import { providersWords } from './providers-words.ts'
import { TopUpForm } from './top-up-form.tsx'
import { useProviders } from './use-providers.ts'

/** Money that we have sent to providers, so that payouts can be made from it. */
export default function TopUpsScreen() {
  const words = useWords(providersWords)
  const { malipo, key } = useAdmin()
  const [values, choose] = useFilters()
  const { data: known = [] } = useProviders()
  const queries = useQueryClient()
  const { provider, reference } = values
  const query = { provider, reference }
  const rows = useRows<FloatTopUp>([...key, 'top-ups', query], (cursor, signal) =>
    malipo.admin.floatTopUps.list({ ...query, cursor }, { signal }),
  )
  // Read anew as a whole: what one has just recorded does not wait behind the list as something new.
  const look = () => void queries.resetQueries({ queryKey: [...key, 'top-ups'] })
  return (
    <>
      <PageHead title={words.topUps} />
      <ProvidersTabs />
      <FilterBar
        section="admin-top-ups"
        values={values}
        onChange={choose}
        filters={[
          {
            name: 'provider',
            label: words.provider,
            kind: 'choice',
            choices: known.map(({ name }) => ({ value: name, label: name })),
          },
          { name: 'reference', label: words.transfer, kind: 'text' },
        ]}
      />
      <RowList
        label={words.topUps}
        columns={useColumns(look)}
        of={rows}
        empty={<Empty icon="providers" title={words.noTopUps} />}
      />
      <TopUpForm onDone={look} />
    </>
  )
}

function useColumns(look: () => void): Column<FloatTopUp>[] {
  const words = useWords(providersWords)
  const language = useLanguage()
  const operators = useOperators()
  return [
    {
      name: 'amount',
      label: words.amount,
      isNumber: true,
      onCard: 'title',
      cell: ({ amount, currency }) => <Money amount={amount} currency={currency} />,
    },
    { name: 'provider', label: words.provider, cell: ({ provider }) => provider },
    { name: 'reference', label: words.transfer, cell: ({ reference }) => reference },
    {
      name: 'paid',
      label: words.paidOn,
      cell: ({ paid_on }) => <span className="money">{formatDay(new Date(paid_on), language)}</span>,
    },
    {
      name: 'by',
      label: words.recordedBy,
      cell: ({ recorded_by }) => operators.find(({ id }) => id === recorded_by)?.name ?? recorded_by,
    },
    { name: 'note', label: words.note, cell: ({ note }) => note ?? '–' },
    {
      name: 'state',
      label: words.state,
      onCard: 'aside',
      cell: (one) => <Reversal of={one} onDone={look} />,
    },
  ]
}

function Reversal({ of: one, onDone }: { of: FloatTopUp; onDone(): void }) {
  const words = useWords(providersWords)
  const { malipo } = useAdmin()
  if (one.reverses !== null) return <Badge tone="reversed">{words.isReversal}</Badge>
  if (one.reversed_at !== null) return <Badge tone="reversed">{words.wasReversed}</Badge>
  return (
    <DecideDialog<FloatTopUp>
      label={words.reverse}
      look="danger"
      size="small"
      title={words.reverseTitle}
      note="needed"
      send={(note = '', options) => malipo.admin.floatTopUps.reverse(one.id, { note }, options)}
      onDone={onDone}
    >
      <p>{words.reverseText}</p>
    </DecideDialog>
  )
}
