import type { RefundWithHistory } from '@malipo/sdk'
import { Link } from '@tanstack/react-router'
import { useMerchant } from '../../frame/use-merchant.ts'
import { Fact } from '../../parts/fact.tsx'
import { Money } from '../../parts/money.tsx'
import { useWords } from '../../words/words.ts'
import { WithdrawalFacts } from '../withdrawals/withdrawal-facts.tsx'
import { isNothing, isOwed } from './refund-status.ts'
import { refundWords } from './refund-words.ts'
import { refundsWords } from './refunds-words.ts'

/** What a withdrawal has, and of which payment it is, why it goes back and how. */
export function RefundFacts({ of: one }: { of: RefundWithHistory }) {
  const words = useWords(refundsWords)
  const { reasons } = useWords(refundWords)
  const { merchantId, environment } = useMerchant()
  return (
    <WithdrawalFacts of={one} isTaken={!isOwed(one)}>
      {!isNothing(one.fee_returned) && (
        <Fact name={words.feeReturned}>
          <Money amount={one.fee_returned} currency={one.currency} />
        </Fact>
      )}
      <Fact name={words.payment}>
        <Link to={`/m/${merchantId}/${environment}/payments/${one.collection_id}`}>{words.openPayment}</Link>
      </Fact>
      <Fact name={words.reason}>
        {one.origin === 'requested' ? one.reason && reasons[one.reason] : words.origins[one.origin]}
      </Fact>
      {one.note && (
        <Fact name={words.note}>
          <span className="breaks">{one.note}</span>
        </Fact>
      )}
      {!one.credit_note && <Fact name={words.invoice}>{words.dueAgain}</Fact>}
      <Fact name={words.way}>{words.ways[one.way]}</Fact>
    </WithdrawalFacts>
  )
}
