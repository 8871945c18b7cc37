import type { Discrepancy } from '@malipo/sdk'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { useAdmin } from '../../admin/use-admin.ts'
import { Waiting } from '../../kit/waiting.tsx'
import { Empty } from '../../parts/empty.tsx'
import { Money } from '../../parts/money.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { Status } from '../../parts/status.tsx'
import { Trouble } from '../../parts/trouble.tsx'
import { When } from '../../parts/when.tsx'
import { useWords } from '../../words/words.ts'
import classes from './decisions.module.css'
import { DiscrepancyDecision } from './discrepancy-decision.tsx'
import { discrepancyWords } from './discrepancy-words.ts'
import { EvidenceList } from './evidence-list.tsx'
import { FactCard, Facts } from './fact-card.tsx'
import { findOne } from './find-one.ts'
import { aboutOf } from './place-of-discrepancy.ts'
import { saidWords } from './said-words.ts'
import { tellSaid } from './tell-said.ts'
import { ToQueue } from './to-queue.tsx'

export default function DiscrepancyScreen() {
  const words = useWords(discrepancyWords)
  const { discrepancyId = '', about = '', subject = '' } = useParams({ strict: false })
  const { malipo, key } = useAdmin()
  const { data, error, refetch } = useQuery({
    queryKey: [...key, 'discrepancies', discrepancyId],
    queryFn: ({ signal }) =>
      findOne(
        malipo.admin.discrepancies.list({ ...aboutOf(about, subject), page_size: 100 }, { signal }),
        discrepancyId,
      ),
    refetchInterval: 15_000,
  })
  if (error) return <Trouble error={error} retry={() => void refetch()} />
  if (data === undefined) return <Waiting rows={4} height={120} />
  if (data === null) return <Empty icon="question" title={words.gone} />
  return (
    <>
      <PageHead above={<ToQueue path="discrepancies" />} title={words.kinds[data.kind]}>
        <Status of="discrepancy" status={data.status} />
      </PageHead>
      <BothSides of={data} />
      <DiscrepancyDecision key={data.id} of={data} />
    </>
  )
}

/** What we hold on the left, what they say on the right. */
function BothSides({ of }: { of: Discrepancy }) {
  const words = useWords(discrepancyWords)
  const said = useWords(saidWords)
  const { at } = useAdmin()
  const place = of.collection_id === null ? `withdrawals/${of.withdrawal_id}` : `payments/${of.collection_id}`
  const { payment } = of
  return (
    <div className={classes.cards}>
      <FactCard title={words.ours}>
        <p>
          <strong>{tellSaid(of.ours, said)}</strong>
        </p>
        {payment ? (
          <Facts
            of={[
              [words.merchant, payment.merchant_name],
              [words.amount, <Money key="amount" amount={payment.amount} currency={payment.currency} />],
              [
                words.status,
                <Status
                  key="status"
                  of={of.collection_id === null ? 'withdrawal' : 'payment'}
                  status={payment.status}
                />,
              ],
            ]}
          />
        ) : (
          <p className="muted">{words.noPayment}</p>
        )}
        {(of.collection_id !== null || of.withdrawal_id !== null) && (
          <Link to={`${at}/${place}`}>
            {of.collection_id === null ? words.openWithdrawal : words.openPayment}
          </Link>
        )}
      </FactCard>
      <FactCard title={words.theirs}>
        <p>
          <strong>{tellSaid(of.theirs, said)}</strong>
        </p>
        <Facts
          of={[
            of.provider !== null && [words.provider, of.provider],
            of.reference !== null && [
              words.reference,
              <span key="reference" className="mono">
                {of.reference}
              </span>,
            ],
            [words.opened, <When key="opened" at={of.created_at} />],
          ]}
        />
        <h3>{words.evidence}</h3>
        <EvidenceList of={of.evidence} />
      </FactCard>
    </div>
  )
}
