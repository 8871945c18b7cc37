import type { Invoice } from '@malipo/sdk'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { forgetDraft } from '../../forms/form.tsx'
import { useDraft } from '../../forms/use-draft.ts'
import { useSubmission } from '../../forms/use-submission.ts'
import { useMerchant } from '../../frame/use-merchant.ts'
import { PageHead } from '../../parts/page-head.tsx'
import { WayBack } from '../../parts/way-back.tsx'
import { useWords } from '../../words/words.ts'
import { noInvoice, requestOf } from './invoice-draft.ts'
import { InvoiceEditor } from './invoice-editor.tsx'
import { invoicesWords } from './invoices-words.ts'

export default function NewInvoiceScreen() {
  const words = useWords(invoicesWords)
  const { merchantId, environment, malipo, key } = useMerchant()
  const here = `/m/${merchantId}/${environment}/invoices`
  const kept = `invoice.${merchantId}.${environment}`
  const [draft, setDraft] = useDraft(kept, noInvoice)
  const submission = useSubmission<Invoice>(kept)
  const queries = useQueryClient()
  const navigate = useNavigate()
  const save = async () => {
    const made = await submission.submit(({ idempotencyKey }) =>
      malipo.invoices.create(requestOf(draft), { idempotencyKey }),
    )
    if (!made) return
    forgetDraft(kept)
    void queries.invalidateQueries({ queryKey: [...key, 'invoices'] })
    await navigate({ to: `${here}/${made.id}`, replace: true })
  }
  return (
    <>
      <PageHead
        title={environment === 'sandbox' ? words.newTest : words.new}
        above={<WayBack to={here}>{words.title}</WayBack>}
      />
      <InvoiceEditor {...{ draft, submission }} onChange={setDraft} onSave={() => void save()} />
    </>
  )
}
