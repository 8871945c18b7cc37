import type { SandboxMessage } from '@malipo/sdk'
import { useMerchant } from '../../frame/use-merchant.ts'
import { FilterBar } from '../../lists/filter-bar.tsx'
import { NoneFit } from '../../lists/none-fit.tsx'
import { RowList } from '../../lists/row-list.tsx'
import type { Column } from '../../lists/rows-shown.ts'
import { useRows } from '../../lists/use-rows.ts'
import { Empty } from '../../parts/empty.tsx'
import { formatPhone } from '../../parts/format.ts'
import { When } from '../../parts/when.tsx'
import { useFilters } from '../../routes/use-filters.ts'
import { useWords } from '../../words/words.ts'
import { NewPaymentLink } from '../payments/new-payment-link.tsx'
import { OnlyInSandbox, SandboxHead } from './sandbox-head.tsx'
import { sandboxWords } from './sandbox-words.ts'

export default function OutboxScreen() {
  const { environment } = useMerchant()
  if (environment !== 'sandbox') return <OnlyInSandbox />
  return (
    <>
      <SandboxHead />
      <Messages />
    </>
  )
}

/** What people would have been sent. */
function Messages() {
  const words = useWords(sandboxWords)
  const { malipo, key } = useMerchant()
  const [filters, choose] = useFilters()
  const rows = useRows<SandboxMessage>([...key, 'outbox', filters], (cursor, signal) =>
    malipo.sandbox.listMessages({ ...filters, cursor, page_size: 50 }, { signal }),
  )
  const columns: Column<SandboxMessage>[] = [
    { name: 'when', label: words.when, cell: ({ created_at }) => <When at={created_at} /> },
    {
      name: 'channel',
      label: words.channel,
      onCard: 'aside',
      cell: ({ channel }) => words.channels[channel],
    },
    {
      name: 'recipient',
      label: words.recipient,
      onCard: 'title',
      cell: ({ recipient }) => formatPhone(recipient),
    },
    {
      name: 'text',
      label: words.text,
      cell: ({ text }) => <span style={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>{text}</span>,
    },
  ]
  const isFiltered = Object.keys(filters).length > 0
  return (
    <>
      <FilterBar
        section="outbox"
        values={filters}
        onChange={choose}
        filters={[{ name: 'recipient', label: words.recipient, kind: 'text', hint: '255712345678' }]}
      />
      <RowList
        label={words.outbox}
        columns={columns}
        of={rows}
        empty={
          isFiltered ? (
            <NoneFit icon="send" title={words.noneFit} />
          ) : (
            <Empty icon="send" title={words.messagesEmpty}>
              <p>{words.messagesEmptyText}</p>
              <NewPaymentLink />
            </Empty>
          )
        }
      />
    </>
  )
}
