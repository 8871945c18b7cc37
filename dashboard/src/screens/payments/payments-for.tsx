import type { ListMerchantCollectionsQuery, MerchantCollection } from '@malipo/sdk'
import { useMerchant } from '../../frame/use-merchant.ts'
import { RowList } from '../../lists/row-list.tsx'
import { useRows } from '../../lists/use-rows.ts'
import { usePaymentColumns } from './payment-columns.tsx'

type Props = {
  /** What they paid for: a link, an invoice, a control number. */
  query: Pick<ListMerchantCollectionsQuery, 'payment_link_id' | 'invoice_id' | 'control_number_id'>
  /** What is said where nobody has paid yet. */
  none: string
  label: string
}

/** The payments for one thing, on the page of that thing. */
export function PaymentsFor({ query, label, none }: Props) {
  const { merchantId, environment, malipo, key } = useMerchant()
  const columns = usePaymentColumns()
  const rows = useRows<MerchantCollection>([...key, 'payments-for', query], (cursor, signal) =>
    malipo.collections.list({ ...query, cursor, page_size: 20 }, { signal }),
  )
  return (
    <RowList
      label={label}
      columns={columns.filter(({ name }) => name !== 'reference' && name !== 'network')}
      of={rows}
      linkOf={({ id }) => `/m/${merchantId}/${environment}/payments/${id}`}
      empty={<p className="muted">{none}</p>}
    />
  )
}
