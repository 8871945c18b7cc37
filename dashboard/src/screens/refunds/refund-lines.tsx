import type { RefundQuote } from '@malipo/sdk'
import { useWords } from '../../words/words.ts'
import { askingWords } from '../withdrawals/asking-words.ts'
import { Line, LineTable, shortBy } from '../withdrawals/costs.tsx'
import { refundFormWords } from './refund-form-words.ts'
import { isNothing } from './refund-status.ts'

/** What a refund costs, and what is left of its payment then. Most cost nothing, which is told by what is taken. */
export function RefundLines({ quote }: { quote: RefundQuote }) {
  const words = useWords(refundFormWords)
  const asking = useWords(askingWords)
  return (
    <LineTable short={shortBy(quote, quote.available)}>
      <Line name={words.back} amount={quote.amount} />
      {!isNothing(quote.total_charges) && <Line name={words.charges} amount={quote.total_charges} />}
      <Line name={asking.taken} amount={quote.total_reserved_amount} isSum />
      {!isNothing(quote.fee_returned) && (
        <Line name={words.feeReturned} because={words.feeReturnedWhy} amount={quote.fee_returned} />
      )}
      <Line name={words.leftAfter} amount={quote.left_after} />
    </LineTable>
  )
}
