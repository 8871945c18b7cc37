import type { MerchantCollectionWithHistory, Refund } from '@malipo/sdk'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useMerchant } from '../../frame/use-merchant.ts'
import { Fact } from '../../parts/fact.tsx'
import { Money } from '../../parts/money.tsx'
import { Status } from '../../parts/status.tsx'
import { tellFailure } from '../../parts/tell-failure.ts'
import { Trouble } from '../../parts/trouble.tsx'
import { When } from '../../parts/when.tsx'
import { useMay } from '../../people/may.ts'
import { useLanguage, useWords } from '../../words/words.ts'
import { CancelRefund } from './cancel-refund.tsx'
import { lookAgainMs } from './refund-status.ts'
import { refundWords } from './refund-words.ts'

/** What of a payment went back, or is asked back; nothing where nothing is. */
export function RefundsOfPayment({ payment }: { payment: MerchantCollectionWithHistory }) {
  const words = useWords(refundWords)
  const { malipo, key } = useMerchant()
  const may = useMay()
  const { data, error, refetch } = useQuery({
    queryKey: [...key, 'refunds', payment.id],
    queryFn: ({ signal }) => malipo.refunds.list({ collection_id: payment.id, page_size: 100 }, { signal }),
    refetchInterval: ({ state }) => lookAgainMs(state.data?.items),
    enabled: may('listRefunds'),
  })
  if (error) return <Trouble error={error} retry={() => void refetch()} />
  if (!data || data.items.length === 0) return null
  const { refunded_amount: refunded, refundable_amount: left, refund_hindrance: hindrance } = payment
  return (
    <section className="card stack" aria-label={words.refunds}>
      <h2>{words.refunds}</h2>
      <dl className="facts">
        <Fact name={words.refunded}>
          <Money amount={refunded ?? '0.00'} currency={payment.currency} />
        </Fact>
        <Fact name={words.left}>
          <Money amount={left ?? '0.00'} currency={payment.currency} />
        </Fact>
      </dl>
      {hindrance && <p className="muted">{words.hindrances[hindrance]}</p>}
      {data.items.map((refund) => (
        <OneRefund key={refund.id} of={refund} />
      ))}
    </section>
  )
}

function OneRefund({ of: refund }: { of: Refund }) {
  const words = useWords(refundWords)
  const { merchantId, environment } = useMerchant()
  const language = useLanguage()
  // Whoever cancelled it knows why.
  const why = refund.failure_code === 'cancelled' ? null : tellFailure(refund, language)
  return (
    <div className="row apart">
      <span>
        <Link to={`/m/${merchantId}/${environment}/refunds/${refund.id}`}>
          <Money amount={refund.amount} currency={refund.currency} />
        </Link>{' '}
        <Status of="withdrawal" status={refund.status} />
        <br />
        <span className="muted small">
          {refund.reason && `${words.reasons[refund.reason]}, `}
          <When at={refund.created_at} />
        </span>
        {why && (
          <>
            <br />
            <span className="small breaks">{why}</span>
          </>
        )}
      </span>
      <CancelRefund of={refund} />
    </div>
  )
}
