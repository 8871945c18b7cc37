import type { ListMerchantCollectionsQuery, MerchantCollection } from '@malipo/sdk'
import { Link } from '@tanstack/react-router'
import { useMerchant } from '../../frame/use-merchant.ts'
import { buttonLook } from '../../kit/button.tsx'
import { Icon } from '../../kit/icon.tsx'
import { ExportCsv } from '../../lists/export-csv.tsx'
import { FilterBar } from '../../lists/filter-bar.tsx'
import type { Filter } from '../../lists/filters.ts'
import { RowList } from '../../lists/row-list.tsx'
import { useRows } from '../../lists/use-rows.ts'
import { useMetadataFilter, withMetadata } from '../../metadata/metadata-filter.ts'
import { readPhone } from '../../parts/format.ts'
import { mobileNetworks } from '../../parts/network-of.ts'
import { PageHead } from '../../parts/page-head.tsx'
import { useStatusChoices } from '../../parts/status-choices.ts'
import { useMay } from '../../people/may.ts'
import { useFilters } from '../../routes/use-filters.ts'
import { useWords } from '../../words/words.ts'
import { NoPayments } from './no-payments.tsx'
import { usePaymentColumns } from './payment-columns.tsx'
import { paymentsWords } from './payments-words.ts'

export default function PaymentsScreen() {
  const words = useWords(paymentsWords)
  const may = useMay()
  const { merchantId, environment, malipo, key } = useMerchant()
  const [filters, choose] = useFilters()
  const asked: ListMerchantCollectionsQuery = {
    ...(withMetadata(filters) as ListMerchantCollectionsQuery),
    ...(filters.phone && { phone: readPhone(filters.phone) }),
  }
  const rows = useRows<MerchantCollection>([...key, 'payments', filters], (cursor, signal) =>
    malipo.collections.list({ ...asked, cursor, page_size: 50 }, { signal }),
  )
  const here = `/m/${merchantId}/${environment}/payments`
  const period = [filters.from, filters.to].filter(Boolean).join('_')
  const file = ['payments', environment === 'sandbox' && 'sandbox', period].filter(Boolean).join('-')
  return (
    <>
      <PageHead title={words.title}>
        <ExportCsv
          name={file}
          read={(client, cursor, signal) =>
            client.collections.csv({ ...asked, cursor, page_size: 100 }, { signal })
          }
        />
        {may('createUssdPushCollection') && (
          <Link to={`${here}/new`} {...buttonLook()}>
            <Icon name="plus" />
            {environment === 'sandbox' ? words.newTestPayment : words.newPayment}
          </Link>
        )}
      </PageHead>
      <FilterBar section="payments" values={filters} onChange={choose} filters={usePaymentFilters()} />
      <RowList
        label={words.title}
        columns={usePaymentColumns()}
        of={rows}
        linkOf={({ id }) => `${here}/${id}`}
        empty={<NoPayments isFiltered={Object.keys(filters).length > 0} />}
      />
    </>
  )
}

function usePaymentFilters(): Filter[] {
  const words = useWords(paymentsWords)
  const choicesOf = (labels: Record<string, string>) =>
    Object.entries(labels).map(([value, label]) => ({ value, label }))
  return [
    {
      name: 'status',
      label: words.status,
      kind: 'choice',
      choices: useStatusChoices('payment'),
    },
    { name: 'method', label: words.method, kind: 'choice', choices: choicesOf(words.methods) },
    {
      name: 'network',
      label: words.network,
      kind: 'choice',
      choices: mobileNetworks.map((value) => ({ value, label: value })),
    },
    { name: 'phone', label: words.phone, kind: 'text' },
    { name: 'reference', label: words.reference, kind: 'text' },
    useMetadataFilter(),
    { name: 'from', label: words.from, kind: 'day' },
    { name: 'to', label: words.to, kind: 'day' },
  ]
}
