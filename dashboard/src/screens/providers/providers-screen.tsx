import type { ProviderStanding } from '@malipo/sdk'
import { useAdmin } from '../../admin/use-admin.ts'
import { Waiting } from '../../kit/waiting.tsx'
import { FewRows } from '../../lists/few-rows.tsx'
import type { Column } from '../../lists/rows-shown.ts'
import { Badge } from '../../parts/badge.tsx'
import { Empty } from '../../parts/empty.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { Trouble } from '../../parts/trouble.tsx'
import { useWords } from '../../words/words.ts'
import { FloatAmount } from './float-amount.tsx'
import { ProviderState } from './provider-state.tsx'
import { ProvidersTabs } from './providers-tabs.tsx'
import { providersWords } from './providers-words.ts'
import { useProviders } from './use-providers.ts'

export default function ProvidersScreen() {
  const words = useWords(providersWords)
  const { at } = useAdmin()
  const columns = useColumns()
  const found = useProviders()
  return (
    <>
      <PageHead title={words.title} />
      <ProvidersTabs />
      {found.error && <Trouble error={found.error} retry={() => void found.refetch()} />}
      {found.isPending && <Waiting rows={3} />}
      {found.data && (
        <FewRows
          label={words.title}
          columns={columns}
          rows={found.data.map((one) => ({ ...one, id: one.name }))}
          linkOf={({ name }) => `${at}/providers/${encodeURIComponent(name)}`}
          empty={
            <Empty icon="providers" title={words.none}>
              <p>{words.noneText}</p>
            </Empty>
          }
        />
      )}
    </>
  )
}

function useColumns(): Column<ProviderStanding & { id: string }>[] {
  const words = useWords(providersWords)
  return [
    {
      name: 'name',
      label: words.provider,
      onCard: 'title',
      cell: ({ name, is_default }) => (is_default ? `${name} (${words.default})` : name),
    },
    { name: 'state', label: words.state, onCard: 'aside', cell: (one) => <ProviderState of={one} /> },
    {
      name: 'answers',
      label: words.answers,
      cell: ({ breakers }) =>
        breakers.length === 0 ? (
          <Badge tone="paid">{words.answering}</Badge>
        ) : (
          <>
            <Badge tone="failed">{words.silentCalls}</Badge>
            <p className="small muted">
              {breakers.map(({ call }) => words.calls[call as 'collect'] ?? call).join(', ')}
            </p>
          </>
        ),
    },
    { name: 'float', label: words.float, cell: (one) => <FloatAmount of={one} /> },
    {
      name: 'collections',
      label: words.openPayments,
      isNumber: true,
      cell: ({ open_collections }) => open_collections,
    },
    {
      name: 'withdrawals',
      label: words.openPayouts,
      isNumber: true,
      cell: ({ open_withdrawals }) => open_withdrawals,
    },
  ]
}
