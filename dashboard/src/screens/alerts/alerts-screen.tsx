import type { OperatorAlert } from '@malipo/sdk'
import { useQueryClient } from '@tanstack/react-query'
import { useAdmin } from '../../admin/use-admin.ts'
import { useSubmission } from '../../forms/use-submission.ts'
import { Button } from '../../kit/button.tsx'
import { Segments } from '../../kit/choices.tsx'
import { RowList } from '../../lists/row-list.tsx'
import type { Column } from '../../lists/rows-shown.ts'
import { useRows } from '../../lists/use-rows.ts'
import { Badge } from '../../parts/badge.tsx'
import { Empty } from '../../parts/empty.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { FormTrouble } from '../../parts/trouble.tsx'
import { WaitingSince } from '../../parts/waiting-since.tsx'
import { When } from '../../parts/when.tsx'
import { useFilters } from '../../routes/use-filters.ts'
import { useWords } from '../../words/words.ts'
import { alertsWords } from './alerts-words.ts'
import { placeOfAlert } from './place-of-alert.ts'
import { useTold } from './use-told.ts'

export default function AlertsScreen() {
  const words = useWords(alertsWords)
  const { malipo, key, at } = useAdmin()
  const [{ status }, choose] = useFilters()
  const shown = status === 'resolved' ? 'resolved' : 'open'
  const rows = useRows<OperatorAlert>([...key, 'alerts', shown], (cursor, signal) =>
    malipo.admin.alerts.list({ status: shown, cursor }, { signal }),
  )
  return (
    <>
      <PageHead title={words.title} />
      <Segments
        label={words.shown}
        isLabelHidden
        value={shown}
        onChange={(next) => choose({ status: next === 'open' ? undefined : next })}
        choices={[
          { value: 'open', label: words.open },
          { value: 'resolved', label: words.resolved },
        ]}
      />
      <RowList
        label={words.title}
        columns={useColumns()}
        of={rows}
        linkOf={(alert) => `${at}${placeOfAlert(alert)}`}
        empty={
          <Empty icon="check" title={shown === 'open' ? words.none : words.noneResolved}>
            <p>{words.noneText}</p>
          </Empty>
        }
      />
    </>
  )
}

function useColumns(): Column<OperatorAlert>[] {
  const words = useWords(alertsWords)
  return [
    {
      name: 'title',
      label: words.what,
      onCard: 'title',
      cell: (alert) => <Cause of={alert} />,
    },
    {
      name: 'state',
      label: words.state,
      onCard: 'aside',
      cell: ({ resolved_at }) =>
        resolved_at === null ? (
          <Badge tone="checked">{words.lasts}</Badge>
        ) : (
          <Badge tone="paid">{words.over}</Badge>
        ),
    },
    { name: 'since', label: words.since, cell: ({ since }) => <WaitingSince at={since} /> },
    { name: 'raised', label: words.raised, cell: ({ raised_at }) => <When at={raised_at} /> },
    { name: 'read', label: words.read, cell: (alert) => <ReadMark of={alert} /> },
  ]
}

function Cause({ of }: { of: OperatorAlert }) {
  const { title, text } = useTold(of)
  return (
    <>
      {of.read_at === null && of.resolved_at === null ? <strong>{title}</strong> : title}
      <p className="small muted">{text}</p>
    </>
  )
}

function ReadMark({ of }: { of: OperatorAlert }) {
  const words = useWords(alertsWords)
  const { id, read_at } = of
  const { title } = useTold(of)
  const { malipo, key } = useAdmin()
  const queries = useQueryClient()
  const submission = useSubmission<OperatorAlert>()
  const mark = async () => {
    const reply = await submission.submit(() => malipo.admin.alerts.mark(id, { read: read_at === null }))
    // The bell counts what is unread too.
    if (reply !== undefined) void queries.invalidateQueries({ queryKey: key })
  }
  const label = read_at === null ? words.markRead : words.markUnread
  return (
    <>
      <Button
        look="plain"
        size="small"
        isBusy={submission.isSending}
        onClick={() => void mark()}
        aria-label={`${label}: ${title}`}
      >
        {label}
      </Button>
      <FormTrouble error={submission.error} />
    </>
  )
}
