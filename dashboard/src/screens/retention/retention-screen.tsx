import type { Retention } from '@malipo/sdk'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useAdmin } from '../../admin/use-admin.ts'
import { Form } from '../../forms/form.tsx'
import { useSubmission } from '../../forms/use-submission.ts'
import { Button } from '../../kit/button.tsx'
import { TextField } from '../../kit/fields.tsx'
import { Waiting } from '../../kit/waiting.tsx'
import { Notice } from '../../parts/notice.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { Trouble } from '../../parts/trouble.tsx'
import { When } from '../../parts/when.tsx'
import { useWords } from '../../words/words.ts'
import { retentionWords } from './retention-words.ts'

/** As the service bounds them; it decides. */
const bounds = {
  payments_days: [1825, 7300],
  events_days: [90, 1000],
  exchanges_days: [90, 1000],
  replies_days: [30, 90],
  requests_days: [1, 30],
  sandbox_days: [7, 400],
} as const

type Name = keyof typeof bounds
const names = Object.keys(bounds) as Name[]

/** How long what names people is kept, as Super Admins choose. */
export default function RetentionScreen() {
  const words = useWords(retentionWords)
  const { malipo, key } = useAdmin()
  const found = useQuery({
    queryKey: [...key, 'retention'],
    queryFn: ({ signal }) => malipo.admin.retention.get({ signal }),
  })
  if (found.error) return <Trouble error={found.error} retry={() => void found.refetch()} />
  if (found.isPending) return <Waiting rows={6} />
  const { changed_at: changedAt } = found.data
  return (
    <>
      <PageHead title={words.title} />
      <p className="muted">{words.text}</p>
      <p className="small muted">
        {changedAt === null ? (
          words.usual
        ) : (
          <>
            {words.changed} <When at={changedAt} />
          </>
        )}
      </p>
      <RetentionForm of={found.data} />
    </>
  )
}

function RetentionForm({ of }: { of: Retention }) {
  const words = useWords(retentionWords)
  const { malipo, key } = useAdmin()
  const queries = useQueryClient()
  const submission = useSubmission<Retention>()
  const [isSaved, setSaved] = useState(false)
  const save = async (fields: FormData) => {
    setSaved(false)
    const wish = Object.fromEntries(names.map((name) => [name, Number(fields.get(name))]))
    const saved = await submission.submit(() => malipo.admin.retention.set(wish as Record<Name, number>))
    if (!saved) return
    queries.setQueryData([...key, 'retention'], saved)
    setSaved(true)
  }
  return (
    <Form submission={submission} onSubmit={(fields) => void save(fields)}>
      {names.map((name) => {
        const [least, most] = bounds[name]
        return (
          <TextField
            key={name}
            name={name}
            type="number"
            min={least}
            max={most}
            required
            label={words.days[name]}
            hint={words.range(String(least), String(most))}
            defaultValue={String(of[name])}
          />
        )
      })}
      {isSaved && <Notice tone="paid">{words.saved}</Notice>}
      <div>
        <Button type="submit" isBusy={submission.isSending}>
          {words.save}
        </Button>
      </div>
    </Form>
  )
}
