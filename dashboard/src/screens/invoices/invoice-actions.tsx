import type { Invoice } from '@malipo/sdk'
import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { saveFile } from '../../calls/save-file.ts'
import { AskFirst } from '../../forms/ask-first.tsx'
import { useSubmission } from '../../forms/use-submission.ts'
import { useMerchant } from '../../frame/use-merchant.ts'
import { Button, buttonLook } from '../../kit/button.tsx'
import { Icon } from '../../kit/icon.tsx'
import { FormTrouble } from '../../parts/trouble.tsx'
import { useMay } from '../../people/may.ts'
import { useLanguage, useWords } from '../../words/words.ts'
import { invoicesWords } from './invoices-words.ts'

type Props = { of: Invoice }

export function InvoiceActions({ of: invoice }: Props) {
  const words = useWords(invoicesWords)
  const { merchantId, environment } = useMerchant()
  const may = useMay()
  return (
    <>
      {invoice.status === 'DRAFT' && may('changeInvoice') && (
        <Link
          to={`/m/${merchantId}/${environment}/invoices/${invoice.id}/edit`}
          {...buttonLook({ look: 'plain' })}
        >
          <Icon name="edit" />
          {words.edit}
        </Link>
      )}
      <Pdf of={invoice} />
      <VoidInvoice of={invoice} />
    </>
  )
}

function Pdf({ of: { id, number } }: Props) {
  const words = useWords(invoicesWords)
  const lang = useLanguage()
  const { malipo } = useMerchant()
  const submission = useSubmission<Uint8Array<ArrayBuffer>>()
  const load = async () => {
    const bytes = await submission.submit(() => malipo.invoices.pdf(id, { lang }))
    if (bytes) saveFile(`${number}.pdf`, 'application/pdf', bytes)
  }
  return (
    <>
      <FormTrouble error={submission.error} />
      <Button look="plain" icon="download" isBusy={submission.isSending} onClick={() => void load()}>
        {words.pdf}
      </Button>
    </>
  )
}

function VoidInvoice({ of: { id, number, status, amount_credited: credited } }: Props) {
  const words = useWords(invoicesWords)
  const { malipo, key, environment } = useMerchant()
  const may = useMay()
  const queries = useQueryClient()
  const isVoidable = status === 'DRAFT' || status === 'SENT' || status === 'OVERDUE'
  if (!isVoidable || credited !== '0.00' || !may('voidInvoice')) return null
  return (
    <AskFirst<Invoice>
      label={environment === 'sandbox' ? words.voidTest : words.void}
      title={words.voidTitle(number)}
      keep={words.keep}
      send={({ idempotencyKey }) => malipo.invoices.void(id, { idempotencyKey })}
      onAnswer={(voided) => {
        if (voided) queries.setQueryData([...key, 'invoices', id], voided)
        void queries.invalidateQueries({ queryKey: [...key, 'invoices'] })
      }}
    >
      <p>{words.voidText}</p>
    </AskFirst>
  )
}
