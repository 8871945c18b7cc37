import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useMerchant } from '../../frame/use-merchant.ts'
import { buttonLook } from '../../kit/button.tsx'
import { Icon, type IconName } from '../../kit/icon.tsx'
import { Waiting } from '../../kit/waiting.tsx'
import { useMay } from '../../people/may.ts'
import { useWords } from '../../words/words.ts'
import classes from './home.module.css'
import { homeWords } from './home-words.ts'

type Need = { text: string; action: string; to: string; search?: Record<string, string>; icon: IconName }

/** What waits for somebody of this merchant. Where nothing does, nothing is shown. What lies below appears when that is known, so that nothing pushes it down. */
export function NeedsYou({ children }: { children: ReactNode }) {
  const { needs, isKnown } = useNeeds()
  return (
    <>
      {!isKnown && <Waiting rows={3} height={64} />}
      {needs.length > 0 && <Needs all={needs} />}
      {/* There already, though not to be seen: what it asks the service for does not wait. */}
      <div hidden={!isKnown}>
        <div className="stack">{children}</div>
      </div>
    </>
  )
}

function Needs({ all }: { all: Need[] }) {
  const words = useWords(homeWords)
  const { merchantId, environment } = useMerchant()
  return (
    <section className="stack tight" aria-label={words.needsYou}>
      <h2>{words.needsYou}</h2>
      <ul className={`card ${classes.needs}`}>
        {all.map(({ text, action, to, search, icon }) => (
          <li key={text}>
            <Icon name={icon} />
            <span>{text}</span>
            <Link
              to={`/m/${merchantId}/${environment}/${to}`}
              search={search ?? {}}
              {...buttonLook({ look: 'plain', size: 'small' })}
            >
              {action}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Each is asked for by those who may, and told to those who can do something about it. */
function useNeeds(): { needs: Need[]; isKnown: boolean } {
  const words = useWords(homeWords)
  const may = useMay()
  const { malipo, key, environment } = useMerchant()
  const questions = useQuery({
    queryKey: [...key, 'withdrawals', 'questions'],
    queryFn: async ({ signal }) =>
      await malipo.withdrawals.list({ status: 'INFO_REQUESTED', page_size: 20 }, { signal }),
    enabled: may('answerWithdrawalInfoRequest'),
  })
  const refunds = useQuery({
    queryKey: [...key, 'refunds', 'questions'],
    queryFn: async ({ signal }) =>
      await malipo.refunds.list({ status: 'INFO_REQUESTED', page_size: 20 }, { signal }),
    enabled: may('answerRefundInfoRequest'),
  })
  const batches = useQuery({
    queryKey: [...key, 'batches', 'questions'],
    queryFn: async ({ signal }) =>
      await malipo.batches.list({ status: 'INFO_REQUESTED', page_size: 20 }, { signal }),
    enabled: may('answerBatchInfoRequest'),
  })
  const webhooks = useQuery({
    queryKey: [...key, 'webhook-config'],
    queryFn: ({ signal }) => malipo.webhooks.getConfig({ signal }),
    enabled: may('changeWebhookConfig'),
  })
  const held = useQuery({
    queryKey: [...key, 'payments', 'held'],
    queryFn: async ({ signal }) =>
      await malipo.collections.list({ status: 'pending_clearance', page_size: 20 }, { signal }),
    enabled: may('listMerchantCollections'),
  })
  const merchant = useQuery({
    queryKey: [...key, 'merchant'],
    queryFn: ({ signal }) => malipo.merchants.get({ signal }),
    enabled: may('readMerchant') && environment === 'live',
  })
  const endpoint = webhooks.data?.endpoints.find((one) => one.environment === environment)
  const heldMany = held.data?.items.length ?? 0
  const toAnswer = (asked: { id: string }[] = [], place: string, text: (many: number) => string) =>
    asked.length > 0 && {
      text: text(asked.length),
      action: words.answer,
      icon: 'question' as const,
      to: asked.length === 1 ? `${place}/${asked[0]?.id}` : place,
      ...(asked.length > 1 && { search: { status: 'INFO_REQUESTED' } }),
    }
  const found: (Need | false)[] = [
    toAnswer(questions.data?.items, 'withdrawals', words.questions),
    toAnswer(refunds.data?.items, 'refunds', words.refundQuestions),
    toAnswer(batches.data?.items, 'batches', words.batchQuestions),
    endpoint !== undefined &&
      endpoint.status !== 'on' && {
        text: endpoint.status === 'off' ? words.switchedOff : words.failing,
        action: words.mend,
        icon: 'webhooks',
        to: 'webhooks',
      },
    heldMany > 0 && {
      text: words.heldPayments(heldMany),
      action: words.look,
      icon: 'eye',
      to: 'payments',
      search: { status: 'pending_clearance' },
    },
    merchant.data?.verification_status === 'unverified' && {
      text: words.unverified,
      action: words.verify,
      icon: 'shield',
      to: 'settings',
    },
  ]
  const isKnown = [questions, refunds, batches, webhooks, held, merchant].every(({ isLoading }) => !isLoading)
  return { needs: isKnown ? found.filter((one) => one !== false) : [], isKnown }
}
