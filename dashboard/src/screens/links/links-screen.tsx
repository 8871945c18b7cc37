import type { ListPaymentLinksQuery, PaymentLink } from '@malipo/sdk'
import { Link } from '@tanstack/react-router'
import { useMerchant } from '../../frame/use-merchant.ts'
import { buttonLook } from '../../kit/button.tsx'
import { Icon } from '../../kit/icon.tsx'
import { FilterBar } from '../../lists/filter-bar.tsx'
import { RowList } from '../../lists/row-list.tsx'
import type { Column } from '../../lists/rows-shown.ts'
import { useRows } from '../../lists/use-rows.ts'
import { Copyable } from '../../parts/copyable.tsx'
import { Empty } from '../../parts/empty.tsx'
import { Money } from '../../parts/money.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { Status } from '../../parts/status.tsx'
import { statusWords } from '../../parts/status-words.ts'
import { When } from '../../parts/when.tsx'
import { useMay } from '../../people/may.ts'
import { useFilters } from '../../routes/use-filters.ts'
import { useWords } from '../../words/words.ts'
import { LinkAmount } from './link-amount.tsx'
import { linksWords } from './links-words.ts'

export default function LinksScreen() {
  const words = useWords(linksWords)
  const { link: statuses } = useWords(statusWords)
  const { merchantId, environment, malipo, key } = useMerchant()
  const may = useMay()
  const [filters, choose] = useFilters()
  const rows = useRows<PaymentLink>([...key, 'links', filters], (cursor, signal) =>
    malipo.paymentLinks.list({ ...(filters as ListPaymentLinksQuery), cursor, page_size: 50 }, { signal }),
  )
  const here = `/m/${merchantId}/${environment}/links`
  const isFiltered = Object.keys(filters).length > 0
  const make = may('createPaymentLink') && (
    <Link to={`${here}/new`} {...buttonLook()}>
      <Icon name="plus" />
      {environment === 'sandbox' ? words.newTest : words.new}
    </Link>
  )
  return (
    <>
      <PageHead title={words.title}>{make}</PageHead>
      <FilterBar
        section="links"
        values={filters}
        onChange={choose}
        filters={[
          {
            name: 'status',
            label: words.status,
            kind: 'choice',
            choices: Object.entries(statuses).map(([value, [, label]]) => ({ value, label })),
          },
          { name: 'from', label: words.from, kind: 'day' },
          { name: 'to', label: words.to, kind: 'day' },
        ]}
      />
      <RowList
        label={words.title}
        columns={columnsIn(words)}
        of={rows}
        linkOf={({ id }) => `${here}/${id}`}
        empty={
          <Empty icon="links" title={isFiltered ? words.noneFit : words.empty}>
            {!isFiltered && <p>{words.emptyText}</p>}
            {!isFiltered && make}
          </Empty>
        }
      />
    </>
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
