import type { DataExport } from '@malipo/sdk'
import { useQueryClient } from '@tanstack/react-query'
import { saveFile } from '../../calls/save-file.ts'
import { useSubmission } from '../../forms/use-submission.ts'
import { useMerchant } from '../../frame/use-merchant.ts'
import { Button } from '../../kit/button.tsx'
import { RowList } from '../../lists/row-list.tsx'
import type { Column } from '../../lists/rows-shown.ts'
import { useRows } from '../../lists/use-rows.ts'
import { Badge, type Tone } from '../../parts/badge.tsx'
import { Empty } from '../../parts/empty.tsx'
import { FormTrouble } from '../../parts/trouble.tsx'
import { When } from '../../parts/when.tsx'
import { useMay } from '../../people/may.ts'
import { useWords } from '../../words/words.ts'
import { useLookAgain } from './look-again.ts'
import { privacyWords } from './privacy-words.ts'

const toneOf: Record<DataExport['status'], Tone> = { PREPARING: 'waiting', READY: 'paid', EXPIRED: 'quiet' }

/** Everything of the business as a file: for owners only. */
export function Exports() {
  const may = useMay()
  return may('listExports') ? <OwnExports /> : null
}

function OwnExports() {
  const words = useWords(privacyWords)
  const { malipo, key } = useMerchant()
  const submission = useSubmission<DataExport>()
  const queries = useQueryClient()
  const queryKey = [...key, 'exports']
  const rows = useRows<DataExport>(queryKey, (cursor, signal) =>
    malipo.exports.list({ cursor, page_size: 10 }, { signal }),
  )
  useLookAgain(
    rows.rows.some(({ status }) => status === 'PREPARING'),
    rows.retry,
  )
  const make = async () => {
    const made = await submission.submit((options) => malipo.exports.create(options))
    if (made) void queries.resetQueries({ queryKey })
  }
  const columns: Column<DataExport>[] = [
    {
      name: 'made',
      label: words.when,
      onCard: 'title',
      cell: ({ created_at }) => <When at={created_at} />,
    },
    { name: 'lines', label: words.lines, isNumber: true, cell: ({ lines }) => lines ?? '–' },
    {
      name: 'until',
      label: words.until,
      cell: (one) => (
        <>
          <When at={one.ends_at} />
          {one.sha256 && (
            <p className="small muted breakable">{`${words.hash} ${one.sha256.slice(0, 16)}…`}</p>
          )}
          <SaveExport of={one} />
        </>
      ),
    },
    {
      name: 'state',
      label: words.state,
      onCard: 'aside',
      cell: ({ status }) => <Badge tone={toneOf[status]}>{words.files[status]}</Badge>,
    },
  ]
  return (
    <section className="stack" aria-label={words.exports}>
      <h2>{words.exports}</h2>
      <p className="muted">{words.exportsText}</p>
      <FormTrouble error={submission.error} />
      <div>
        <Button look="plain" isBusy={submission.isSending} onClick={() => void make()}>
          {words.makeExport}
        </Button>
      </div>
      <RowList
        label={words.made}
        columns={columns}
        of={rows}
        empty={<Empty icon="statement" title={words.noExports} />}
      />
    </section>
  )
}

function SaveExport({ of: { id, status } }: { of: DataExport }) {
  const words = useWords(privacyWords)
  const { malipo } = useMerchant()
  const submission = useSubmission<Uint8Array<ArrayBuffer>>()
  if (status !== 'READY') return null
  const save = async () => {
    const bytes = await submission.submit(() => malipo.exports.file(id))
    if (bytes) saveFile(`export-${id}.ndjson`, 'application/x-ndjson', bytes)
  }
  return (
    <>
      <FormTrouble error={submission.error} />
      <Button look="plain" isBusy={submission.isSending} onClick={() => void save()}>
        {words.saveExport}
      </Button>
    </>
  )
}
