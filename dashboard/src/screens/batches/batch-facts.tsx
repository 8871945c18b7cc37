import { type DisbursementBatchWithHistory, fromMinor, toMinor } from '@malipo/sdk'
import { Link } from '@tanstack/react-router'
import { useMerchant } from '../../frame/use-merchant.ts'
import { Copyable } from '../../parts/copyable.tsx'
import { Fact } from '../../parts/fact.tsx'
import { Money } from '../../parts/money.tsx'
import { Status } from '../../parts/status.tsx'
import { When } from '../../parts/when.tsx'
import { useWords } from '../../words/words.ts'
import { batchWords } from './batch-words.ts'

export function BatchFacts({ of: one }: { of: DisbursementBatchWithHistory }) {
  const words = useWords(batchWords)
  const { merchantId, environment } = useMerchant()
  const { currency } = one
  const together = fromMinor(toMinor(one.amount_total) + toMinor(one.charges_total))
  return (
    <section className="card stack" aria-label={words.summary}>
      <div>
        <Status of="batch" status={one.status} />
      </div>
      <dl className="facts">
        <Fact name={words.rowCount}>{one.row_count}</Fact>
        <Fact name={words.amount}>
          <Money amount={one.amount_total} currency={currency} />
        </Fact>
        <Fact name={words.charges}>
          <Money amount={one.charges_total} currency={currency} />
        </Fact>
        <Fact name={words.taken}>
          <strong>
            <Money amount={together} currency={currency} />
          </strong>
        </Fact>
        <Fact name={words.paid}>
          <Money amount={one.amount_paid} currency={currency} />
        </Fact>
        {one.approve_rows && <Fact name={words.approveRows}>{words.eachRow}</Fact>}
        {one.retry_of && (
          <Fact name={words.retryOf}>
            <Link to={`/m/${merchantId}/${environment}/batches/${one.retry_of}`}>{words.before}</Link>
          </Fact>
        )}
        <Fact name={words.asked}>
          <When at={one.created_at} />
        </Fact>
        {one.completed_at && (
          <Fact name={words.ended}>
            <When at={one.completed_at} />
          </Fact>
        )}
        <Fact name={words.hash}>
          <Copyable text={one.content_hash} label={words.hash} />
        </Fact>
        <Fact name={words.id}>
          <Copyable text={one.id} label={words.id} />
        </Fact>
      </dl>
    </section>
  )
}
