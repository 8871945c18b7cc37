import { fromMinor, type PaymentLink, toMinor } from '@malipo/sdk'
import { useQuery } from '@tanstack/react-query'
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
            <PaidSum of={link} />
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

/** A fixed amount times how often; where customers chose, what they paid is added up as far as one page goes. */
function PaidSum({ of: link }: { of: PaymentLink }) {
  const words = useWords(linksWords)
  const { malipo, key } = useMerchant()
  const paid = useQuery({
    queryKey: [...key, 'links', link.id, 'paid'],
    queryFn: ({ signal }) =>
      malipo.collections.list({ payment_link_id: link.id, status: 'successful', page_size: 100 }, { signal }),
    enabled: link.amount === null,
  })
  if (link.amount !== null)
    return (
      <Money amount={fromMinor(toMinor(link.amount) * BigInt(link.paid_count))} currency={link.currency} />
    )
  if (!paid.data) return <>…</>
  if (paid.data.next_cursor) return <>{words.sumOfSome}</>
  const sum = paid.data.items.reduce((all, { amount }) => all + toMinor(amount), 0n)
  return <Money amount={fromMinor(sum)} currency={link.currency} />
}
