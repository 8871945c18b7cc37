import type { MerchantCollection } from '@malipo/sdk'
import type { Column } from '../../lists/rows-shown.ts'
import { formatPhone } from '../../parts/format.ts'
import { isUnanswered } from '../../parts/is-unanswered.ts'
import { Money } from '../../parts/money.tsx'
import { networkOf } from '../../parts/network-of.ts'
import { Status } from '../../parts/status.tsx'
import { When } from '../../parts/when.tsx'
import { useWords } from '../../words/words.ts'
import { paymentsWords } from './payments-words.ts'

/** What is seen of each payment in a list. */
export function usePaymentColumns(): Column<MerchantCollection>[] {
  const words = useWords(paymentsWords)
  return [
    { name: 'when', label: words.when, cell: ({ created_at }) => <When at={created_at} /> },
    {
      name: 'status',
      label: words.status,
      onCard: 'aside',
      cell: (row) => <Status of="payment" status={row.status} isUnknown={isUnanswered(row)} />,
    },
    {
      name: 'amount',
      label: words.amount,
      isNumber: true,
      onCard: 'title',
      cell: ({ amount, currency }) => <Money amount={amount} currency={currency} />,
    },
    { name: 'payer', label: words.payer, cell: payerOf },
    { name: 'network', label: words.network, cell: (row) => networkNameOf(row, words.methods) },
    {
      name: 'reference',
      label: words.reference,
      cell: ({ merchant_reference }) => merchant_reference ?? '–',
    },
  ]
}

function payerOf({ customer_name, customer_phone }: MerchantCollection): string {
  const phone = customer_phone ? formatPhone(customer_phone) : undefined
  return [customer_name, phone].filter(Boolean).join(', ') || '–'
}

/** A code is of no network, and says so. */
function networkNameOf(
  { customer_phone, method }: MerchantCollection,
  methods: Record<string, string>,
): string {
  if (method === 'DYNAMIC_QR') return methods.DYNAMIC_QR ?? '–'
  return (customer_phone && networkOf(customer_phone)) || '–'
}
