import type { WithdrawalDossier } from '@malipo/sdk'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useAdmin } from '../../admin/use-admin.ts'
import { Waiting } from '../../kit/waiting.tsx'
import { formatMoney } from '../../parts/format.ts'
import { PageHead } from '../../parts/page-head.tsx'
import { useSayWho } from '../../parts/stand-in-words.ts'
import { Status } from '../../parts/status.tsx'
import { Trouble } from '../../parts/trouble.tsx'
import { WaitingSince } from '../../parts/waiting-since.tsx'
import { When } from '../../parts/when.tsx'
import { useWords } from '../../words/words.ts'
import { CanPayCard } from './can-pay-card.tsx'
import { ChargesCard } from './charges-card.tsx'
import classes from './decisions.module.css'
import { MerchantCard } from './merchant-card.tsx'
import { PassedAlone } from './passed-alone.tsx'
import { RecipientCard } from './recipient-card.tsx'
import { RiskCard } from './risk-card.tsx'
import { StepsTaken } from './steps-taken.tsx'
import { WithdrawalStory } from './stories.tsx'
import { Thread } from './thread.tsx'
import { ToQueue } from './to-queue.tsx'
import { TwoSides } from './two-sides.tsx'
import { isUnclear, waitsForPerson } from './unclear.ts'
import { WithdrawalDecision } from './withdrawal-decision.tsx'
import { withdrawalWords } from './withdrawal-words.ts'

export default function WithdrawalScreen() {
  const sayWho = useSayWho()
  const words = useWords(withdrawalWords)
  const { withdrawalId = '' } = useParams({ strict: false })
  const { malipo, key } = useAdmin()
  const { data, error, refetch } = useQuery({
    queryKey: [...key, 'withdrawals', withdrawalId],
    queryFn: ({ signal }) => malipo.admin.withdrawals.get(withdrawalId, { signal }),
    refetchInterval: 15_000,
  })
  if (error) return <Trouble error={error} retry={() => void refetch()} />
  if (!data) return <Waiting rows={4} height={120} />
  const isWaiting = data.status === 'PENDING_ADMIN_APPROVAL'
  return (
    <>
      <PageHead
        above={<ToQueue path={listOf(data.status)} />}
        title={words.title(formatMoney(data.amount, data.currency), sayWho(data.destination_name))}
      >
        {isWaiting && (
          <span className="muted">
            {words.waiting} <WaitingSince at={data.created_at} />
          </span>
        )}
        <Status of="withdrawal" status={data.status} isUnknown={isUnclear(data.status)} />
      </PageHead>
      <AllFacts of={data} />
      <WithdrawalDecision key={data.id} of={data} />
    </>
  )
}

/** Where it is listed now. */
function listOf(status: WithdrawalDossier['status']): string {
  if (waitsForPerson(status)) return 'unclear'
  return status === 'PENDING_ADMIN_APPROVAL' || status === 'INFO_REQUESTED' ? '' : 'withdrawals'
}

/** Everything that is known, before anything can be pressed. */
function AllFacts({ of }: { of: WithdrawalDossier }) {
  const words = useWords(withdrawalWords)
  return (
    <>
      <div className={classes.cards}>
        <RecipientCard of={of} />
        <RiskCard of={of} />
        <CanPayCard of={of} />
        <MerchantCard of={of.merchant} more={[[words.approvals, <Approvals key="approvals" of={of} />]]} />
      </div>
      {waitsForPerson(of.status) && <TwoSides of={of} />}
      <Thread of={of.thread} />
      <ChargesCard of={of} />
      <StepsTaken of="withdrawal" history={of.history} />
      <WithdrawalStory id={of.id} />
    </>
  )
}

/** How many there are, of how many, and whose. */
function Approvals({ of }: { of: WithdrawalDossier }) {
  const words = useWords(withdrawalWords)
  return (
    <span className="stack tight">
      {words.approvalsOf(of.approvals, of.approvals_needed)}
      <PassedAlone of={of} />
      {of.approved_by.map(({ by, at }) => (
        <span key={by} className="small muted">
          {by}, <When at={at} />
        </span>
      ))}
    </span>
  )
}
