import type { WithdrawalDossier } from '@malipo/sdk'
import { Money } from '../../parts/money.tsx'
import { Status } from '../../parts/status.tsx'
import { useWords } from '../../words/words.ts'
import { decisionWords } from './decision-words.ts'
import classes from './decisions.module.css'
import { EvidenceList } from './evidence-list.tsx'
import { FactCard, Facts } from './fact-card.tsx'
import { isUnclear } from './unclear.ts'
import { withdrawalWords } from './withdrawal-words.ts'

/** What we hold on the left, what the provider said on the right. */
export function TwoSides({ of }: { of: WithdrawalDossier }) {
  const words = useWords(decisionWords)
  const { setAside } = useWords(withdrawalWords)
  const last = of.history.findLast(({ provider_payment_status: said }) => said !== null)
  return (
    <div className={classes.cards}>
      <FactCard title={words.ours}>
        <Facts
          of={[
            [
              words.status,
              <Status key="status" of="withdrawal" status={of.status} isUnknown={isUnclear(of.status)} />,
            ],
            [words.amount, <Money key="amount" amount={of.amount} currency={of.currency} />],
            [setAside, <Money key="aside" amount={of.total_reserved_amount} currency={of.currency} />],
            [
              words.reference,
              <span key="reference" className="mono">
                {of.provider_reference ?? '–'}
              </span>,
            ],
          ]}
        />
      </FactCard>
      <FactCard title={words.theirs}>
        <Facts
          of={[
            [words.provider, of.provider],
            [words.status, last?.provider_payment_status ?? '–'],
          ]}
        />
        <EvidenceList of={of.evidence} />
      </FactCard>
    </div>
  )
}
