import type { AdminNetwork } from '@malipo/sdk'
import { useQuery } from '@tanstack/react-query'
import { useAdmin } from '../../admin/use-admin.ts'
import { useOperators } from '../../admin/use-operators.ts'
import { Waiting } from '../../kit/waiting.tsx'
import { FoldedRows } from '../../lists/folded-rows.tsx'
import type { Column } from '../../lists/rows-shown.ts'
import { NetworkGist, ShowStanding } from '../../parts/network-standing.tsx'
import { networkWords } from '../../parts/network-words.ts'
import { PageHead } from '../../parts/page-head.tsx'
import { Trouble } from '../../parts/trouble.tsx'
import { When } from '../../parts/when.tsx'
import { useWords } from '../../words/words.ts'
import { PinNetwork } from './pin-network.tsx'
import { pinWords } from './pin-words.ts'
import { ProvidersTabs } from './providers-tabs.tsx'
import { providersWords } from './providers-words.ts'

type Row = AdminNetwork & { id: string }

/** How every network does, for money in, out and back, and who has pinned that. */
export default function NetworksScreen() {
  const words = useWords(providersWords)
  const pins = useWords(pinWords)
  const { malipo, key } = useAdmin()
  const found = useQuery({
    queryKey: [...key, 'networks'],
    queryFn: async ({ signal }) => (await malipo.admin.networks.list({}, { signal })).items,
    refetchInterval: 15_000,
  })
  const columns = useColumns(() => void found.refetch())
  return (
    <>
      <PageHead title={words.networks} />
      <ProvidersTabs />
      <p className="muted">{pins.text}</p>
      {found.error && <Trouble error={found.error} retry={() => void found.refetch()} />}
      {found.isPending && <Waiting rows={6} />}
      {found.data && (
        <FoldedRows
          label={words.networks}
          columns={columns}
          rows={found.data.map((one) => ({ ...one, id: one.destination_code }))}
          gistOf={(one) => <NetworkGist of={one} />}
        />
      )}
    </>
  )
}

function useColumns(look: () => void): Column<Row>[] {
  const words = useWords(providersWords)
  const pins = useWords(pinWords)
  const { directions } = useWords(networkWords)
  return [
    { name: 'name', label: words.network, onCard: 'title', cell: ({ name }) => name },
    ...(['collections', 'payouts', 'refunds'] as const).map(
      (direction): Column<Row> => ({
        name: direction,
        label: directions[direction],
        cell: (one) => <Direction of={one[direction]} />,
      }),
    ),
    {
      name: 'pin',
      label: pins.pin,
      onCard: 'aside',
      cell: (one) => <PinNetwork of={one} onDone={look} />,
    },
  ]
}

function Direction({ of: standing }: { of: AdminNetwork['payouts'] }) {
  const pins = useWords(pinWords)
  const { statuses } = useWords(networkWords)
  const operators = useOperators()
  if (standing === null) return <span className="muted">–</span>
  const { pinned, providers } = standing
  const by = pinned && (operators.find(({ id }) => id === pinned.pinned_by)?.name ?? pinned.pinned_by)
  return (
    <span className="stack tight">
      <ShowStanding of={standing} />
      {pinned && by && (
        <span className="small">
          {pins.pinnedBy(by)} {pinned.until && <When at={pinned.until} />}
        </span>
      )}
      {providers.map(({ provider, status }) => (
        <span key={provider} className="small muted">
          {provider}: {statuses[status]}
        </span>
      ))}
    </span>
  )
}
