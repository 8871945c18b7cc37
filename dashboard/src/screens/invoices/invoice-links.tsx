import type { Invoice, PaymentLink } from '@malipo/sdk'
import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useSubmission } from '../../forms/use-submission.ts'
import { useMerchant } from '../../frame/use-merchant.ts'
import { Button } from '../../kit/button.tsx'
import { Copyable } from '../../parts/copyable.tsx'
import { FormTrouble } from '../../parts/trouble.tsx'
import { useMay } from '../../people/may.ts'
import { useWords } from '../../words/words.ts'
import { invoicesWords } from './invoices-words.ts'

/** The page where the customer sees it, and the link that only pays it. */
export function InvoiceLinks({ of: { id, status, public_url, payment_link_id } }: { of: Invoice }) {
  const words = useWords(invoicesWords)
  const { malipo, key, merchantId, environment } = useMerchant()
  const may = useMay()
  const queries = useQueryClient()
  const submission = useSubmission<PaymentLink>()
  if (status === 'DRAFT' || status === 'VOID' || status === 'CREDITED') return null
  const make = async () => {
    await submission.submit(({ idempotencyKey }) => malipo.invoices.link(id, { idempotencyKey }))
    void queries.invalidateQueries({ queryKey: [...key, 'invoices'] })
  }
  const isMakeable = payment_link_id === null && status !== 'PAID' && may('createInvoicePaymentLink')
  return (
    <section className="card stack tight" aria-label={words.link}>
      <strong>{words.link}</strong>
      <Copyable text={public_url} label={words.link} />
      {payment_link_id && (
        <Link to={`/m/${merchantId}/${environment}/links/${payment_link_id}`}>{words.paymentLink}</Link>
      )}
      <FormTrouble error={submission.error} />
      {isMakeable && (
        <div>
          <Button look="plain" icon="links" isBusy={submission.isSending} onClick={() => void make()}>
            {environment === 'sandbox' ? words.makeTestLink : words.makeLink}
          </Button>
        </div>
      )}
    </section>
  )
}
