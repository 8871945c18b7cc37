import type { Customer, MerchantCollection } from '@malipo/sdk'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { useMerchant } from '../../frame/use-merchant.ts'
import { buttonLook } from '../../kit/button.tsx'
import { Waiting } from '../../kit/waiting.tsx'
import { RowList } from '../../lists/row-list.tsx'
import { useRows } from '../../lists/use-rows.ts'
import { MetadataCard } from '../../metadata/metadata-card.tsx'
import { Beside } from '../../parts/beside.tsx'
import { Copyable } from '../../parts/copyable.tsx'
import { Empty } from '../../parts/empty.tsx'
import { formatPhone } from '../../parts/format.ts'
import { PageHead } from '../../parts/page-head.tsx'
import { useSayWho } from '../../parts/stand-in-words.ts'
import { Trouble } from '../../parts/trouble.tsx'
import { WayBack } from '../../parts/way-back.tsx'
import { When } from '../../parts/when.tsx'
import { useMay } from '../../people/may.ts'
import { useWords } from '../../words/words.ts'
import { NumberOfCustomer } from '../control-numbers/number-of-customer.tsx'
import { usePaymentColumns } from '../payments/payment-columns.tsx'
import { customersWords } from './customers-words.ts'

export default function CustomerScreen() {
  const sayWho = useSayWho()
  const words = useWords(customersWords)
  const may = useMay()
  const { customerId = '' } = useParams({ strict: false })
  const { merchantId, environment, malipo, key } = useMerchant()
  const customer = useQuery({
    queryKey: [...key, 'customers', customerId],
    queryFn: ({ signal }) => malipo.customers.get(customerId, { signal }),
  })
  const here = `/m/${merchantId}/${environment}`
  const { data } = customer
  return (
    <>
      <PageHead
        title={data ? sayWho(data.name) : words.customer}
        above={<WayBack to={`${here}/customers`}>{words.title}</WayBack>}
      >
        {data && may('createUssdPushCollection') && (
          <Link to={`${here}/payments/new`} search={paymentFrom(data)} {...buttonLook()}>
            {environment === 'sandbox' ? words.requestTest : words.request}
          </Link>
        )}
      </PageHead>
      {customer.error && <Trouble error={customer.error} retry={() => void customer.refetch()} />}
      {customer.isPending && <Waiting rows={3} />}
      {data && (
        <Beside
          aside={
            <div className="stack">
              <Facts customer={data} />
              <NumberOfCustomer of={data} />
              <MetadataCard
                of={data.metadata}
                power="changeCustomer"
                save={(metadata) => malipo.customers.update(data.id, { metadata })}
              />
            </div>
          }
        >
          <h2>{words.payments}</h2>
          {data.phone ? <Payments phone={data.phone} /> : <p className="muted">{words.noPhone}</p>}
        </Beside>
      )}
    </>
  )
}

/** What a request for money is begun with. */
function paymentFrom({ id, name, phone }: Customer): Record<string, string> {
  return { customer: id, name, ...(phone ? { phone } : { how: 'qr' }) }
}

function Facts({ customer }: { customer: Customer }) {
  const words = useWords(customersWords)
  return (
    <section className="card stack" aria-label={words.customer}>
      <dl className="facts">
        <dt>{words.phone}</dt>
        <dd>{customer.phone ? formatPhone(customer.phone) : '–'}</dd>
        <dt>{words.email}</dt>
        <dd>{customer.email ?? '–'}</dd>
        <dt>{words.since}</dt>
        <dd>
          <When at={customer.created_at} />
        </dd>
      </dl>
      <div>
        <span className="muted small">{words.id}</span>
        <Copyable text={customer.id} label={words.id} />
      </div>
    </section>
  )
}

function Payments({ phone }: { phone: string }) {
  const words = useWords(customersWords)
  const { merchantId, environment, malipo, key } = useMerchant()
  const rows = useRows<MerchantCollection>([...key, 'payments', { phone }], (cursor, signal) =>
    malipo.collections.list({ phone, cursor, page_size: 25 }, { signal }),
  )
  // Who paid and over which network is the same in every row.
  const columns = usePaymentColumns().filter(({ name }) => name !== 'payer' && name !== 'network')
  return (
    <RowList
      label={words.payments}
      columns={columns}
      of={rows}
      linkOf={({ id }) => `/m/${merchantId}/${environment}/payments/${id}`}
      empty={<Empty icon="payments" title={words.noPayments} />}
    />
  )
}
