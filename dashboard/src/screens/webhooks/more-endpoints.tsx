import type { OwnWebhookEndpoint } from '@malipo/sdk'
import { Link } from '@tanstack/react-router'
import { useMerchant } from '../../frame/use-merchant.ts'
import { buttonLook } from '../../kit/button.tsx'
import { Trouble } from '../../parts/trouble.tsx'
import { useMay } from '../../people/may.ts'
import { useWords } from '../../words/words.ts'
import { EndpointHealth } from './endpoint-health.tsx'
import { endpointsWords } from './endpoints-words.ts'
import { useEndpoints } from './use-endpoints.ts'

/** Those that were added beside the address of the configuration. */
export function MoreEndpoints() {
  const words = useWords(endpointsWords)
  const { merchantId, environment } = useMerchant()
  const may = useMay()
  const endpoints = useEndpoints()
  if (!may('listWebhookEndpoints')) return null
  const place = `/m/${merchantId}/${environment}/webhooks/endpoints`
  const added = endpoints.data?.filter((one) => !one.is_default) ?? []
  return (
    <section className="card stack" aria-labelledby="more-endpoints">
      <div className="row apart">
        <h2 id="more-endpoints">{words.others}</h2>
        {may('createWebhookEndpoint') && (
          <Link to={`${place}/new`} {...buttonLook({ look: 'plain', size: 'small' })}>
            {words.add}
          </Link>
        )}
      </div>
      <p className="muted">{words.othersText}</p>
      {endpoints.error && <Trouble error={endpoints.error} retry={() => void endpoints.refetch()} />}
      {added.length > 0 && (
        <ul className="bare stack">
          {added.map((one) => (
            <li key={one.id} className="stack tight">
              <Link to={`${place}/${one.id}`} className="mono">
                {one.url}
              </Link>
              <EndpointHealth of={one} />
              <span className="small muted">
                {words.asks}: {asksFor(one, words.all)}
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

/** As it is called in programs: whoever reads it here reads it there too. */
function asksFor({ events, methods, metadata }: OwnWebhookEndpoint, all: string): string {
  const pairs = Object.entries(metadata).map(([key, value]) => `${key}=${value}`)
  const parts = [...events.filter((type) => type !== '*'), ...methods, ...pairs]
  return parts.length === 0 ? all : parts.join(', ')
}
