import type { RiskListEntry } from '@malipo/sdk'
import { useQueryClient } from '@tanstack/react-query'
import { DecideDialog } from '../../admin/decide-dialog.tsx'
import { useAdmin } from '../../admin/use-admin.ts'
import { Form } from '../../forms/form.tsx'
import { useSubmission } from '../../forms/use-submission.ts'
import { Button } from '../../kit/button.tsx'
import { TextField } from '../../kit/fields.tsx'
import { FilterBar } from '../../lists/filter-bar.tsx'
import { RowList } from '../../lists/row-list.tsx'
import type { Column } from '../../lists/rows-shown.ts'
import { useRows } from '../../lists/use-rows.ts'
import { Empty } from '../../parts/empty.tsx'
import { formatPhone } from '../../parts/format.ts'
import { PageHead } from '../../parts/page-head.tsx'
import { When } from '../../parts/when.tsx'
import { useFilters } from '../../routes/use-filters.ts'
import { useWords } from '../../words/words.ts'
import { RiskTabs } from './risk-tabs.tsx'
import { riskWords } from './risk-words.ts'

/** Numbers that rules ask for. */
export default function ListsScreen() {
  const words = useWords(riskWords)
  const { malipo, key } = useAdmin()
  const [values, choose] = useFilters()
  const queries = useQueryClient()
  const { list } = values
  const rows = useRows<RiskListEntry>([...key, 'risk-lists', list], (cursor, signal) =>
    malipo.admin.riskLists.list({ list, cursor }, { signal }),
  )
  const look = () => void queries.resetQueries({ queryKey: [...key, 'risk-lists'] })
  return (
    <>
      <PageHead title={words.lists} />
      <RiskTabs />
      <p className="muted narrow">{words.listsText}</p>
      <FilterBar
        section="admin-risk-lists"
        values={values}
        onChange={choose}
        filters={[{ name: 'list', label: words.list, kind: 'text' }]}
      />
      <RowList
        label={words.lists}
        columns={useColumns(look)}
        of={rows}
        empty={<Empty icon="shield" title={words.noEntries} />}
      />
      <EntryForm onDone={look} />
    </>
  )
}

function useColumns(look: () => void): Column<RiskListEntry>[] {
  const words = useWords(riskWords)
  const { malipo } = useAdmin()
  return [
    {
      name: 'value',
      label: words.value,
      onCard: 'title',
      cell: ({ value }) => <span className="mono">{formatPhone(value)}</span>,
    },
    { name: 'list', label: words.list, cell: ({ list }) => list },
    { name: 'note', label: words.note, cell: ({ note }) => note ?? '–' },
    { name: 'added', label: words.at, cell: ({ added_at }) => <When at={added_at} /> },
    {
      name: 'remove',
      label: words.takeOff,
      onCard: 'aside',
      cell: ({ list, value }) => (
        <DecideDialog
          label={words.takeOff}
          look="danger"
          size="small"
          title={words.takeOffTitle}
          send={() => malipo.admin.riskLists.remove(list, value)}
          onDone={look}
        >
          <p>{words.takeOffText}</p>
        </DecideDialog>
      ),
    },
  ]
}

function EntryForm({ onDone }: { onDone(): void }) {
  const words = useWords(riskWords)
  const { malipo } = useAdmin()
  const submission = useSubmission<RiskListEntry>()
  const send = async (fields: FormData) => {
    const text = (name: string) => String(fields.get(name) ?? '').trim()
    const note = text('note')
    const put = await submission.submit(() =>
      malipo.admin.riskLists.put(text('list'), text('value'), note === '' ? {} : { note }),
    )
    if (put !== undefined) onDone()
  }
  return (
    <section className="card stack narrow" aria-labelledby="put-on-list">
      <h2 id="put-on-list">{words.put}</h2>
      <Form submission={submission} onSubmit={(fields) => void send(fields)}>
        <TextField name="list" label={words.list} hint={words.listHint} required />
        <TextField name="value" label={words.value} required />
        <TextField name="note" label={words.note} />
        <div>
          <Button type="submit" look="plain" isBusy={submission.isSending}>
            {words.put}
          </Button>
        </div>
      </Form>
    </section>
  )
}
