import type { ChangeWebhookConfigRequest, EventType, SuccessEventName, WebhookConfig } from '@malipo/sdk'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { SavedForm } from '../../forms/saved-form.tsx'
import { useMerchant } from '../../frame/use-merchant.ts'
import { Segments } from '../../kit/choices.tsx'
import { CheckField, ChoiceField, TextField } from '../../kit/fields.tsx'
import { Waiting } from '../../kit/waiting.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { Trouble } from '../../parts/trouble.tsx'
import { WayBack } from '../../parts/way-back.tsx'
import { useWords } from '../../words/words.ts'
import { eventTypes } from './event-type-choices.ts'
import { FreshSecret, RotateSecret } from './rotate-secret.tsx'
import { isWhole, useWebhookConfig } from './use-webhook-config.ts'
import { webhooksWords } from './webhooks-words.ts'

export default function WebhookSettingsScreen() {
  const words = useWords(webhooksWords)
  const { merchantId, environment, malipo, key } = useMerchant()
  const queries = useQueryClient()
  const config = useWebhookConfig()
  const [secret, setSecret] = useState<string>()
  const keep = (now: WebhookConfig) => {
    // The secret is on this page only, and gone with it.
    if (isWhole(now.webhook_secret)) setSecret(now.webhook_secret)
    void queries.invalidateQueries({ queryKey: [...key, 'webhook-config'] })
  }
  return (
    <>
      <PageHead
        title={words.endpoint}
        above={<WayBack to={`/m/${merchantId}/${environment}/webhooks`}>{words.backToWebhooks}</WayBack>}
      />
      {config.error && <Trouble error={config.error} retry={() => void config.refetch()} />}
      {config.isPending && <Waiting rows={4} />}
      {secret && <FreshSecret text={secret} />}
      {config.data && (
        <>
          <ConfigForm config={config.data} onSaved={keep} />
          {config.data.endpoints.length > 0 && (
            <RotateSecret
              of={config.data}
              text={words.secretText}
              rotate={() => malipo.webhooks.updateConfig({ rotate_secret: true })}
              onRotated={keep}
            />
          )}
        </>
      )}
    </>
  )
}

function ConfigForm({ config, onSaved }: { config: WebhookConfig; onSaved(now: WebhookConfig): void }) {
  const words = useWords(webhooksWords)
  const { environment, malipo } = useMerchant()
  const isLive = environment === 'live'
  const [which, setWhich] = useState(config.events.includes('*') ? 'all' : 'some')
  const [chosen, setChosen] = useState<readonly string[]>(config.events.filter((type) => type !== '*'))
  const field = isLive ? 'webhook_url' : 'sandbox_webhook_url'

  const send = (fields: FormData) => {
    const name = String(fields.get('success_event_name')) as SuccessEventName | ''
    const body: ChangeWebhookConfigRequest = {
      [field]: String(fields.get(field)).trim() || null,
      events: which === 'all' ? ['*'] : (chosen as EventType[]),
      success_event_name: name === '' ? null : name,
    }
    return malipo.webhooks.updateConfig(body)
  }
  return (
    <div className="card narrow">
      <SavedForm<WebhookConfig>
        send={send}
        onSaved={onSaved}
        isIncomplete={which === 'some' && chosen.length === 0}
        look="main"
      >
        <TextField
          name={field}
          type="url"
          label={isLive ? words.liveAddress : words.testAddress}
          hint={isLive ? words.addressHint : `${words.addressHint} ${words.testAddressHint}`}
          defaultValue={config[field] ?? ''}
          maxLength={2000}
        />
        <Segments
          label={words.events}
          value={which}
          onChange={setWhich}
          choices={[
            { value: 'all', label: words.allEvents },
            { value: 'some', label: words.someEvents },
          ]}
        />
        {which === 'some' && (
          <fieldset className="plain stack tight">
            <legend className="heard">{words.events}</legend>
            {eventTypes.map((type) => (
              <CheckField
                key={type}
                label={<span className="mono">{type}</span>}
                checked={chosen.includes(type)}
                onChange={({ target }) =>
                  setChosen(target.checked ? [...chosen, type] : chosen.filter((one) => one !== type))
                }
              />
            ))}
            {chosen.length === 0 && <p className="small muted">{words.chooseSome}</p>}
          </fieldset>
        )}
        <ChoiceField
          name="success_event_name"
          label={words.successName}
          defaultValue={config.success_event_name ?? ''}
          choices={[
            { value: '', label: words.asWritten },
            { value: 'collection.success', label: 'collection.success' },
            { value: 'collection.successful', label: 'collection.successful' },
          ]}
        />
      </SavedForm>
    </div>
  )
}
