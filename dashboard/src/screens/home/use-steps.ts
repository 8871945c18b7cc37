import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { merchantClient } from '../../calls/clients.ts'
import { useMerchant } from '../../frame/use-merchant.ts'
import { useKept } from '../../kit/use-kept.ts'
import { useMay } from '../../people/may.ts'
import { useMe } from '../../people/who.ts'
import { useTimelineRead } from '../../timeline/use-timeline-read.ts'
import type { Step } from './home-words.ts'

/** The check before going live leaves no trace but in the log of requests. */
const theCheck = { path: '/v1/merchant/webhook-config/check', status: 200, page_size: 1 }

/**
 * The first steps that whoever is signed in can take, and whether each is done: by facts, most of them in the sandbox. The log of requests forgets after
 * a week, so that the check was run is also remembered in this browser, as is that a timeline was read. Until the facts are known none is done.
 */
export function useSteps(): { all: { step: Step; isDone: boolean; to: string }[]; isKnown: boolean } {
  const may = useMay()
  const { merchantId } = useMerchant()
  const { user } = useMe()
  const [wasChecked, keepChecked] = useKept(`malipo.was-checked.${merchantId}`, false)
  const [wasRead] = useTimelineRead(merchantId)
  const facts = useQuery({
    queryKey: [merchantId, 'sandbox', 'steps'],
    queryFn: async ({ signal }) => {
      const test = merchantClient(merchantId, 'sandbox')
      const options = { signal }
      const one = { page_size: 1 }
      const [paid, keys, delivered, checked, merchant] = await Promise.all([
        test.collections.list({ status: 'successful', ...one }, options),
        may('listApiKeys') ? test.apiKeys.list({ environment: 'sandbox', page_size: 100 }, options) : null,
        may('testWebhook') ? test.deliveries.list({ status: 'delivered', ...one }, options) : null,
        may('checkWebhook') && may('listRequests') ? test.requests.list(theCheck, options) : null,
        may('readMerchant') ? test.merchants.get(options) : null,
      ])
      return {
        payment: paid.items.length > 0,
        key: keys?.items.some(({ last_used_at }) => last_used_at !== null),
        webhook: delivered && delivered.items.length > 0,
        check: checked && checked.items.length > 0,
        verified: merchant && merchant.verification_status === 'verified',
      }
    },
    enabled: may('listMerchantCollections'),
  })
  const isChecked = Boolean(facts.data?.check) || wasChecked
  useEffect(() => {
    if (isChecked && !wasChecked) keepChecked(true)
  }, [isChecked, wasChecked, keepChecked])
  const { payment, key, webhook, verified } = facts.data ?? {}
  const sandbox = `/m/${merchantId}/sandbox`
  const all: { step: Step; isDone: boolean | null | undefined; to: string; isMine: boolean }[] = [
    {
      step: 'payment',
      isDone: payment,
      to: `${sandbox}/payments/new`,
      isMine: may('createUssdPushCollection'),
    },
    { step: 'timeline', isDone: wasRead, to: `${sandbox}/payments`, isMine: true },
    { step: 'key', isDone: key, to: `${sandbox}/keys`, isMine: may('createApiKey') },
    { step: 'webhook', isDone: webhook, to: `${sandbox}/webhooks`, isMine: may('testWebhook') },
    { step: 'check', isDone: isChecked, to: `${sandbox}/webhooks`, isMine: may('checkWebhook') },
    { step: 'factor', isDone: user.two_factor_enabled, to: '/account', isMine: true },
    {
      step: 'verified',
      isDone: verified,
      to: `/m/${merchantId}/live/settings`,
      isMine: may('changeMerchantLooks'),
    },
  ]
  const mine = all.filter(({ isMine }) => isMine)
  return {
    all: mine.map(({ step, isDone, to }) => ({ step, to, isDone: Boolean(isDone) })),
    isKnown: facts.data !== undefined,
  }
}
