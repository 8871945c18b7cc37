import type { ProviderStanding } from '@malipo/sdk'
import { useQueryClient } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useAdmin } from '../../admin/use-admin.ts'
import { Waiting } from '../../kit/waiting.tsx'
import { FewRows } from '../../lists/few-rows.tsx'
import { Beside } from '../../parts/beside.tsx'
import { Empty } from '../../parts/empty.tsx'
import { Money } from '../../parts/money.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { tellReason } from '../../parts/tell-reason.ts'
import { Trouble } from '../../parts/trouble.tsx'
import { WayBack } from '../../parts/way-back.tsx'
import { When } from '../../parts/when.tsx'
import { useLanguage, useWords } from '../../words/words.ts'
import { FloatAmount } from './float-amount.tsx'
import { ProviderDecisions } from './provider-decisions.tsx'
import { ProviderNetworks } from './provider-networks.tsx'
import { ProviderState } from './provider-state.tsx'
import { providersWords } from './providers-words.ts'
import { useProviders } from './use-providers.ts'

export default function ProviderScreen() {
  const words = useWords(providersWords)
  const { at, key } = useAdmin()
  const queries = useQueryClient()
  const { name } = useParams({ strict: false }) as { name?: string }
  const found = useProviders()
  const above = <WayBack to={`${at}/providers`}>{words.title}</WayBack>
  if (found.error) return <Trouble error={found.error} retry={() => void found.refetch()} />
  if (found.isPending) return <Waiting rows={6} />
  const one = found.data.find((provider) => provider.name === name)
  if (!one)
    return (
      <>
        <PageHead title={words.title} above={above} />
        <Empty icon="providers" title={words.notThere} />
      </>
    )
  const look = () => void queries.invalidateQueries({ queryKey: [...key, 'providers'] })
  return (
    <>
      <PageHead title={one.name} above={above}>
        <ProviderState of={one} />
      </PageHead>
      <Beside isAfter aside={<ProviderDecisions of={one} onDone={look} />}>
        <Standing of={one} />
        <Silences of={one} />
      </Beside>
      <ProviderNetworks name={one.name} />
      <LastErrors of={one} />
    </>
  )
}

function Standing({ of: one }: { of: ProviderStanding }) {
  const words = useWords(providersWords)
  const { float } = one
  const currency = float.currency ?? 'TZS'
  return (
    <section className="card stack" aria-labelledby="float">
      <h2 id="float">{words.float}</h2>
      <dl className="facts">
        <dt>{words.ready}</dt>
        <dd>
          <FloatAmount of={one} />
        </dd>
        <dt>{words.readAt}</dt>
        <dd>
          <When at={float.read_at} />
        </dd>
        <dt>{words.sentSince}</dt>
        <dd>
          <Money amount={float.sent_since} currency={currency} />
        </dd>
        <dt>{words.lowAt}</dt>
        <dd>
          <Money amount={float.low_at} currency={currency} />
        </dd>
        <dt>{words.openPayments}</dt>
        <dd>{one.open_collections}</dd>
        <dt>{words.openPayouts}</dt>
        <dd>{one.open_withdrawals}</dd>
      </dl>
    </section>
  )
}

/** Kinds of calls that are left alone for a while, because nobody answered them. */
function Silences({ of: { breakers } }: { of: ProviderStanding }) {
  const words = useWords(providersWords)
  if (breakers.length === 0) return null
  return (
    <div className="card stack">
      <h2>{words.silences}</h2>
      <FewRows
        label={words.silences}
        rows={breakers.map((one) => ({ ...one, id: one.call }))}
        columns={[
          {
            name: 'call',
            label: words.call,
            onCard: 'title',
            cell: ({ call }) => words.calls[call as 'collect'] ?? call,
          },
          { name: 'times', label: words.silencesCount, isNumber: true, cell: ({ silences }) => silences },
          { name: 'since', label: words.since, cell: ({ opened_at }) => <When at={opened_at} /> },
          { name: 'again', label: words.tryAt, cell: ({ try_at }) => <When at={try_at} /> },
        ]}
      />
    </div>
  )
}

function LastErrors({ of: { last_errors } }: { of: ProviderStanding }) {
  const words = useWords(providersWords)
  const language = useLanguage()
  return (
    <div className="card stack">
      <h2>{words.lastErrors}</h2>
      <FewRows
        label={words.lastErrors}
        rows={last_errors.map((one, place) => ({ ...one, id: `${one.at} ${place}` }))}
        columns={[
          {
            name: 'said',
            label: words.said,
            onCard: 'title',
            cell: ({ said }) => tellReason(said, language),
          },
          { name: 'call', label: words.call, cell: ({ call }) => words.calls[call as 'collect'] ?? call },
          { name: 'at', label: words.when, onCard: 'aside', cell: ({ at }) => <When at={at} /> },
        ]}
        empty={<p className="muted">{words.noErrors}</p>}
      />
    </div>
  )
}
