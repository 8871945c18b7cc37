import type { AdminListWithdrawalsQuery, QueuedWithdrawal } from '@malipo/sdk'
import { useAdmin } from '../../admin/use-admin.ts'
import { FilteredList } from '../../lists/filtered-list.tsx'
import type { Column } from '../../lists/rows-shown.ts'
import { Empty } from '../../parts/empty.tsx'
import { Money } from '../../parts/money.tsx'
import { useSayWho } from '../../parts/stand-in-words.ts'
import { Status } from '../../parts/status.tsx'
import { useStatusChoices } from '../../parts/status-choices.ts'
import { When } from '../../parts/when.tsx'
import { useWords } from '../../words/words.ts'
import { accountOf } from '../decisions/account-of.ts'
import { isUnclear } from '../decisions/unclear.ts'
import { everyonesWords } from './everyones-words.ts'

export default function EveryonesWithdrawalsScreen() {
  const words = useWords(everyonesWords)
  const { malipo, key, at } = useAdmin()
  return (
    <FilteredList
      title={words.withdrawals}
      section="everyones-withdrawals"
      rowsKey={[...key, 'withdrawals', 'all']}
      at={`${at}/withdrawals`}
      icon="withdrawals"
      filters={[
        { name: 'status', label: words.status, kind: 'choice', choices: useStatusChoices('withdrawal') },
        {
          name: 'kind',
          label: words.kind,
          kind: 'choice',
          choices: Object.entries(words.kinds).map(([value, label]) => ({ value, label })),
        },
        { name: 'search', label: words.search, kind: 'text', hint: words.searchHint },
        { name: 'from', label: words.from, kind: 'day' },
        { name: 'to', label: words.to, kind: 'day' },
      ]}
      columns={useColumns()}
      read={(chosen, page, options) =>
        malipo.admin.withdrawals.list({ ...(chosen as AdminListWithdrawalsQuery), ...page }, options)
      }
      noneFit={words.noneFit}
      empty={<Empty icon="withdrawals" title={words.noWithdrawals} />}
    />
  )
}

function useColumns(): Column<QueuedWithdrawal>[] {
  const sayWho = useSayWho()
  const words = useWords(everyonesWords)
  return [
    { name: 'when', label: words.when, cell: ({ created_at }) => <When at={created_at} /> },
    {
      name: 'status',
      label: words.status,
      onCard: 'aside',
      cell: ({ status }) => <Status of="withdrawal" status={status} isUnknown={isUnclear(status)} />,
    },
    {
      name: 'amount',
      label: words.amount,
      isNumber: true,
      onCard: 'title',
      cell: ({ amount, currency }) => <Money amount={amount} currency={currency} />,
    },
    { name: 'recipient', label: words.recipient, cell: ({ destination_name }) => sayWho(destination_name) },
    { name: 'account', label: words.account, cell: accountOf },
    { name: 'merchant', label: words.merchant, cell: ({ merchant_name }) => merchant_name },
  ]
}
