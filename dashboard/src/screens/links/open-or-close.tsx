import type { PaymentLink } from '@malipo/sdk'
import { useQueryClient } from '@tanstack/react-query'
import { useSubmission } from '../../forms/use-submission.ts'
import { useMerchant } from '../../frame/use-merchant.ts'
import { Button } from '../../kit/button.tsx'
import { FormTrouble } from '../../parts/trouble.tsx'
import { useMay } from '../../people/may.ts'
import { useWords } from '../../words/words.ts'
import { linksWords } from './links-words.ts'

/** Closing takes nothing away, and is undone by the same button: it needs no question. */
export function OpenOrClose({ of: { id, status, invoice_id } }: { of: PaymentLink }) {
  const words = useWords(linksWords)
  const { malipo, key, environment } = useMerchant()
  const may = useMay()
  const queries = useQueryClient()
  const submission = useSubmission<PaymentLink>()
  if (!may('changePaymentLink') || status === 'PAID' || invoice_id !== null) return null
  const isOpen = status === 'ACTIVE'
  const isTest = environment === 'sandbox'
  const change = async () => {
    const changed = await submission.submit(() =>
      malipo.paymentLinks.update(id, {
        status: isOpen ? 'INACTIVE' : 'ACTIVE',
        // One whose time is over needs another end, or none.
        ...(status === 'EXPIRED' && { expires_at: null }),
      }),
    )
    if (changed) queries.setQueryData([...key, 'links', id], changed)
    void queries.invalidateQueries({ queryKey: [...key, 'links'] })
  }
  const open = isTest ? words.openTest : words.open
  const close = isTest ? words.closeTest : words.close
  return (
    <>
      <FormTrouble error={submission.error} />
      <Button look="plain" isBusy={submission.isSending} onClick={() => void change()}>
        {isOpen ? close : open}
      </Button>
    </>
  )
}
