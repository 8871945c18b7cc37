import type { AdminDocument } from '@malipo/sdk'
import { useAdmin } from '../../admin/use-admin.ts'
import { saveFile } from '../../calls/save-file.ts'
import { useSubmission } from '../../forms/use-submission.ts'
import { Button } from '../../kit/button.tsx'
import { RowList } from '../../lists/row-list.tsx'
import type { Column } from '../../lists/rows-shown.ts'
import { useRows } from '../../lists/use-rows.ts'
import { FormTrouble } from '../../parts/trouble.tsx'
import { When } from '../../parts/when.tsx'
import { useWords } from '../../words/words.ts'
import { formatSize } from './format-size.ts'
import { merchantsWords } from './merchants-words.ts'

/** What it showed of itself. A file is saved and never opened here: it is a stranger's. */
export function MerchantDocuments({ merchantId }: { merchantId: string }) {
  const words = useWords(merchantsWords)
  const { malipo, key } = useAdmin()
  const rows = useRows<AdminDocument>([...key, 'documents', merchantId], (cursor, signal) =>
    malipo.admin.documents.list(merchantId, { cursor }, { signal }),
  )
  return (
    <div className="card stack">
      <h2>{words.documents}</h2>
      <RowList
        label={words.documents}
        columns={useColumns()}
        of={rows}
        empty={<p className="muted">{words.noDocuments}</p>}
      />
    </div>
  )
}

function useColumns(): Column<AdminDocument>[] {
  const words = useWords(merchantsWords)
  return [
    { name: 'kind', label: words.kind, onCard: 'title', cell: ({ kind }) => words.kinds[kind] },
    {
      name: 'file',
      label: words.file,
      cell: ({ file_name, size }) => (
        <>
          {file_name} <span className="muted money">{formatSize(size)}</span>
        </>
      ),
    },
    { name: 'sent', label: words.sent, cell: ({ created_at }) => <When at={created_at} /> },
    { name: 'save', label: words.save, onCard: 'aside', cell: (one) => <SaveDocument of={one} /> },
  ]
}

function SaveDocument({ of: one }: { of: AdminDocument }) {
  const words = useWords(merchantsWords)
  const { malipo } = useAdmin()
  const submission = useSubmission<true>()
  const save = () =>
    submission.submit(async () => {
      saveFile(one.file_name, 'application/octet-stream', await malipo.admin.documents.get(one.id))
      return true
    })
  return (
    <>
      <Button
        look="plain"
        size="small"
        icon="download"
        isBusy={submission.isSending}
        onClick={() => void save()}
        aria-label={`${words.save} ${one.file_name}`}
      >
        {words.save}
      </Button>
      <FormTrouble error={submission.error} />
    </>
  )
}
