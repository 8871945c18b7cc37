import type { ListWebhookDeliveriesQuery, WebhookDelivery } from '@malipo/sdk'
import { useMerchant } from '../../frame/use-merchant.ts'
import { FilterBar } from '../../lists/filter-bar.tsx'
import { NoneFit } from '../../lists/none-fit.tsx'
import { RowList } from '../../lists/row-list.tsx'
import type { Column } from '../../lists/rows-shown.ts'
import { useRows } from '../../lists/use-rows.ts'
import { Empty } from '../../parts/empty.tsx'
import { Status } from '../../parts/status.tsx'
import { useStatusChoices } from '../../parts/status-choices.ts'
import { tellCause } from '../../parts/tell-cause.ts'
import { When } from '../../parts/when.tsx'
import { useFilters } from '../../routes/use-filters.ts'
import { useLanguage, useWords } from '../../words/words.ts'
import { endpointsWords } from './endpoints-words.ts'
import { eventTypeChoices } from './event-type-choices.ts'
import { useEndpoints } from './use-endpoints.ts'
import { webhooksWords } from './webhooks-words.ts'

/** What was sent, what is still owed and what was given up. */
export function DeliveryList() {
  const words = useWords(webhooksWords)
  const ofAdded = useWords(endpointsWords)
  const language = useLanguage()
  const { merchantId, environment, malipo, key } = useMerchant()
  const [filters, choose] = useFilters()
  const rows = useRows<WebhookDelivery>([...key, 'deliveries', filters], (cursor, signal) =>
    malipo.deliveries.list({ ...(filters as ListWebhookDeliveriesQuery), cursor, page_size: 50 }, { signal }),
  )
  const columns: Column<WebhookDelivery>[] = [
    { name: 'when', label: words.when, cell: ({ created_at }) => <When at={created_at} /> },
    {
      name: 'status',
      label: words.status,
      onCard: 'aside',
      cell: ({ status }) => <Status of="delivery" status={status} />,
    },
    {
      name: 'type',
      label: words.type,
      onCard: 'title',
      cell: ({ event_type }) => <span className="mono">{event_type}</span>,
    },
    { name: 'attempts', label: words.attempts, isNumber: true, cell: ({ attempts }) => attempts },
    {
      name: 'answer',
      label: words.lastAnswer,
      cell: ({ last_status, last_error }) =>
        last_status ?? (last_error === null ? '–' : tellCause(last_error, language)),
    },
    {
      name: 'next',
      label: words.next,
      cell: ({ status, next_attempt_at }) => (status === 'pending' ? <When at={next_attempt_at} /> : '–'),
    },
  ]
  const endpoints = useEndpoints().data ?? []
  const isFiltered = Object.keys(filters).length > 0
  return (
    <div className="stack">
      <h2>{words.deliveries}</h2>
      <FilterBar
        section="deliveries"
        values={filters}
        onChange={choose}
        filters={[
          {
            name: 'status',
            label: words.status,
            kind: 'choice',
            choices: useStatusChoices('delivery'),
          },
          { name: 'types', label: words.type, kind: 'choice', choices: eventTypeChoices },
          ...(endpoints.length > 1 || filters.endpoint_id !== undefined
            ? [
                {
                  name: 'endpoint_id',
                  label: ofAdded.endpoint,
                  kind: 'choice' as const,
                  choices: endpoints.map(({ id, url }) => ({ value: id, label: url })),
                },
              ]
            : []),
          { name: 'from', label: words.from, kind: 'day' },
          { name: 'to', label: words.to, kind: 'day' },
        ]}
      />
      <RowList
        label={words.deliveries}
        columns={columns}
        of={rows}
        linkOf={({ id }) => `/m/${merchantId}/${environment}/webhooks/deliveries/${id}`}
        empty={
          isFiltered ? (
            <NoneFit icon="send" title={words.noneFit} />
          ) : (
            <Empty icon="send" title={words.emptyDeliveries}>
              <p>{words.emptyDeliveriesText}</p>
            </Empty>
          )
        }
      />
    </div>
  )
}
