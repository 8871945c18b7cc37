import type { ListRefundsQuery, Refund } from '@malipo/sdk'
import { Link } from '@tanstack/react-router'
import { useMerchant } from '../../frame/use-merchant.ts'
import { FilteredList } from '../../lists/filtered-list.tsx'
import type { Column } from '../../lists/rows-shown.ts'
import { useMetadataFilter, withMetadata } from '../../metadata/metadata-filter.ts'
import { Age } from '../../parts/age.tsx'
import { Empty } from '../../parts/empty.tsx'
import { Money } from '../../parts/money.tsx'
import { Status } from '../../parts/status.tsx'
import { useStatusChoices } from '../../parts/status-choices.ts'
import { useWords } from '../../words/words.ts'
import { useMethodFilter } from '../withdrawals/method-filter.ts'
import { PayOutTabs } from '../withdrawals/pay-out-tabs.tsx'
import { Recipient } from '../withdrawals/recipient.tsx'
import { asRead } from './refund-status.ts'
import { refundWords } from './refund-words.ts'
import { refundsWords } from './refunds-words.ts'

/** Each is asked for from its payment, so that nothing is added here. */
export default function RefundsScreen() {
  const words = useWords(refundsWords)
  const { reasons } = useWords(refundWords)
  const { malipo, merchantId, environment, key } = useMerchant()
  const here = `/m/${merchantId}/${environment}`
  return (
    <FilteredList<Refund>
      title={words.title}
      section="refunds"
      rowsKey={[...key, 'refunds']}
      at={`${here}/refunds`}
      icon="back"
      filters={[
        { name: 'status', label: words.status, kind: 'choice', choices: useStatusChoices('withdrawal') },
        {
          name: 'reason',
          label: words.reason,
          kind: 'choice',
          choices: Object.entries(reasons).map(([value, label]) => ({ value, label })),
        },
        useMethodFilter(),
        useMetadataFilter(),
        { name: 'from', label: words.from, kind: 'day' },
        { name: 'to', label: words.to, kind: 'day' },
      ]}
      columns={useColumns()}
      read={(chosen, page, options) =>
        malipo.refunds.list({ ...(withMetadata(chosen) as ListRefundsQuery), ...page }, options)
      }
      noneFit={words.noneFit}
      empty={
        <Empty icon="back" title={words.empty}>
          <p>{words.emptyText}</p>
          <Link to={`${here}/payments`} search={{ status: 'successful' }}>
            {words.paid}
          </Link>
        </Empty>
      }
    >
      <PayOutTabs />
    </FilteredList>
  )
}

function useColumns(): Column<Refund>[] {
  const words = useWords(refundsWords)
  const { reasons } = useWords(refundWords)
  return [
    { name: 'recipient', label: words.recipient, cell: (row) => <Recipient of={asRead(row)} /> },
    {
      name: 'status',
      label: words.status,
      onCard: 'aside',
      cell: ({ status }) => <Status of="withdrawal" status={status} />,
    },
    {
      name: 'reason',
      label: words.reason,
      cell: ({ reason, origin }) =>
        origin === 'requested' ? (reason ? reasons[reason] : '–') : words.origins[origin],
    },
    {
      name: 'amount',
      label: words.amount,
      isNumber: true,
      onCard: 'title',
      cell: ({ amount, currency }) => <Money amount={amount} currency={currency} />,
    },
    { name: 'age', label: words.age, isNumber: true, cell: ({ created_at: at }) => <Age since={at} /> },
  ]
}
