import type { OwnWebhookEndpoint, Removed } from '@malipo/sdk'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { AskFirst } from '../../forms/ask-first.tsx'
import { SavedForm } from '../../forms/saved-form.tsx'
import { useMerchant } from '../../frame/use-merchant.ts'
import { buttonLook } from '../../kit/button.tsx'
import { CheckField } from '../../kit/fields.tsx'
import { Waiting } from '../../kit/waiting.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { Trouble } from '../../parts/trouble.tsx'
import { WayBack } from '../../parts/way-back.tsx'
import { When } from '../../parts/when.tsx'
import { useWords } from '../../words/words.ts'
import { EndpointFields, useEndpointWish } from './endpoint-form.tsx'
import { EndpointHealth } from './endpoint-health.tsx'
import { endpointsWords } from './endpoints-words.ts'
import { FreshSecret, RotateSecret } from './rotate-secret.tsx'
import { SendTest } from './send-test.tsx'
import { webhooksWords } from './webhooks-words.ts'

export default function EndpointScreen() {
  const words = { ...useWords(webhooksWords), ...useWords(endpointsWords) }
  const { merchantId, environment, malipo, key } = useMerchant()
  const { endpointId = '' } = useParams({ strict: false }) as { endpointId?: string }
  const queries = useQueryClient()
  const navigate = useNavigate()
  const [secret, setSecret] = useState<string>()
  const found = useQuery({
    queryKey: [...key, 'endpoints', endpointId],
    queryFn: ({ signal }) => malipo.webhookEndpoints.get(endpointId, { signal }),
  })
  const list = `/m/${merchantId}/${environment}/webhooks`
  const look = () => void queries.invalidateQueries({ queryKey: [...key, 'endpoints'] })
  const { data: one } = found
  return (
    <>
      <PageHead title={words.endpoint} above={<WayBack to={list}>{words.backToWebhooks}</WayBack>}>
        {one && (
          <Link to={list} search={{ endpoint_id: one.id }} {...buttonLook({ look: 'plain' })}>
            {words.seeDeliveries}
          </Link>
        )}
      </PageHead>
      {found.error && <Trouble error={found.error} retry={() => void found.refetch()} />}
      {found.isPending && <Waiting rows={5} />}
      {secret && <FreshSecret text={secret} />}
      {one && (
        <>
          <section className="card stack narrow" aria-labelledby="endpoint">
            <h2 id="endpoint" className="mono">
              {one.url}
            </h2>
            <dl className="facts">
              <dt>{words.health}</dt>
              <dd>
                <EndpointHealth of={one} />
              </dd>
              <dt>{words.created}</dt>
              <dd>
                <When at={one.created_at} />
              </dd>
            </dl>
            <SendTest send={(body) => malipo.webhookEndpoints.test(one.id, body)} />
          </section>
          <ChangeForm key={one.id} of={one} onSaved={look} />
          <RotateSecret
            of={one}
            text={words.secretOwn}
            rotate={(options) => malipo.webhookEndpoints.rotateSecret(one.id, options)}
            onRotated={(now) => {
              // The secret is on this page only, and gone with it.
              setSecret(now.webhook_secret)
              look()
            }}
          />
          <div>
            <AskFirst<Removed>
              label={words.remove}
              title={words.removeTitle}
              send={() => malipo.webhookEndpoints.remove(one.id)}
              onAnswer={async (removed) => {
                if (!removed) return
                await navigate({ to: list })
                queries.removeQueries({ queryKey: [...key, 'endpoints', one.id] })
                look()
              }}
            >
              <p>{words.removeText(one.url)}</p>
            </AskFirst>
          </div>
        </>
      )}
    </>
  )
}

function ChangeForm({ of: one, onSaved }: { of: OwnWebhookEndpoint; onSaved(): void }) {
  const words = useWords(endpointsWords)
  const { malipo } = useMerchant()
  const wish = useEndpointWish(one)
  const send = (fields: FormData) => {
    const isEnabled = fields.get('is_enabled') === 'on'
    return malipo.webhookEndpoints.update(one.id, {
      ...wish.wishOf(fields),
      ...(isEnabled !== one.is_enabled && { is_enabled: isEnabled }),
    })
  }
  return (
    <div className="card narrow">
      <SavedForm<OwnWebhookEndpoint>
        of={one.is_enabled}
        send={send}
        onSaved={onSaved}
        isIncomplete={wish.isIncomplete}
        look="main"
      >
        <CheckField
          name="is_enabled"
          label={words.enabled}
          hint={words.enabledHint}
          defaultChecked={one.is_enabled}
        />
        <EndpointFields of={one} wish={wish} />
      </SavedForm>
    </div>
  )
}
