import type { Reconciliation } from '@malipo/sdk'
import { Link } from '@tanstack/react-router'
import { useAdmin } from '../../admin/use-admin.ts'
import { buttonLook } from '../../kit/button.tsx'
import { FilterBar } from '../../lists/filter-bar.tsx'
import { RowList } from '../../lists/row-list.tsx'
import type { Column } from '../../lists/rows-shown.ts'
import { useRows } from '../../lists/use-rows.ts'
import { Empty } from '../../parts/empty.tsx'
import { formatDay } from '../../parts/format.ts'
import { PageHead } from '../../parts/page-head.tsx'
import { When } from '../../parts/when.tsx'
import { useFilters } from '../../routes/use-filters.ts'
import { useLanguage, useWords } from '../../words/words.ts'
import { useProviders } from '../providers/use-providers.ts'
import { ReconciliationTabs } from './reconciliation-tabs.tsx'
import { reconciliationWords } from './reconciliation-words.ts'
import { RunState } from './run-state.tsx'

/** Our books held against those of providers, day by day. */
export default function RunsScreen() {
  const words = useWords(reconciliationWords)
  const { malipo, key, at } = useAdmin()
  const [values, choose] = useFilters()
  const { data: known = [] } = useProviders()
  const { provider, day } = values
  const query = { provider, day }
  const rows = useRows<Reconciliation>([...key, 'reconciliations', query], (cursor, signal) =>
    malipo.admin.reconciliations.list({ ...query, cursor }, { signal }),
  )
  return (
    <>
      <PageHead title={words.title}>
        <Link to={`${at}/reconciliation/new`} {...buttonLook()}>
          {words.newRun}
        </Link>
      </PageHead>
      <ReconciliationTabs />
      <FilterBar
        section="admin-reconciliation"
        values={values}
        onChange={choose}
        filters={[
          {
            name: 'provider',
            label: words.provider,
            kind: 'choice',
            choices: known.map(({ name }) => ({ value: name, label: name })),
          },
          { name: 'day', label: words.day, kind: 'day' },
        ]}
      />
      <RowList
        label={words.runs}
        columns={useColumns()}
        of={rows}
        linkOf={({ id }) => `${at}/reconciliation/${id}`}
        empty={
          <Empty icon="scales" title={words.none}>
            <p>{words.noneText}</p>
          </Empty>
        }
      />
    </>
  )
}

function useColumns(): Column<Reconciliation>[] {
  const words = useWords(reconciliationWords)
  const language = useLanguage()
  return [
    {
      name: 'day',
      label: words.day,
      onCard: 'title',
      cell: ({ day, provider }) => `${formatDay(new Date(day), language)}, ${provider}`,
    },
    { name: 'state', label: words.state, onCard: 'aside', cell: (run) => <RunState of={run} /> },
    { name: 'source', label: words.source, cell: ({ source }) => words.sources[source] },
    { name: 'lines', label: words.lines, isNumber: true, cell: ({ counts }) => counts.lines },
    { name: 'matched', label: words.matched, isNumber: true, cell: ({ counts }) => counts.matched },
    {
      name: 'asked',
      label: words.asked,
      cell: ({ asked_by }) => (asked_by === null ? words.byNight : words.byPerson),
    },
    { name: 'finished', label: words.finished, cell: ({ finished_at }) => <When at={finished_at} /> },
  ]
}
