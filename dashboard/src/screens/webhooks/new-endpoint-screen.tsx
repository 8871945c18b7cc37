import type { OwnWebhookEndpoint } from '@malipo/sdk'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Form } from '../../forms/form.tsx'
import { useSubmission } from '../../forms/use-submission.ts'
import { useMerchant } from '../../frame/use-merchant.ts'
import { Button } from '../../kit/button.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { WayBack } from '../../parts/way-back.tsx'
import { useWords } from '../../words/words.ts'
import { EndpointFields, useEndpointWish } from './endpoint-form.tsx'
import { endpointsWords } from './endpoints-words.ts'
import { FreshSecret } from './rotate-secret.tsx'
import { webhooksWords } from './webhooks-words.ts'

export default function NewEndpointScreen() {
  const words = { ...useWords(webhooksWords), ...useWords(endpointsWords) }
  const { merchantId, environment, malipo, key } = useMerchant()
  const queries = useQueryClient()
  const submission = useSubmission<OwnWebhookEndpoint>()
  const wish = useEndpointWish()
  const [made, setMade] = useState<OwnWebhookEndpoint>()
  const send = async (fields: FormData) => {
    const body = { ...wish.wishOf(fields), environment }
    const added = await submission.submit((options) => malipo.webhookEndpoints.create(body, options))
    if (added === undefined) return
    setMade(added)
    void queries.invalidateQueries({ queryKey: [...key, 'endpoints'] })
  }
  const list = `/m/${merchantId}/${environment}/webhooks`
  return (
    <>
      <PageHead title={words.addTitle} above={<WayBack to={list}>{words.backToWebhooks}</WayBack>} />
      {made ? (
        <>
          <p className="mono">{made.url}</p>
          <FreshSecret text={made.webhook_secret} />
        </>
      ) : (
        <div className="card narrow">
          <Form submission={submission} onSubmit={(fields) => void send(fields)}>
            <EndpointFields wish={wish} />
            <Button type="submit" isBusy={submission.isSending} disabled={wish.isIncomplete}>
              {words.add}
            </Button>
          </Form>
        </div>
      )}
    </>
  )
}
