import type { ListRequestsQuery, RequestLogEntry } from '@malipo/sdk'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useMerchant } from '../../frame/use-merchant.ts'
import { buttonLook } from '../../kit/button.tsx'
import { FilterBar } from '../../lists/filter-bar.tsx'
import type { Filter, FilterValues } from '../../lists/filters.ts'
import { RowList } from '../../lists/row-list.tsx'
import type { Column } from '../../lists/rows-shown.ts'
import { useRows } from '../../lists/use-rows.ts'
import { Empty } from '../../parts/empty.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { When } from '../../parts/when.tsx'
import { useFilters } from '../../routes/use-filters.ts'
import { useWords } from '../../words/words.ts'
import { AnswerStatus } from './answer-status.tsx'
import { requestsWords } from './requests-words.ts'

type Row = RequestLogEntry & { id: string }

export default function RequestsScreen() {
  const words = useWords(requestsWords)
  const { merchantId, environment, malipo, key } = useMerchant()
  const [filters, choose] = useFilters()
  const place = `/m/${merchantId}/${environment}`
  const rows = useRows<Row>([...key, 'requests', filters], async (cursor, signal) => {
    const page = await malipo.requests.list({ ...asAsked(filters), cursor, page_size: 50 }, { signal })
    return { ...page, items: page.items.map((one) => ({ ...one, id: one.request_id })) }
  })
  const columns: Column<Row>[] = [
    { name: 'when', label: words.when, cell: ({ at }) => <When at={at} /> },
    { name: 'status', label: words.status, onCard: 'aside', cell: (one) => <AnswerStatus of={one} /> },
    {
      name: 'call',
      label: words.call,
      onCard: 'title',
      cell: ({ method, path }) => (
        <span className="mono">
          {method} {path}
        </span>
      ),
    },
    {
      name: 'by',
      label: words.by,
      cell: ({ api_key_id }) => (api_key_id === null ? words.person : words.key),
    },
    {
      name: 'took',
      label: words.took,
      isNumber: true,
      cell: ({ duration_ms }) => words.ms(duration_ms),
    },
  ]
  const isFiltered = Object.keys(filters).length > 0
  return (
    <>
      <PageHead title={words.title} />
      <p className="muted">{words.intro}</p>
      <FilterBar section="requests" values={filters} onChange={choose} filters={useRequestFilters()} />
      <RowList
        label={words.title}
        columns={columns}
        of={rows}
        linkOf={({ request_id }) => `${place}/requests/${encodeURIComponent(request_id)}`}
        empty={
          <Empty icon="requests" title={isFiltered ? words.noneFit : words.empty}>
            {!isFiltered && (
              <>
                <p>{words.emptyText}</p>
                <Link to={`${place}/keys`} {...buttonLook({ look: 'plain' })}>
                  {words.keys}
                </Link>
              </>
            )}
          </Empty>
        }
      />
    </>
  )
}

/** Without a wish only what programs called: looking at the dashboard calls more than they do. */
function asAsked({ authenticated_by: by = 'key', ...others }: FilterValues): ListRequestsQuery {
  return { ...others, ...(by !== 'anyone' && { authenticated_by: by }) } as ListRequestsQuery
}

const methods = ['GET', 'POST', 'PATCH', 'PUT', 'DELETE']

function useRequestFilters(): Filter[] {
  const words = useWords(requestsWords)
  const { environment, malipo, key } = useMerchant()
  const keys = useQuery({
    queryKey: [...key, 'keys', 'names'],
    queryFn: ({ signal }) => malipo.apiKeys.list({ environment, page_size: 100 }, { signal }),
  })
  return [
    {
      name: 'authenticated_by',
      label: words.by,
      kind: 'choice',
      unchosen: words.programs,
      choices: [
        { value: 'session', label: words.person },
        { value: 'anyone', label: words.anyone },
      ],
    },
    {
      name: 'api_key_id',
      label: words.key,
      kind: 'choice',
      choices: (keys.data?.items ?? []).map(({ id, name, last_four }) => ({
        value: id,
        label: `${name} …${last_four}`,
      })),
    },
    {
      name: 'method',
      label: words.method,
      kind: 'choice',
      choices: methods.map((method) => ({ value: method, label: method })),
    },
    { name: 'path', label: words.path, kind: 'text', hint: '/v1/collections' },
    { name: 'status', label: words.status, kind: 'text', hint: words.statusHint },
    { name: 'error_code', label: words.code, kind: 'text', hint: 'validation_error' },
    { name: 'idempotency_key', label: words.idempotencyKey, kind: 'text' },
    { name: 'resource_id', label: words.resource, kind: 'text' },
    { name: 'min_duration_ms', label: words.slowest, kind: 'text' },
    { name: 'from', label: words.from, kind: 'day' },
    { name: 'to', label: words.to, kind: 'day' },
  ]
}
