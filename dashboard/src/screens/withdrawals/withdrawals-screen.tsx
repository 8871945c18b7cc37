import type { ListWithdrawalsQuery, Withdrawal } from '@malipo/sdk'
import { Link } from '@tanstack/react-router'
import { useMerchant } from '../../frame/use-merchant.ts'
import { ListScreen } from '../../lists/list-screen.tsx'
import type { Column } from '../../lists/rows-shown.ts'
import { useMetadataFilter, withMetadata } from '../../metadata/metadata-filter.ts'
import { Age } from '../../parts/age.tsx'
import { Money } from '../../parts/money.tsx'
import { Status } from '../../parts/status.tsx'
import { useStatusChoices } from '../../parts/status-choices.ts'
import { useWords } from '../../words/words.ts'
import { useMethodFilter } from './method-filter.ts'
import { PayOutTabs } from './pay-out-tabs.tsx'
import { Recipient } from './recipient.tsx'
import { WhatCanLeave } from './what-can-leave.tsx'
import { withdrawalsWords } from './withdrawals-words.ts'

export default function WithdrawalsScreen() {
  const words = useWords(withdrawalsWords)
  const { malipo, merchantId, environment } = useMerchant()
  return (
    <ListScreen
      section="withdrawals"
      words={words}
      needs="submitWithdrawal"
      icon="withdrawals"
      filters={[
        {
          name: 'status',
          label: words.status,
          kind: 'choice',
          choices: useStatusChoices('withdrawal'),
        },
        useMethodFilter(),
        useMetadataFilter(),
        { name: 'from', label: words.from, kind: 'day' },
        { name: 'to', label: words.to, kind: 'day' },
      ]}
      columns={columnsIn(words)}
      read={(chosen, page, options) =>
        malipo.withdrawals.list({ ...(withMetadata(chosen) as ListWithdrawalsQuery), ...page }, options)
      }
    >
      <PayOutTabs />
      <WhatCanLeave />
      <p>
        <Link to={`/m/${merchantId}/${environment}/networks`}>{words.networks}</Link>
      </p>
    </ListScreen>
  )
}

function columnsIn(words: (typeof withdrawalsWords)['en']): Column<Withdrawal>[] {
  return [
    {
      name: 'recipient',
      label: words.recipient,
      cell: (row) => <Recipient of={row} />,
    },
    {
      name: 'status',
      label: words.status,
      onCard: 'aside',
      cell: ({ status }) => <Status of="withdrawal" status={status} />,
    },
    {
      name: 'amount',
      label: words.amount,
      isNumber: true,
      onCard: 'title',
      cell: ({ amount, currency }) => <Money amount={amount} currency={currency} />,
    },
    {
      name: 'age',
      label: words.age,
      isNumber: true,
      cell: ({ created_at }) => <Age since={created_at} />,
    },
  ]
}
