import type { KnownStatementMapping, StatementMapping } from '@malipo/sdk'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { DecideDialog } from '../../admin/decide-dialog.tsx'
import { useAdmin } from '../../admin/use-admin.ts'
import { Form } from '../../forms/form.tsx'
import { useSubmission } from '../../forms/use-submission.ts'
import { Button } from '../../kit/button.tsx'
import { AreaField, ChoiceField } from '../../kit/fields.tsx'
import { Waiting } from '../../kit/waiting.tsx'
import { Notice } from '../../parts/notice.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { Trouble } from '../../parts/trouble.tsx'
import { When } from '../../parts/when.tsx'
import { useFilters } from '../../routes/use-filters.ts'
import { useWords } from '../../words/words.ts'
import { ReconciliationTabs } from './reconciliation-tabs.tsx'
import { reconciliationWords } from './reconciliation-words.ts'
import { useMappings } from './use-mappings.ts'

/** How the statements of each provider are read. */
export default function MappingsScreen() {
  const words = useWords(reconciliationWords)
  const [values, choose] = useFilters()
  const found = useMappings()
  if (found.error) return <Trouble error={found.error} retry={() => void found.refetch()} />
  if (found.isPending) return <Waiting rows={4} />
  const one = found.data.find(({ name }) => name === values.name) ?? found.data[0]
  return (
    <>
      <PageHead title={words.mappings} />
      <ReconciliationTabs />
      <p className="muted narrow">{words.mappingsText}</p>
      {one && (
        <div className="card stack narrow">
          <ChoiceField
            label={words.provider}
            value={one.name}
            onChange={({ target }) => choose({ name: target.value })}
            choices={found.data.map(({ name }) => ({ value: name, label: name }))}
          />
          <p className="muted">
            {one.is_own ? words.isOwn : words.isBuiltIn} {one.is_own && <When at={one.changed_at} />}
          </p>
          <MappingForm key={`${one.name} ${one.changed_at}`} of={one} />
        </div>
      )}
    </>
  )
}

function MappingForm({ of: { name, is_own, mapping } }: { of: KnownStatementMapping }) {
  const words = useWords(reconciliationWords)
  const { malipo, key } = useAdmin()
  const queries = useQueryClient()
  const submission = useSubmission<KnownStatementMapping>()
  const [isNoJson, setNoJson] = useState(false)
  const look = () => void queries.invalidateQueries({ queryKey: [...key, 'mappings'] })
  const send = async (fields: FormData) => {
    const typed = parsed(String(fields.get('mapping') ?? ''))
    setNoJson(typed === undefined)
    if (typed === undefined) return
    if ((await submission.submit(() => malipo.admin.statementMappings.set(name, typed))) !== undefined) look()
  }
  return (
    <>
      <Form submission={submission} onSubmit={(fields) => void send(fields)}>
        <AreaField
          name="mapping"
          className="mono"
          rows={16}
          spellCheck={false}
          label={words.mapping}
          hint={words.mappingHint}
          defaultValue={JSON.stringify(mapping, null, 2)}
          problem={isNoJson ? words.mappingWrong : undefined}
        />
        <SaidOfFields problems={submission.problems} />
        <div>
          <Button type="submit" look="plain" isBusy={submission.isSending}>
            {words.saveMapping}
          </Button>
        </div>
      </Form>
      {is_own && (
        <div>
          <DecideDialog
            label={words.removeMapping}
            look="danger"
            title={words.removeMapping}
            send={() => malipo.admin.statementMappings.remove(name)}
            onDone={look}
          >
            <p>{words.removeMappingText}</p>
          </DecideDialog>
        </div>
      )}
    </>
  )
}

/** The service names parts of the mapping; they have no fields of their own here. */
function SaidOfFields({ problems }: { problems: Readonly<Record<string, string>> }) {
  const told = Object.entries(problems)
  if (told.length === 0) return null
  return (
    <Notice tone="failed">
      {told.map(([field, problem]) => (
        <p key={field}>
          <code>{field}</code> {problem}
        </p>
      ))}
    </Notice>
  )
}

function parsed(text: string): StatementMapping | undefined {
  try {
    return JSON.parse(text) as StatementMapping
  } catch {
    return undefined
  }
}
