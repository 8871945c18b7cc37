import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { lazy, Suspense, useEffect } from 'react'
import { useMerchant } from '../../frame/use-merchant.ts'
import { Waiting } from '../../kit/waiting.tsx'
import { MetadataCard } from '../../metadata/metadata-card.tsx'
import { Beside } from '../../parts/beside.tsx'
import { formatMoney } from '../../parts/format.ts'
import { PageHead } from '../../parts/page-head.tsx'
import { Trouble } from '../../parts/trouble.tsx'
import { WayBack } from '../../parts/way-back.tsx'
import { askedBy } from '../../timeline/asked-by.ts'
import { DeliveryActions } from '../../timeline/delivery-actions.tsx'
import { Timeline } from '../../timeline/timeline.tsx'
import { useTimelineRead } from '../../timeline/use-timeline-read.ts'
import { useWords } from '../../words/words.ts'
import { FiscalOfPayment } from '../fiscal/fiscal-of-payment.tsx'
import { PaymentActions } from './payment-actions.tsx'
import { PaymentOutcome } from './payment-outcome.tsx'
import { PaymentSummary } from './payment-summary.tsx'
import { paymentsWords } from './payments-words.ts'

/** Most payments were never given back. */
const RefundsOfPayment = lazy(async () => ({
  default: (await import('../refunds/refunds-of-payment.tsx')).RefundsOfPayment,
}))

/** How often an open payment is looked at besides what events tell: they say nothing about prompts and questions to the network. */
const lookEveryMs = 3_000

export default function PaymentScreen() {
  const words = useWords(paymentsWords)
  const { paymentId = '' } = useParams({ strict: false })
  const { merchantId, environment, malipo, key } = useMerchant()
  const payment = useQuery({
    queryKey: [...key, 'payment', paymentId],
    queryFn: ({ signal }) => malipo.collections.details(paymentId, { signal }),
    refetchInterval: ({ state }) => (isOpen(state.data?.status) ? lookEveryMs : false),
  })
  const timeline = useQuery({
    // With the status in its key it is read anew as soon as that has moved.
    queryKey: [...key, 'payment', paymentId, 'timeline', payment.data?.status],
    queryFn: ({ signal }) => malipo.collections.timeline(paymentId, { signal }),
    refetchInterval: isOpen(payment.data?.status) ? lookEveryMs : false,
    placeholderData: (before) => before,
    enabled: payment.data !== undefined,
  })
  const [wasRead, keepRead] = useTimelineRead(merchantId)
  const isRead = timeline.data !== undefined
  useEffect(() => {
    if (isRead && !wasRead) keepRead(true)
  }, [isRead, wasRead, keepRead])
  const list = <WayBack to={`/m/${merchantId}/${environment}/payments`}>{words.title}</WayBack>
  if (payment.error)
    return (
      <>
        <PageHead title={words.payment} above={list} />
        <Trouble error={payment.error} retry={() => void payment.refetch()} />
      </>
    )
  if (!payment.data)
    return (
      <>
        <PageHead title={words.payment} above={list} />
        <Waiting rows={4} height={96} />
      </>
    )
  const { data } = payment
  return (
    <>
      <PageHead title={words.of(formatMoney(data.amount, data.currency))} above={list}>
        <PaymentActions payment={data} />
      </PageHead>
      <Beside
        aside={
          <div className="stack">
            <PaymentSummary payment={data} askedBy={askedBy(timeline.data?.entries)} />
            <FiscalOfPayment payment={data} />
            <MetadataCard
              of={data.metadata}
              power="changeCollection"
              save={(metadata) => malipo.collections.update(data.id, { metadata })}
            />
          </div>
        }
        isAfter={isOpen(data.status)}
      >
        <PaymentOutcome payment={data} />
        {wasPaid(data.status) && (
          <Suspense>
            <RefundsOfPayment payment={data} />
          </Suspense>
        )}
        {timeline.error && <Trouble error={timeline.error} retry={() => void timeline.refetch()} />}
        {timeline.isPending && <Waiting rows={5} />}
        {timeline.data && (
          <Timeline
            of="payment"
            timeline={timeline.data}
            actionsOf={(entry, entries) => <DeliveryActions entry={entry} entries={entries} />}
          />
        )}
      </Beside>
    </>
  )
}

function isOpen(status: string | undefined): boolean {
  return status === 'created' || status === 'processing'
}

function wasPaid(status: string): boolean {
  return status === 'successful' || status === 'reversed'
}
