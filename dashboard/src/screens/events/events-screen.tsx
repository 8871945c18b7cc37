import type { MerchantEvent } from '@malipo/sdk'
import { useMerchant } from '../../frame/use-merchant.ts'
import { FilterBar } from '../../lists/filter-bar.tsx'
import { NoneFit } from '../../lists/none-fit.tsx'
import { RowList } from '../../lists/row-list.tsx'
import type { Column } from '../../lists/rows-shown.ts'
import { useRows } from '../../lists/use-rows.ts'
import { Empty } from '../../parts/empty.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { When } from '../../parts/when.tsx'
import { useFilters } from '../../routes/use-filters.ts'
import { useWords } from '../../words/words.ts'
import { NewPaymentLink } from '../payments/new-payment-link.tsx'
import { SandboxHead } from '../sandbox/sandbox-head.tsx'
import { eventTypeChoices } from '../webhooks/event-type-choices.ts'
import { eventsWords } from './events-words.ts'

export default function EventsScreen() {
  const words = useWords(eventsWords)
  const { merchantId, environment, malipo, key } = useMerchant()
  const [filters, choose] = useFilters()
  const rows = useRows<MerchantEvent>([...key, 'events', filters], (cursor, signal) =>
    malipo.events.list({ ...filters, cursor, page_size: 50 }, { signal }),
  )
  const columns: Column<MerchantEvent>[] = [
    { name: 'when', label: words.when, onCard: 'aside', cell: ({ timestamp }) => <When at={timestamp} /> },
    {
      name: 'type',
      label: words.type,
      onCard: 'title',
      cell: ({ type }) => <span className="mono">{type}</span>,
    },
    {
      name: 'resource',
      label: words.resource,
      cell: ({ resource_id }) => <span className="mono">{resource_id}</span>,
    },
    { name: 'sequence', label: words.sequence, isNumber: true, cell: ({ sequence }) => sequence },
  ]
  const isFiltered = Object.keys(filters).length > 0
  return (
    <>
      {environment === 'sandbox' ? <SandboxHead /> : <PageHead title={words.title} />}
      <p className="muted">{words.intro}</p>
      <FilterBar
        section="events"
        values={filters}
        onChange={choose}
        filters={[
          { name: 'types', label: words.type, kind: 'choice', choices: eventTypeChoices },
          { name: 'resource_id', label: words.resource, kind: 'text' },
          { name: 'from', label: words.from, kind: 'day' },
          { name: 'to', label: words.to, kind: 'day' },
        ]}
      />
      <RowList
        label={words.title}
        columns={columns}
        of={rows}
        linkOf={({ id }) => `/m/${merchantId}/${environment}/events/${id}`}
        empty={
          isFiltered ? (
            <NoneFit icon="events" title={words.noneFit} />
          ) : (
            <Empty icon="events" title={words.empty}>
              <p>{words.emptyText}</p>
              <NewPaymentLink />
            </Empty>
          )
        }
      />
    </>
  )
}
