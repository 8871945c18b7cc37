import type { CarriedNetwork } from '@malipo/sdk'
import { useQuery } from '@tanstack/react-query'
import { useAdmin } from '../../admin/use-admin.ts'
import { Waiting } from '../../kit/waiting.tsx'
import { FewRows } from '../../lists/few-rows.tsx'
import type { Column } from '../../lists/rows-shown.ts'
import { Badge } from '../../parts/badge.tsx'
import { toneOfNetwork } from '../../parts/network-standing.tsx'
import { networkWords } from '../../parts/network-words.ts'
import { Trouble } from '../../parts/trouble.tsx'
import { useWords } from '../../words/words.ts'
import { formatSeconds, formatShare } from './format-figures.ts'
import { providersWords } from './providers-words.ts'

/** How pushes over each network ended. A share without its number of payments would say nothing. */
export function ProviderNetworks({ name }: { name: string }) {
  const words = useWords(providersWords)
  const { malipo, key } = useAdmin()
  const columns = useColumns()
  const found = useQuery({
    queryKey: [...key, 'providers', 'figures', name],
    queryFn: ({ signal }) => malipo.admin.providers.figures(name, { signal }),
    refetchInterval: 30_000,
  })
  return (
    <div className="card stack">
      <h2>{words.networks}</h2>
      {found.error && <Trouble error={found.error} retry={() => void found.refetch()} />}
      {found.isPending && <Waiting rows={3} />}
      {found.data && (
        <>
          <FewRows
            label={words.networks}
            columns={columns}
            rows={found.data.networks.map((one) => ({ ...one, id: one.network }))}
            empty={<p className="muted">{words.noNetworks}</p>}
          />
          <p className="muted">
            {words.errorsCount(found.data.errors.last_hour, found.data.errors.last_day)}
          </p>
        </>
      )}
    </div>
  )
}

function useColumns(): Column<CarriedNetwork & { id: string }>[] {
  const words = useWords(providersWords)
  const { statuses } = useWords(networkWords)
  const figures = (of: CarriedNetwork['last_hour']) =>
    words.shareOf(formatShare(of.success_share), of.succeeded + of.failed)
  return [
    { name: 'network', label: words.network, onCard: 'title', cell: ({ network }) => network },
    {
      name: 'status',
      label: words.state,
      onCard: 'aside',
      cell: ({ status }) => <Badge tone={toneOfNetwork[status]}>{statuses[status]}</Badge>,
    },
    { name: 'hour', label: words.lastHour, isNumber: true, cell: ({ last_hour }) => figures(last_hour) },
    { name: 'week', label: words.lastWeek, isNumber: true, cell: ({ last_week }) => figures(last_week) },
    {
      name: 'median',
      label: words.median,
      isNumber: true,
      cell: ({ last_hour, last_week }) => formatSeconds(last_hour.median_ms ?? last_week.median_ms),
    },
    { name: 'silent', label: words.silent, isNumber: true, cell: ({ silent }) => silent },
  ]
}
