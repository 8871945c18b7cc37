import type { ListPaymentLinksQuery, PaymentLink } from '@malipo/sdk'
import { useMerchant } from '../../frame/use-merchant.ts'
import { ListScreen } from '../../lists/list-screen.tsx'
import type { Column } from '../../lists/rows-shown.ts'
import { Copyable } from '../../parts/copyable.tsx'
import { Money } from '../../parts/money.tsx'
import { Status } from '../../parts/status.tsx'
import { useStatusChoices } from '../../parts/status-choices.ts'
import { When } from '../../parts/when.tsx'
import { useWords } from '../../words/words.ts'
import { LinkAmount } from './link-amount.tsx'
import { linksWords } from './links-words.ts'

export default function LinksScreen() {
  const words = useWords(linksWords)
  const { malipo } = useMerchant()
  return (
    <ListScreen
      section="links"
      words={words}
      needs="createPaymentLink"
      filters={[
        {
          name: 'status',
          label: words.status,
          kind: 'choice',
          choices: useStatusChoices('link'),
        },
        { name: 'from', label: words.from, kind: 'day' },
        { name: 'to', label: words.to, kind: 'day' },
      ]}
      columns={columnsIn(words)}
      read={(chosen, page, options) =>
        malipo.paymentLinks.list({ ...(chosen as ListPaymentLinksQuery), ...page }, options)
      }
    />
  )
}

function columnsIn(words: (typeof linksWords)['en']): Column<PaymentLink>[] {
  return [
    {
      name: 'text',
      label: words.text,
      onCard: 'title',
      cell: ({ description }) => description ?? <span className="muted">{words.untitled}</span>,
    },
    {
      name: 'status',
      label: words.status,
      onCard: 'aside',
      cell: ({ status }) => <Status of="link" status={status} />,
    },
    { name: 'amount', label: words.amount, isNumber: true, cell: (row) => <LinkAmount of={row} /> },
    {
      name: 'paid',
      label: words.paid,
      isNumber: true,
      cell: ({ paid_count: paid }) => (paid === 0 ? words.notPaid : words.paidTimes(paid)),
    },
    {
      name: 'sum',
      label: words.sum,
      isNumber: true,
      cell: ({ paid_count: paid, paid_amount: sum, currency }) =>
        paid > 0 && sum !== null ? <Money amount={sum} currency={currency} /> : '–',
    },
    { name: 'made', label: words.made, cell: ({ created_at }) => <When at={created_at} /> },
    {
      name: 'link',
      label: words.link,
      onCard: 'hidden',
      cell: ({ public_url }) => <Copyable text={public_url} shown="" label={words.link} />,
    },
  ]
}
