import type { ApiKey, FreshApiKey } from '@malipo/sdk'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { useMerchant } from '../../frame/use-merchant.ts'
import { Waiting } from '../../kit/waiting.tsx'
import { Empty } from '../../parts/empty.tsx'
import { Money } from '../../parts/money.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { Trouble } from '../../parts/trouble.tsx'
import { WayBack } from '../../parts/way-back.tsx'
import { When } from '../../parts/when.tsx'
import { useMay } from '../../people/may.ts'
import { useWords } from '../../words/words.ts'
import { ChangeAddresses } from './change-addresses.tsx'
import { FreshKey } from './fresh-key.tsx'
import { isOver, KeyState } from './key-state.tsx'
import { keysWords } from './keys-words.ts'
import { NarrowKey } from './narrow-key.tsx'
import { RevokeKey } from './revoke-key.tsx'
import { RotateKey } from './rotate-key.tsx'

export default function KeyScreen() {
  const words = useWords(keysWords)
  const { merchantId, environment, malipo, key } = useMerchant()
  const { keyId } = useParams({ strict: false }) as { keyId?: string }
  const queries = useQueryClient()
  const navigate = useNavigate()
  const may = useMay()
  const [fresh, setFresh] = useState<FreshApiKey>()
  const list = `/m/${merchantId}/${environment}/keys`
  const found = useQuery({
    queryKey: [...key, 'keys', keyId],
    queryFn: async ({ signal }): Promise<ApiKey | null> => {
      // A merchant has a handful of keys, so they are read as a list only.
      for await (const one of malipo.apiKeys.list({ environment, page_size: 100 }, { signal }))
        if (one.id === keyId) return one
      return null
    },
  })
  const look = () => void queries.invalidateQueries({ queryKey: [...key, 'keys'] })
  const above = <WayBack to={list}>{words.back}</WayBack>
  if (fresh) return <FreshKey of={fresh} onDone={() => void navigate({ to: list })} />
  if (found.error) return <Trouble error={found.error} retry={() => void found.refetch()} />
  if (found.isPending) return <Waiting rows={5} />
  if (found.data === null)
    return (
      <>
        <PageHead title={words.title} above={above} />
        <Empty icon="keys" title={words.notThere} />
      </>
    )
  const { data: one } = found
  return (
    <>
      <PageHead title={one.name} above={above} />
      <KeyFacts of={one} />
      {!isOver(one) && may('changeApiKey') && (
        <>
          <NarrowKey key={JSON.stringify([one.name, one.scopes, one.expires_at])} of={one} onDone={look} />
          <ChangeAddresses of={one} onDone={look} />
        </>
      )}
      {!isOver(one) && may('rotateApiKey') && (
        <RotateKey
          of={one}
          onDone={(made) => {
            setFresh(made)
            // The list is read anew: what one has just made does not wait behind it as something new.
            queries.removeQueries({ queryKey: [...key, 'keys'] })
          }}
        />
      )}
      {!isOver(one) && may('revokeApiKey') && <RevokeKey of={one} onDone={look} />}
    </>
  )
}

function KeyFacts({ of: one }: { of: ApiKey }) {
  const words = useWords(keysWords)
  const { payout_caps: caps } = one
  return (
    <div className="card narrow">
      <dl className="facts">
        <dt>{words.state}</dt>
        <dd>
          <KeyState of={one} />
        </dd>
        <dt>{words.lastFour}</dt>
        <dd className="mono">…{one.last_four}</dd>
        <dt>{words.lastUsed}</dt>
        <dd>{one.last_used_at ? <When at={one.last_used_at} /> : words.never}</dd>
        {one.last_used_ip && (
          <>
            <dt>{words.usedFrom}</dt>
            <dd className="mono">{one.last_used_ip}</dd>
          </>
        )}
        <dt>{words.addresses}</dt>
        <dd>
          {one.allowed_ips.length > 0 ? (
            <span className="mono">{one.allowed_ips.join(', ')}</span>
          ) : (
            words.anywhere
          )}
        </dd>
        <dt>{words.created}</dt>
        <dd>
          <When at={one.created_at} />
        </dd>
        {caps && (
          <>
            <dt>{words.caps}</dt>
            <dd>
              {caps.each && (
                <>
                  {words.each}: <Money amount={caps.each} currency={caps.currency} />{' '}
                </>
              )}
              {caps.daily && (
                <>
                  {words.daily}: <Money amount={caps.daily} currency={caps.currency} />
                </>
              )}
            </dd>
          </>
        )}
        <dt>{words.power}</dt>
        <dd>
          <ul className="bare stack tight">
            {one.scopes.map((scope) => (
              <li key={scope}>{words.powers[scope]}</li>
            ))}
          </ul>
        </dd>
      </dl>
    </div>
  )
}
