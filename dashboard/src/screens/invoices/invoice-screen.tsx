import type { Invoice } from '@malipo/sdk'
import { useParams } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useMerchant } from '../../frame/use-merchant.ts'
import { MetadataCard } from '../../metadata/metadata-card.tsx'
import type { Tone } from '../../parts/badge.tsx'
import { Beside } from '../../parts/beside.tsx'
import { NotYet } from '../../parts/not-yet.tsx'
import { Notice } from '../../parts/notice.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { WayBack } from '../../parts/way-back.tsx'
import { useWords } from '../../words/words.ts'
import { NumberOfInvoice } from '../control-numbers/number-of-invoice.tsx'
import { PaymentsFor } from '../payments/payments-for.tsx'
import { CreditNotes } from './credit-notes.tsx'
import { InvoiceActions } from './invoice-actions.tsx'
import { InvoiceFacts, InvoiceItems } from './invoice-facts.tsx'
import { InvoiceLinks } from './invoice-links.tsx'
import { invoicesWords } from './invoices-words.ts'
import { useSending } from './send-invoice.tsx'
import { useInvoice } from './use-invoice.ts'

const stands = {
  DRAFT: ['quiet', 'draft'],
  SENT: ['waiting', 'sent'],
  OVERDUE: ['checked', 'overdue'],
  PARTIALLY_PAID: ['waiting', 'partlyPaid'],
  PAID: ['paid', 'paid'],
  CREDITED: ['quiet', 'creditedWhole'],
  VOID: ['quiet', 'voided'],
} as const satisfies Record<string, readonly [Tone, keyof typeof invoicesWords.en]>

export default function InvoiceScreen() {
  const words = useWords(invoicesWords)
  const { merchantId, environment } = useMerchant()
  const { invoiceId = '' } = useParams({ strict: false })
  const { data: invoice, error, refetch } = useInvoice(invoiceId)
  const above = <WayBack to={`/m/${merchantId}/${environment}/invoices`}>{words.title}</WayBack>
  if (!invoice) return <NotYet title={words.title} above={above} of={{ error, refetch }} />
  return <Whole of={invoice} above={above} />
}

function Whole({ of: invoice, above }: { of: Invoice; above: ReactNode }) {
  const words = useWords(invoicesWords)
  const { malipo } = useMerchant()
  const sending = useSending(invoice)
  const [tone, word] = stands[invoice.is_overdue ? 'OVERDUE' : invoice.status]
  return (
    <>
      <PageHead title={invoice.number} above={above}>
        <InvoiceActions of={invoice} />
        {sending.button}
      </PageHead>
      <Notice tone={tone}>{words[word]}</Notice>
      {sending.told}
      <Beside
        aside={
          <div className="stack">
            <InvoiceFacts of={invoice} />
            <MetadataCard
              of={invoice.metadata}
              power="changeInvoice"
              save={(metadata) => malipo.invoices.update(invoice.id, { metadata })}
            />
          </div>
        }
      >
        <InvoiceItems of={invoice} />
        <CreditNotes of={invoice} />
        <InvoiceLinks of={invoice} />
        <NumberOfInvoice of={invoice} />
        <h2>{words.payments}</h2>
        <PaymentsFor query={{ invoice_id: invoice.id }} label={words.payments} none={words.noPayments} />
      </Beside>
    </>
  )
}
