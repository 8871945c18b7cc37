import type { MerchantCollection } from '@malipo/sdk'
import { useMerchant } from '../../frame/use-merchant.ts'
import { formatPhone } from '../../parts/format.ts'
import { isUnanswered } from '../../parts/is-unanswered.ts'
import { networkOf } from '../../parts/network-of.ts'
import { Notice } from '../../parts/notice.tsx'
import { QrCode } from '../../parts/qr-code.tsx'
import { formatLength } from '../../timeline/silences.ts'
import { useNow } from '../../timeline/use-now.ts'
import { useLanguage, useWords } from '../../words/words.ts'
import { paymentsWords } from './payments-words.ts'

/** What whoever asked for the money does meanwhile. What has ended is told by the summary and the timeline. */
export function PaymentOutcome({ payment }: { payment: MerchantCollection }) {
  if (payment.status !== 'processing') return null
  if (payment.method === 'DYNAMIC_QR') return payment.qr_payload ? <Code payment={payment} /> : null
  return payment.customer_phone ? <OnThePhone payment={payment} phone={payment.customer_phone} /> : null
}

function OnThePhone({ payment, phone }: { payment: MerchantCollection; phone: string }) {
  const words = useWords(paymentsWords)
  const { merchantId, environment } = useMerchant()
  // Looked at each second, because it changes without anybody telling.
  const isUnknown = isUnanswered(payment, useNow())
  const handset = environment === 'sandbox' && (
    <p className="not-printed">
      <a href={`/simulator?merchant=${merchantId}&phones=${phone}`} target="_blank" rel="noreferrer">
        {words.onHandset}
      </a>
    </p>
  )
  if (isUnknown)
    return (
      <Notice tone="unknown">
        <strong>{words.noAnswer}</strong>
        <p>{words.noAnswerWhy}</p>
        {handset}
      </Notice>
    )
  return (
    <Notice tone="waiting">
      <strong>{words.asked(formatPhone(phone))}</strong>
      <p>
        {words.enterPin(networkOf(phone) ?? '')} {words.updatesItself}
      </p>
      <p className="small">{words.noRequest}</p>
      {handset}
    </Notice>
  )
}

function Code({ payment }: { payment: MerchantCollection }) {
  const words = useWords(paymentsWords)
  const language = useLanguage()
  const now = useNow()
  const ends = payment.qr_expires_at ?? payment.expires_at
  const leftMs = ends ? Date.parse(ends) - now : undefined
  if (leftMs !== undefined && leftMs <= 0)
    return (
      <Notice tone="unknown">
        <strong>{words.codeOver}</strong>
        <p>{words.noAnswerWhy}</p>
      </Notice>
    )
  return (
    <section className="card stack" style={{ alignItems: 'center', textAlign: 'center' }}>
      <h2>{words.scan}</h2>
      <QrCode text={payment.qr_payload ?? ''} label={words.scan} size={360} />
      <p>
        {words.scanWith} {words.updatesItself}
      </p>
      {leftMs !== undefined && <p className="muted">{words.timeLeft(formatLength(leftMs, language))}</p>}
    </section>
  )
}
