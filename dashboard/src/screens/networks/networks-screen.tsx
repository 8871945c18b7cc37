import type { Network, NetworkLimits } from '@malipo/sdk'
import { useQuery } from '@tanstack/react-query'
import { useMerchant } from '../../frame/use-merchant.ts'
import { Waiting } from '../../kit/waiting.tsx'
import { FoldedRows } from '../../lists/folded-rows.tsx'
import type { Column } from '../../lists/rows-shown.ts'
import { formatMoney } from '../../parts/format.ts'
import { NetworkGist, ShowStanding } from '../../parts/network-standing.tsx'
import { networkWords } from '../../parts/network-words.ts'
import { PageHead } from '../../parts/page-head.tsx'
import { Trouble } from '../../parts/trouble.tsx'
import { WayBack } from '../../parts/way-back.tsx'
import { useMay } from '../../people/may.ts'
import { useWords } from '../../words/words.ts'
import { withdrawalsWords } from '../withdrawals/withdrawals-words.ts'
import { networksWords } from './networks-words.ts'
import { PlayOutage } from './play-outage.tsx'

type Row = Network & { id: string }

const gistOf = (one: Row) => <NetworkGist of={one} />

/** What each network takes from this merchant, and how it does. */
export default function NetworksScreen() {
  const words = useWords(networksWords)
  const { title: above } = useWords(withdrawalsWords)
  const { merchantId, environment, malipo, key } = useMerchant()
  const may = useMay()
  const ofWallets = useColumns(words.network, ['collections', 'payouts', 'refunds'])
  const ofBanks = useColumns(words.bank, ['payouts'])
  const found = useQuery({
    queryKey: [...key, 'networks'],
    queryFn: async ({ signal }) => (await malipo.networks.list({}, { signal })).items,
    refetchInterval: 30_000,
  })
  const rows = found.data?.map((one): Row => ({ ...one, id: one.destination_code }))
  const wallets = rows?.filter(({ method }) => method !== 'BANK_ACCOUNT') ?? []
  const banks = rows?.filter(({ method }) => method === 'BANK_ACCOUNT') ?? []
  return (
    <>
      <PageHead
        title={words.title}
        above={<WayBack to={`/m/${merchantId}/${environment}/withdrawals`}>{above}</WayBack>}
      />
      <p className="muted">{words.text}</p>
      {found.error && <Trouble error={found.error} retry={() => void found.refetch()} />}
      {found.isPending && <Waiting rows={6} />}
      {rows && (
        <>
          <h2>{words.mobile}</h2>
          <FoldedRows label={words.mobile} columns={ofWallets} rows={wallets} gistOf={gistOf} />
          {environment === 'sandbox' && may('changeSandboxNetwork') && (
            <PlayOutage networks={wallets} onDone={() => void found.refetch()} />
          )}
          <h2>{words.banks}</h2>
          <FoldedRows label={words.banks} columns={ofBanks} rows={banks} gistOf={gistOf} />
        </>
      )}
    </>
  )
}

function useColumns(title: string, shown: readonly ('collections' | 'payouts' | 'refunds')[]): Column<Row>[] {
  const words = useWords(networksWords)
  const { directions } = useWords(networkWords)
  return [
    { name: 'name', label: title, onCard: 'title', cell: ({ name }) => name },
    ...shown.map(
      (direction): Column<Row> => ({
        name: direction,
        label: directions[direction],
        cell: (one) => <Direction of={one[direction]} />,
      }),
    ),
    {
      name: 'names',
      label: words.names,
      cell: ({ name_look_up: isTold }) => (isTold ? words.yes : words.no),
    },
  ]
}

function Direction({ of: limits }: { of: NetworkLimits | null }) {
  const words = useWords(networksWords)
  if (limits === null) return <span className="muted">{words.notCarried}</span>
  const { min_amount: least, max_amount: most, hours } = limits
  return (
    <span className="stack tight">
      <ShowStanding of={limits} />
      <span className="small">{words.span(formatMoney(least), formatMoney(most))}</span>
      {hours && <span className="small muted">{words.hours(hours.from, hours.to)}</span>}
    </span>
  )
}
