import type { CollectionState, MerchantCollection, MerchantCollectionWithHistory } from '@malipo/sdk'
import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useSubmission } from '../../forms/use-submission.ts'
import { useMerchant } from '../../frame/use-merchant.ts'
import { Button, buttonLook } from '../../kit/button.tsx'
import { Icon } from '../../kit/icon.tsx'
import { Refused } from '../../parts/trouble.tsx'
import { useMay } from '../../people/may.ts'
import { useWords } from '../../words/words.ts'
import { RefundPayment } from '../refunds/refund-payment.tsx'
import { paymentsWords } from './payments-words.ts'

/** What can be done about a payment as a whole. */
export function PaymentActions({ payment }: { payment: MerchantCollectionWithHistory }) {
  const words = useWords(paymentsWords)
  const may = useMay()
  const { merchantId, environment } = useMerchant()
  const isFinal = payment.status === 'failed'
  return (
    <>
      {!isFinal && may('refreshCollectionStatus') && <CheckNow id={payment.id} />}
      {isFinal && may('createUssdPushCollection') && (
        <Link
          to={`/m/${merchantId}/${environment}/payments/new`}
          search={againWith(payment)}
          {...buttonLook({ look: 'plain' })}
        >
          {words.askAgain}
        </Link>
      )}
      <RefundPayment payment={payment} />
      {payment.receipt_url && (
        <a href={payment.receipt_url} target="_blank" rel="noreferrer" {...buttonLook({ look: 'plain' })}>
          <Icon name="statement" />
          {words.receipt}
        </a>
      )}
      <Button look="plain" icon="print" onClick={() => print()}>
        {words.print}
      </Button>
    </>
  )
}

function againWith(payment: MerchantCollection): Record<string, string> {
  const { amount, customer_phone, customer_id, merchant_reference, method } = payment
  return {
    amount,
    ...(method === 'DYNAMIC_QR' && { how: 'qr' }),
    ...(customer_phone && { phone: customer_phone }),
    ...(customer_id && { customer: customer_id }),
    ...(merchant_reference && { reference: merchant_reference }),
  }
}

function CheckNow({ id }: { id: string }) {
  const words = useWords(paymentsWords)
  const { malipo, key } = useMerchant()
  const queries = useQueryClient()
  const { submit, isSending, error } = useSubmission<CollectionState>()
  const [isChecked, setChecked] = useState(false)
  const check = async () => {
    setChecked(false)
    const seen = await submit(() => malipo.collections.refresh(id))
    setChecked(seen !== undefined)
    void queries.invalidateQueries({ queryKey: [...key, 'payment', id] })
  }
  return (
    <>
      <span role="status" className="muted small">
        {isChecked && words.checked}
      </span>
      {error && <Refused error={error} />}
      <Button look="plain" icon="refresh" isBusy={isSending} onClick={() => void check()}>
        {words.checkNow}
      </Button>
    </>
  )
}
