import type { PaymentLink } from '@malipo/sdk'
import { Link } from '@tanstack/react-router'
import { useMerchant } from '../../frame/use-merchant.ts'
import { Copyable } from '../../parts/copyable.tsx'
import { Fact } from '../../parts/fact.tsx'
import { Money } from '../../parts/money.tsx'
import { Status } from '../../parts/status.tsx'
import { When } from '../../parts/when.tsx'
import { useWords } from '../../words/words.ts'
import { LinkAmount } from './link-amount.tsx'
import { linksWords } from './links-words.ts'

export function LinkFacts({ of: link }: { of: PaymentLink }) {
  const words = useWords(linksWords)
  const { merchantId, environment } = useMerchant()
  const { currency, min_amount: least, max_amount: most } = link
  return (
    <section className="card stack" aria-label={words.summary}>
      <div>
        <Status of="link" status={link.status} />
      </div>
      <dl className="facts">
        <Fact name={words.amount}>
          <LinkAmount of={link} />
          {least && (
            <div className="small muted">
              {words.atLeast} <Money amount={least} currency={currency} />
            </div>
          )}
          {most && (
            <div className="small muted">
              {words.atMost} <Money amount={most} currency={currency} />
            </div>
          )}
        </Fact>
        <Fact name={words.paid}>
          {link.paid_count === 0 ? words.notPaid : words.paidTimes(link.paid_count)}
        </Fact>
        {link.paid_count > 0 && (
          <Fact name={words.sum}>
            {link.paid_amount === null ? (
              words.beingSummed
            ) : (
              <Money amount={link.paid_amount} currency={currency} />
            )}
          </Fact>
        )}
        <Fact name={words.uses}>{link.single_use ? words.once : words.often}</Fact>
        <Fact name={words.ends}>{link.expires_at ? <When at={link.expires_at} /> : words.never}</Fact>
        <Fact name={words.made}>
          <When at={link.created_at} />
        </Fact>
        {link.invoice_id && (
          <Fact name={words.invoice}>
            <Link to={`/m/${merchantId}/${environment}/invoices/${link.invoice_id}`}>{words.invoice}</Link>
          </Fact>
        )}
        <Fact name={words.id}>
          <Copyable text={link.id} label={words.id} />
        </Fact>
      </dl>
    </section>
  )
}
