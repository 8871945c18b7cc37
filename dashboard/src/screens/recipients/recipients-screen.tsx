import type { ListRecipientsQuery, Recipient } from '@malipo/sdk'
import { Link } from '@tanstack/react-router'
import { useMerchant } from '../../frame/use-merchant.ts'
import { buttonLook } from '../../kit/button.tsx'
import { Icon } from '../../kit/icon.tsx'
import { FilteredList } from '../../lists/filtered-list.tsx'
import type { Column } from '../../lists/rows-shown.ts'
import { Empty } from '../../parts/empty.tsx'
import { formatPhone } from '../../parts/format.ts'
import { Status } from '../../parts/status.tsx'
import { useStatusChoices } from '../../parts/status-choices.ts'
import { When } from '../../parts/when.tsx'
import { useMay } from '../../people/may.ts'
import { useWords } from '../../words/words.ts'
import { PayOutTabs } from '../withdrawals/pay-out-tabs.tsx'
import { useDestinations } from '../withdrawals/use-destinations.ts'
import { recipientsWords } from './recipients-words.ts'

export default function RecipientsScreen() {
  const words = useWords(recipientsWords)
  const { merchantId, environment, malipo, key } = useMerchant()
  const may = useMay()
  const here = `/m/${merchantId}/${environment}/recipients`
  const add = may('createRecipient') && (
    <Link to={`${here}/new`} {...buttonLook()}>
      <Icon name="plus" />
      {environment === 'sandbox' ? words.newTest : words.new}
    </Link>
  )
  return (
    <FilteredList<Recipient>
      title={words.title}
      section="recipients"
      rowsKey={[...key, 'recipients']}
      at={here}
      icon="customers"
      filters={[
        { name: 'status', label: words.status, kind: 'choice', choices: useStatusChoices('recipient') },
        { name: 'destination_identifier', label: words.account, kind: 'text' },
      ]}
      columns={useColumns()}
      read={({ destination_identifier: typed, ...chosen }, page, options) => {
        const wanted = typed && { destination_identifier: typed.replaceAll(' ', '') }
        return malipo.recipients.list({ ...(chosen as ListRecipientsQuery), ...wanted, ...page }, options)
      }}
      noneFit={words.noneFit}
      actions={
        <>
          <Link to={`${here}/settings`} {...buttonLook({ look: 'plain' })}>
            {words.settings}
          </Link>
          {add}
        </>
      }
      empty={
        <Empty icon="customers" title={words.empty}>
          <p>{words.emptyText}</p>
          {add}
        </Empty>
      }
    >
      <PayOutTabs />
    </FilteredList>
  )
}

function useColumns(): Column<Recipient>[] {
  const words = useWords(recipientsWords)
  const { nameOf } = useDestinations()
  return [
    {
      name: 'name',
      label: words.name,
      onCard: 'title',
      cell: ({ destination_name: name }) => name,
    },
    {
      name: 'status',
      label: words.status,
      onCard: 'aside',
      cell: ({ status }) => <Status of="recipient" status={status} />,
    },
    {
      name: 'to',
      label: words.to,
      cell: (row) => (
        <>
          {row.bank_name ?? nameOf(row.destination_code)}{' '}
          <span className="money">{formatPhone(row.destination_identifier)}</span>
        </>
      ),
    },
    { name: 'since', label: words.since, cell: ({ created_at: at }) => <When at={at} only="day" /> },
  ]
}
