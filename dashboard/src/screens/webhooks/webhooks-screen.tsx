import { Link } from '@tanstack/react-router'
import { useMerchant } from '../../frame/use-merchant.ts'
import { buttonLook } from '../../kit/button.tsx'
import { Waiting } from '../../kit/waiting.tsx'
import { Empty } from '../../parts/empty.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { Trouble } from '../../parts/trouble.tsx'
import { useMay } from '../../people/may.ts'
import { useWords } from '../../words/words.ts'
import { DeliveryList } from './delivery-list.tsx'
import { EndpointHealth } from './endpoint-health.tsx'
import { MoreEndpoints } from './more-endpoints.tsx'
import { SendTest } from './send-test.tsx'
import { useEndpoints } from './use-endpoints.ts'
import { endpointOf, useWebhookConfig } from './use-webhook-config.ts'
import { webhooksWords } from './webhooks-words.ts'

export default function WebhooksScreen() {
  const words = useWords(webhooksWords)
  const { merchantId, environment, malipo } = useMerchant()
  const may = useMay()
  const config = useWebhookConfig()
  const hasAdded = useEndpoints().data?.some((one) => !one.is_default) ?? false
  const place = `/m/${merchantId}/${environment}/webhooks`
  const endpoint = config.data && endpointOf(config.data, environment)
  return (
    <>
      <PageHead title={words.title}>
        <Link to={`/m/${merchantId}/${environment}/events`} {...buttonLook({ look: 'plain' })}>
          {words.events}
        </Link>
        {endpoint && environment === 'sandbox' && may('checkWebhook') && (
          <Link to={`${place}/check`} {...buttonLook({ look: 'plain' })}>
            {words.check}
          </Link>
        )}
        {(endpoint || hasAdded) && may('replayEvents') && (
          <Link to={`${place}/replay`} {...buttonLook({ look: 'plain' })}>
            {words.replay}
          </Link>
        )}
      </PageHead>
      {config.error && <Trouble error={config.error} retry={() => void config.refetch()} />}
      {config.isPending && <Waiting height={140} />}
      {config.data && !endpoint && (
        <Empty icon="webhooks" title={words.noAddress}>
          <p>{words.noAddressText}</p>
          {may('changeWebhookConfig') && (
            <Link to={`${place}/settings`} {...buttonLook()}>
              {words.setAddress}
            </Link>
          )}
        </Empty>
      )}
      {config.data && endpoint && (
        <section className="card stack" aria-labelledby="endpoint">
          <div className="row apart">
            <h2 id="endpoint">{words.endpoint}</h2>
            {may('changeWebhookConfig') && (
              <Link to={`${place}/settings`} {...buttonLook({ look: 'plain', size: 'small' })}>
                {words.change}
              </Link>
            )}
          </div>
          <dl className="facts">
            <dt>{words.address}</dt>
            <dd className="mono">{endpoint.url}</dd>
            <dt>{words.health}</dt>
            <dd>
              <EndpointHealth of={endpoint} />
            </dd>
            <dt>{words.events}</dt>
            <dd>{config.data.events.includes('*') ? words.allEvents : config.data.events.join(', ')}</dd>
            <dt>{words.secret}</dt>
            <dd className="mono">{config.data.webhook_secret}</dd>
          </dl>
          {may('testWebhook') && <SendTest send={(body) => malipo.webhooks.test(body)} />}
        </section>
      )}
      {config.data && <MoreEndpoints />}
      {(endpoint || hasAdded) && <DeliveryList />}
    </>
  )
}
