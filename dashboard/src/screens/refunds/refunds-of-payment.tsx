import type { MerchantCollectionWithHistory, Refund } from '@malipo/sdk'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { AskFirst } from '../../forms/ask-first.tsx'
import { useMerchant } from '../../frame/use-merchant.ts'
import { Fact } from '../../parts/fact.tsx'
import { Money } from '../../parts/money.tsx'
import { Status } from '../../parts/status.tsx'
import { tellFailure } from '../../parts/tell-failure.ts'
import { Trouble } from '../../parts/trouble.tsx'
import { When } from '../../parts/when.tsx'
import { useMay } from '../../people/may.ts'
import { useLanguage, useWords } from '../../words/words.ts'
import { refundWords } from './refund-words.ts'

/** How often refunds that have not ended are looked at. */
const lookEveryMs = 3_000

const ended = ['SUCCESS', 'FAILED', 'REJECTED', 'REVERSED']

/** What of a payment went back, or is asked back; nothing where nothing is. */
export function RefundsOfPayment({ payment }: { payment: MerchantCollectionWithHistory }) {
  const words = useWords(refundWords)
  const { malipo, key } = useMerchant()
  const may = useMay()
  const isPaid = payment.status === 'successful' || payment.status === 'reversed'
  const { data, error, refetch } = useQuery({
    queryKey: [...key, 'refunds', payment.id],
    queryFn: ({ signal }) => malipo.refunds.list({ collection_id: payment.id, page_size: 100 }, { signal }),
    refetchInterval: ({ state }) =>
      state.data?.items.some(({ status }) => !ended.includes(status)) ? lookEveryMs : false,
    enabled: isPaid && may('listRefunds'),
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
  const { malipo, key } = useMerchant()
  const may = useMay()
  const queries = useQueryClient()
  const language = useLanguage()
  // Whoever cancelled it knows why.
  const why = refund.failure_code === 'cancelled' ? null : tellFailure(refund, language)
  return (
    <div className="row apart">
      <span>
        <Money amount={refund.amount} currency={refund.currency} />{' '}
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
      {refund.requires_approval && refund.origin === 'requested' && may('cancelRefund') && (
        <AskFirst
          label={words.cancel}
          title={words.cancelTitle}
          keep={words.keep}
          send={({ idempotencyKey }) => malipo.refunds.cancel(refund.id, { idempotencyKey })}
          onAnswer={() => void queries.invalidateQueries({ queryKey: [...key] })}
        >
          <p>{words.cancelText}</p>
        </AskFirst>
      )}
    </div>
  )
}
