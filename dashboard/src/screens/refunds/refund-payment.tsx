import type { MerchantCollectionWithHistory } from '@malipo/sdk'
import { lazy, Suspense, useState } from 'react'
import { useMerchant } from '../../frame/use-merchant.ts'
import { Button } from '../../kit/button.tsx'
import { Dialog } from '../../kit/dialog.tsx'
import { Waiting } from '../../kit/waiting.tsx'
import { useMay } from '../../people/may.ts'
import { useWords } from '../../words/words.ts'
import { refundButtonWords } from './refund-button-words.ts'

/** Most payments are looked at and never given back: what that takes is brought when somebody wants to. */
const RefundForm = lazy(() => import('./refund-form.tsx'))

/** Gives a payment back, whole or in part. Where it cannot be, there is no such button. */
export function RefundPayment({ payment }: { payment: MerchantCollectionWithHistory }) {
  const words = useWords(refundButtonWords)
  const { environment } = useMerchant()
  const may = useMay()
  const [isOpen, setOpen] = useState(false)
  if (!may('createRefund') || payment.status !== 'successful' || payment.refund_hindrance !== null)
    return null
  return (
    <>
      <Button look="plain" onClick={() => setOpen(true)}>
        {environment === 'sandbox' ? words.refundTest : words.refund}
      </Button>
      <Dialog title={words.title} isOpen={isOpen} onClose={() => setOpen(false)}>
        <Suspense fallback={<Waiting rows={4} />}>
          <RefundForm payment={payment} onDone={() => setOpen(false)} />
        </Suspense>
      </Dialog>
    </>
  )
}
