import { Status } from '../../parts/status.tsx'
import { When } from '../../parts/when.tsx'
import { useWords } from '../../words/words.ts'
import { decisionWords } from './decision-words.ts'
import { type Fact, FactCard, Facts } from './fact-card.tsx'

type Shown = { name: string; verification_status: string; is_active: boolean; created_at: string }

/** Whose money it is. */
export function MerchantCard({ of, more = [] }: { of: Shown; more?: readonly (Fact | false)[] }) {
  const words = useWords(decisionWords)
  return (
    <FactCard title={words.merchant}>
      <Facts
        of={[
          [words.merchant, <strong key="name">{of.name}</strong>],
          [
            words.verification,
            <Status key="verification" of="verification" status={of.verification_status} />,
          ],
          [
            words.standing,
            <Status key="standing" of="merchant" status={of.is_active ? 'active' : 'inactive'} />,
          ],
          [words.since, <When key="since" at={of.created_at} only="day" />],
          ...more,
        ]}
      />
    </FactCard>
  )
}
