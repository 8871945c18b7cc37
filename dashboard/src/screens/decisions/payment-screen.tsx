import type { CollectionDossier } from '@malipo/sdk'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useAdmin } from '../../admin/use-admin.ts'
import { Waiting } from '../../kit/waiting.tsx'
import { formatMoney, formatPhone } from '../../parts/format.ts'
import { PageHead } from '../../parts/page-head.tsx'
import { Status } from '../../parts/status.tsx'
import { Trouble } from '../../parts/trouble.tsx'
import { useWords } from '../../words/words.ts'
import { decisionWords } from './decision-words.ts'
import classes from './decisions.module.css'
import { EvidenceList } from './evidence-list.tsx'
import { FactCard } from './fact-card.tsx'
import { MerchantCard } from './merchant-card.tsx'
import { Notice } from './notice.tsx'
import { PaymentCard, TriesCard } from './payment-cards.tsx'
import { PaymentDecision } from './payment-decision.tsx'
import { PaymentDiscrepancies } from './payment-discrepancies.tsx'
import { paymentWords } from './payment-words.ts'
import { PaymentStory } from './stories.tsx'
import { ToQueue } from './to-queue.tsx'

export default function PaymentScreen() {
  const words = useWords(paymentWords)
  const { collectionId = '' } = useParams({ strict: false })
  const { malipo, key } = useAdmin()
  const { data, error, refetch } = useQuery({
    queryKey: [...key, 'collections', collectionId],
    queryFn: ({ signal }) => malipo.admin.collections.get(collectionId, { signal }),
    refetchInterval: 15_000,
  })
  if (error) return <Trouble error={error} retry={() => void refetch()} />
  if (!data) return <Waiting rows={4} height={120} />
  const payer = data.customer_phone ? formatPhone(data.customer_phone) : words.somebody
  return (
    <>
      <PageHead
        above={<ToQueue path={data.status === 'pending_clearance' ? 'held' : 'payments'} />}
        title={words.title(formatMoney(data.amount, data.currency), payer)}
      >
        <Status of="payment" status={data.status} isUnknown={data.silent} />
      </PageHead>
      <AllFacts of={data} />
      <PaymentDecision key={data.id} of={data} />
    </>
  )
}

/** Everything that is known, before anything can be pressed. */
function AllFacts({ of }: { of: CollectionDossier }) {
  const words = useWords(paymentWords)
  const { theirs } = useWords(decisionWords)
  return (
    <>
      {of.silent && <Notice tone="look">{words.silent}</Notice>}
      {of.quarantine && (
        <Notice tone="look">
          <strong>{words.stuck}</strong>
          <p>{of.quarantine.because}</p>
        </Notice>
      )}
      <div className={classes.cards}>
        <PaymentCard of={of} />
        <MerchantCard of={of.merchant} />
        {of.tries.length > 1 && <TriesCard of={of} />}
        {of.evidence.length > 0 && (
          <FactCard title={theirs}>
            <EvidenceList of={of.evidence} />
          </FactCard>
        )}
      </div>
      <PaymentDiscrepancies of={of.discrepancies} />
      <PaymentStory id={of.id} />
    </>
  )
}
