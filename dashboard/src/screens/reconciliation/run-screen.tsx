import type { Reconciliation, ReconciliationFinding, ReconciliationFindingKind } from '@malipo/sdk'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useAdmin } from '../../admin/use-admin.ts'
import { saveFile } from '../../calls/save-file.ts'
import { useSubmission } from '../../forms/use-submission.ts'
import { Button } from '../../kit/button.tsx'
import { Waiting } from '../../kit/waiting.tsx'
import { FilterBar } from '../../lists/filter-bar.tsx'
import { RowList } from '../../lists/row-list.tsx'
import { useRows } from '../../lists/use-rows.ts'
import { formatDay } from '../../parts/format.ts'
import { Notice } from '../../parts/notice.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { tellReason } from '../../parts/tell-reason.ts'
import { FormTrouble, Trouble } from '../../parts/trouble.tsx'
import { WayBack } from '../../parts/way-back.tsx'
import { useFilters } from '../../routes/use-filters.ts'
import { useLanguage, useWords } from '../../words/words.ts'
import { useFindingColumns } from './finding-columns.tsx'
import { reconciliationWords } from './reconciliation-words.ts'
import { RunCounts } from './run-counts.tsx'
import { RunState } from './run-state.tsx'

export default function RunScreen() {
  const words = useWords(reconciliationWords)
  const language = useLanguage()
  const { malipo, key, at } = useAdmin()
  const { runId = '' } = useParams({ strict: false }) as { runId?: string }
  const found = useQuery({
    queryKey: [...key, 'reconciliations', 'one', runId],
    queryFn: ({ signal }) => malipo.admin.reconciliations.get(runId, { signal }),
    refetchInterval: ({ state: { data } }) => (data?.status === 'waiting' ? 2000 : false),
  })
  if (found.error) return <Trouble error={found.error} retry={() => void found.refetch()} />
  if (found.isPending) return <Waiting rows={6} />
  const { data: run } = found
  const title = `${formatDay(new Date(run.day), language)}, ${run.provider}`
  return (
    <>
      <PageHead title={title} above={<WayBack to={`${at}/reconciliation`}>{words.title}</WayBack>}>
        <RunState of={run} />
        {run.status === 'done' && <SaveReport of={run} />}
      </PageHead>
      {run.status === 'waiting' && (
        <Notice tone="waiting">
          <p>{words.waitingText}</p>
        </Notice>
      )}
      {run.problem !== null && (
        <Notice tone={run.status === 'failed' ? 'failed' : 'checked'}>
          <p>{tellReason(run.problem, language)}</p>
        </Notice>
      )}
      <RunCounts of={run} />
      {run.status === 'done' && <Findings runId={run.id} />}
    </>
  )
}

function SaveReport({ of: run }: { of: Reconciliation }) {
  const words = useWords(reconciliationWords)
  const { malipo } = useAdmin()
  const submission = useSubmission<true>()
  const save = () =>
    submission.submit(async () => {
      saveFile(
        `${run.provider}-${run.day}.csv`,
        'text/csv',
        await malipo.admin.reconciliations.report(run.id),
      )
      return true
    })
  return (
    <>
      <Button look="plain" icon="download" isBusy={submission.isSending} onClick={() => void save()}>
        {words.report}
      </Button>
      <FormTrouble error={submission.error} />
    </>
  )
}

function Findings({ runId }: { runId: string }) {
  const words = useWords(reconciliationWords)
  const { malipo, key } = useAdmin()
  const [values, choose] = useFilters()
  const kind = values.kind as ReconciliationFindingKind | undefined
  const rows = useRows<ReconciliationFinding>([...key, 'findings', runId, kind], (cursor, signal) =>
    malipo.admin.reconciliations.listFindings(runId, { kind, cursor }, { signal }),
  )
  return (
    <div className="stack">
      <h2>{words.findings}</h2>
      <FilterBar
        section="admin-findings"
        values={values}
        onChange={choose}
        filters={[
          {
            name: 'kind',
            label: words.kind,
            kind: 'choice',
            choices: Object.entries(words.kinds).map(([value, label]) => ({ value, label })),
          },
        ]}
      />
      <RowList
        label={words.findings}
        columns={useFindingColumns()}
        of={rows}
        empty={<p className="muted">{kind ? words.noneOfKind : words.noFindings}</p>}
      />
    </div>
  )
}
