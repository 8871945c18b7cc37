import type { AdminVerifyAuditLogReply, AuditEntry } from '@malipo/sdk'
import { useState } from 'react'
import { useAdmin } from '../../admin/use-admin.ts'
import { useOperators } from '../../admin/use-operators.ts'
import { useSubmission } from '../../forms/use-submission.ts'
import { Button } from '../../kit/button.tsx'
import { FilterBar } from '../../lists/filter-bar.tsx'
import type { Filter } from '../../lists/filters.ts'
import { RowList } from '../../lists/row-list.tsx'
import type { Column } from '../../lists/rows-shown.ts'
import { useRows } from '../../lists/use-rows.ts'
import { withIds } from '../../lists/with-ids.ts'
import { Copyable } from '../../parts/copyable.tsx'
import { Empty } from '../../parts/empty.tsx'
import { Notice } from '../../parts/notice.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { tellReason } from '../../parts/tell-reason.ts'
import { FormTrouble } from '../../parts/trouble.tsx'
import { When } from '../../parts/when.tsx'
import { useFilters } from '../../routes/use-filters.ts'
import { useLanguage, useWords } from '../../words/words.ts'
import { actionWords } from './action-words.ts'
import { auditWords } from './audit-words.ts'

/** What people with power did, in the order in which they did it. */
export default function AuditScreen() {
  const words = useWords(auditWords)
  const { malipo, key } = useAdmin()
  const [values, choose] = useFilters()
  const { action, actor, merchant, subject } = values
  const query = { action, actor_id: actor, merchant_id: merchant, subject_id: subject }
  const rows = useRows([...key, 'audit', query], (cursor, signal) =>
    withIds(malipo.admin.auditLog.list({ ...query, cursor }, { signal }), ({ seq }) => String(seq)),
  )
  return (
    <>
      <VerifyHead />
      <FilterBar section="admin-audit" filters={useAuditFilters()} values={values} onChange={choose} />
      <RowList
        label={words.title}
        columns={useColumns()}
        of={rows}
        empty={<Empty icon="shield" title={words.none} />}
      />
    </>
  )
}

/** Each entry holds the fingerprint of the one before it: what was changed afterwards is found. */
function VerifyHead() {
  const words = useWords(auditWords)
  const language = useLanguage()
  const { malipo } = useAdmin()
  const submission = useSubmission<AdminVerifyAuditLogReply>()
  const [found, setFound] = useState<AdminVerifyAuditLogReply>()
  const verify = async () => {
    setFound(undefined)
    setFound(await submission.submit(() => malipo.admin.auditLog.verify()))
  }
  return (
    <>
      <PageHead title={words.title}>
        <Button look="plain" icon="shield" isBusy={submission.isSending} onClick={() => void verify()}>
          {words.verify}
        </Button>
      </PageHead>
      <FormTrouble error={submission.error} />
      {found && (
        <Notice tone={found.holds ? 'paid' : 'failed'}>
          <strong>{found.holds ? words.holds : words.broken}</strong>
          {found.problem !== null && <p>{tellReason(found.problem, language)}</p>}
        </Notice>
      )}
    </>
  )
}

function useAuditFilters(): Filter[] {
  const words = useWords(auditWords)
  const operators = useOperators()
  return [
    { name: 'action', label: words.action, kind: 'text', hint: 'member.created' },
    {
      name: 'actor',
      label: words.who,
      kind: 'choice',
      choices: operators.map(({ id, name }) => ({ value: id, label: name })),
    },
    { name: 'merchant', label: words.merchant, kind: 'text', hint: words.id },
    { name: 'subject', label: words.whom, kind: 'text', hint: words.id },
  ]
}

function useColumns(): Column<AuditEntry & { id: string }>[] {
  const words = useWords(auditWords)
  const actions = useWords(actionWords)
  const nameOf = ({ by, actor_kind }: AuditEntry) => by ?? words.kinds[actor_kind] ?? actor_kind
  return [
    { name: 'at', label: words.when, onCard: 'aside', cell: ({ at }) => <When at={at} /> },
    { name: 'who', label: words.who, cell: nameOf },
    {
      name: 'action',
      label: words.action,
      onCard: 'title',
      cell: ({ action }) => <Action of={action} words={actions} />,
    },
    {
      name: 'whom',
      label: words.whom,
      cell: ({ subject_kind, subject_id }) => (
        <>
          {words.subjects[subject_kind] ?? subject_kind}{' '}
          <Copyable text={subject_id} shown={`…${subject_id.slice(-6)}`} label={subject_id} />
        </>
      ),
    },
    { name: 'details', label: words.details, cell: ({ details }) => <Details of={details} /> },
    {
      name: 'request',
      label: words.request,
      cell: ({ request_id }) =>
        request_id === null ? (
          '–'
        ) : (
          <Copyable text={request_id} shown={`…${request_id.slice(-6)}`} label={request_id} />
        ),
    },
  ]
}

/** In words, with the name that the filter takes beneath. */
function Action({ of: action, words }: { of: string; words: Record<string, string> }) {
  if (words[action] === undefined) return action
  return (
    <>
      {words[action]} <span className="mono small muted">{action}</span>
    </>
  )
}

const mostShown = 60

function Details({ of: details }: { of: unknown }) {
  const text = Object.entries(details ?? {})
    .map(([name, value]) => `${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join(', ')
  if (text.length <= mostShown) return <span className="mono small">{text || '–'}</span>
  return (
    <details className="mono small">
      <summary>{text.slice(0, mostShown)}…</summary>
      {text}
    </details>
  )
}
