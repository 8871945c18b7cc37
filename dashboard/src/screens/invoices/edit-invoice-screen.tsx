import type { Invoice } from '@malipo/sdk'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { forgetDraft } from '../../forms/form.tsx'
import { useDraft } from '../../forms/use-draft.ts'
import { useSubmission } from '../../forms/use-submission.ts'
import { useMerchant } from '../../frame/use-merchant.ts'
import { Waiting } from '../../kit/waiting.tsx'
import { Notice } from '../../parts/notice.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { Trouble } from '../../parts/trouble.tsx'
import { WayBack } from '../../parts/way-back.tsx'
import { useWords } from '../../words/words.ts'
import { draftOf, requestOf } from './invoice-draft.ts'
import { InvoiceEditor } from './invoice-editor.tsx'
import { editorWords, invoicesWords } from './invoices-words.ts'
import { useInvoice } from './use-invoice.ts'

export default function EditInvoiceScreen() {
  const words = useWords(editorWords)
  const { title: all } = useWords(invoicesWords)
  const { merchantId, environment } = useMerchant()
  const { invoiceId = '' } = useParams({ strict: false })
  const { data: invoice, error, refetch } = useInvoice(invoiceId)
  const here = `/m/${merchantId}/${environment}/invoices/${invoiceId}`
  return (
    <>
      <PageHead
        title={invoice ? words.edit(invoice.number) : all}
        above={<WayBack to={here}>{invoice?.number ?? all}</WayBack>}
      />
      {error && <Trouble error={error} retry={() => void refetch()} />}
      {!invoice && !error && <Waiting rows={6} />}
      {invoice && invoice.status !== 'DRAFT' && <Notice tone="checked">{words.notDraft}</Notice>}
      {invoice?.status === 'DRAFT' && <Edit invoice={invoice} here={here} />}
    </>
  )
}

function Edit({ invoice, here }: { invoice: Invoice; here: string }) {
  const { malipo, key } = useMerchant()
  const kept = `invoice.${invoice.id}`
  const [draft, setDraft] = useDraft(kept, draftOf(invoice))
  const submission = useSubmission<Invoice>()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const save = async () => {
    const { merchant_id: _own, ...fields } = requestOf(draft)
    // What was emptied is taken away; left out, it would stay.
    const changed = await submission.submit(() =>
      malipo.invoices.update(invoice.id, {
        ...{ customer_email: null, notes: null, allow_part_payment: false, minimum_payment: null },
        ...fields,
      }),
    )
    if (!changed) return
    forgetDraft(kept)
    queries.setQueryData([...key, 'invoices', invoice.id], changed)
    void queries.invalidateQueries({ queryKey: [...key, 'invoices'] })
    await navigate({ to: here, replace: true })
  }
  return <InvoiceEditor {...{ draft, submission }} onChange={setDraft} onSave={() => void save()} />
}
