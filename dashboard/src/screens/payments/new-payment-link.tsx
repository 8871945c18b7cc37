import { Link } from '@tanstack/react-router'
import { useMerchant } from '../../frame/use-merchant.ts'
import { buttonLook } from '../../kit/button.tsx'
import { Icon } from '../../kit/icon.tsx'
import { useMay } from '../../people/may.ts'
import { useWords } from '../../words/words.ts'
import { paymentsWords } from './payments-words.ts'

/** The way to ask for money, for whoever may: what fills every empty list that payments fill. */
export function NewPaymentLink() {
  const words = useWords(paymentsWords)
  const may = useMay()
  const { merchantId, environment } = useMerchant()
  if (!may('createUssdPushCollection')) return null
  return (
    <Link to={`/m/${merchantId}/${environment}/payments/new`} {...buttonLook()}>
      <Icon name="plus" />
      {environment === 'sandbox' ? words.newTestPayment : words.newPayment}
    </Link>
  )
}
