import type { PricingChannel, PricingRule } from '@malipo/sdk'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useAdmin } from '../../admin/use-admin.ts'
import { Waiting } from '../../kit/waiting.tsx'
import { RowList } from '../../lists/row-list.tsx'
import { useRows } from '../../lists/use-rows.ts'
import { Beside } from '../../parts/beside.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { Trouble } from '../../parts/trouble.tsx'
import { WayBack } from '../../parts/way-back.tsx'
import { useFilters } from '../../routes/use-filters.ts'
import { useWords } from '../../words/words.ts'
import { PricesInForce, useRuleColumns } from './prices-in-force.tsx'
import { pricingWords } from './pricing-words.ts'
import { SetPrice } from './set-price.tsx'
import { Trial } from './trial.tsx'
import { type Tried, TryForm } from './try-form.tsx'

/** What things cost: what has been, what would be, and then what shall be. */
export default function PricingScreen() {
  const words = useWords(pricingWords)
  const { at } = useAdmin()
  const [{ merchant, channel = 'COLLECTION' }, choose] = useFilters()
  const [tried, setTried] = useState<Tried>()
  const found = useMerchantOf(merchant)
  if (found.error) return <Trouble error={found.error} retry={() => void found.refetch()} />
  // The form begins with the price that counts now: shown before, it would begin anew when that comes, and what was typed would be gone.
  if (found.isLoading) return <Waiting rows={6} />
  const name = found.data?.name
  const above = merchant ? (
    <WayBack to={`${at}/merchants/${merchant}`}>{name ?? words.merchant}</WayBack>
  ) : undefined
  return (
    <>
      <PageHead title={name ? words.titleOf(name) : words.title} above={above} />
      {!merchant && (
        <div className="muted narrow stack tight">
          <p>
            {words.forAll} <Link to={`${at}/merchants`}>{words.chooseMerchant}</Link>
          </p>
          <p>{words.byDefault}</p>
        </div>
      )}
      {found.data && <PricesInForce rules={found.data.pricing} />}
      <Beside
        isAfter
        aside={
          tried ? (
            <>
              <Trial of={tried.trial} isOfAll={tried.asked.merchant_id === undefined} />
              {merchant && name && (
                <SetPrice key={JSON.stringify(tried.asked)} {...{ merchant, name }} terms={tried.asked} />
              )}
            </>
          ) : (
            <p className="muted card">{words.nothingTried}</p>
          )
        }
      >
        <TryForm
          key={`${merchant} ${channel}`}
          merchant={merchant}
          channel={channel as PricingChannel}
          from={found.data?.pricing.find((rule) => rule.channel === channel)}
          onChannel={(next) => {
            setTried(undefined)
            choose({ merchant, channel: next })
          }}
          onTried={setTried}
        />
      </Beside>
      {merchant && <Versions merchant={merchant} channel={channel as PricingChannel} />}
    </>
  )
}

function useMerchantOf(merchant: string | undefined) {
  const { malipo, key } = useAdmin()
  return useQuery({
    queryKey: [...key, 'merchants', 'one', merchant],
    queryFn: ({ signal }) => malipo.admin.merchants.get(merchant ?? '', { signal }),
    enabled: merchant !== undefined,
  })
}

function Versions({ merchant, channel }: { merchant: string; channel: PricingChannel }) {
  const words = useWords(pricingWords)
  const { malipo, key } = useAdmin()
  const rows = useRows<PricingRule>([...key, 'pricing', merchant, channel], (cursor, signal) =>
    malipo.admin.pricingRules.list(merchant, { channel, cursor }, { signal }),
  )
  const columns = useRuleColumns().filter(({ name }) => name !== 'channel')
  const label = {
    name: 'label',
    label: words.label,
    onCard: 'title',
    cell: (rule: PricingRule) => rule.label,
  } as const
  return (
    <div className="stack">
      <h2>{words.versions(words.channels[channel])}</h2>
      <RowList
        label={words.versions(words.channels[channel])}
        columns={[label, ...columns]}
        of={rows}
        empty={<p className="muted">{words.noRules}</p>}
      />
    </div>
  )
}
