import { Link } from '@tanstack/react-router'
import { useAdmin } from '../../admin/use-admin.ts'
import { Status } from '../../parts/status.tsx'
import { When } from '../../parts/when.tsx'
import { useWords } from '../../words/words.ts'
import { decisionWords } from './decision-words.ts'
import { type Fact, FactCard, Facts } from './fact-card.tsx'

type Shown = {
  merchant_id: string
  name: string
  verification_status: string
  is_active: boolean
  created_at: string
}

/** Whose money it is. */
export function MerchantCard({ of, more = [] }: { of: Shown; more?: readonly (Fact | false)[] }) {
  const words = useWords(decisionWords)
  const { at } = useAdmin()
  return (
    <FactCard title={words.merchant}>
      <Facts
        of={[
          [
            words.merchant,
            <Link key="name" to={`${at}/merchants/${of.merchant_id}`}>
              {of.name}
            </Link>,
          ],
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
