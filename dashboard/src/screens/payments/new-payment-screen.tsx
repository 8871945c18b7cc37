import type { PaymentLink } from '@malipo/sdk'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useMerchant } from '../../frame/use-merchant.ts'
import { Segments } from '../../kit/choices.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { WayBack } from '../../parts/way-back.tsx'
import { useMay } from '../../people/may.ts'
import { useWords } from '../../words/words.ts'
import { LinkMade } from './link-made.tsx'
import { type How, NewPaymentForm } from './new-payment-form.tsx'
import { paymentsWords } from './payments-words.ts'

export default function NewPaymentScreen() {
  const words = useWords(paymentsWords)
  const may = useMay()
  const navigate = useNavigate()
  const { merchantId, environment } = useMerchant()
  const search = useSearch({ strict: false }) as Record<string, string | undefined>
  const [made, setMade] = useState<PaymentLink>()
  const ways = (
    [
      { value: 'phone', label: words.byPhone, needs: 'createUssdPushCollection' },
      { value: 'qr', label: words.byQr, needs: 'createDynamicQrCollection' },
      { value: 'link', label: words.byLink, needs: 'createPaymentLink' },
    ] as const
  ).filter(({ needs }) => may(needs))
  const how: How = ways.find(({ value }) => value === search.how)?.value ?? 'phone'
  const list = `/m/${merchantId}/${environment}/payments`
  return (
    <div className="stack" style={{ width: '100%', maxWidth: '34rem' }}>
      <PageHead
        title={environment === 'sandbox' ? words.newTestPayment : words.newPayment}
        above={<WayBack to={list}>{words.title}</WayBack>}
      />
      {made ? (
        <LinkMade link={made} onAnother={() => setMade(undefined)} />
      ) : (
        <div className="card stack">
          <Segments
            label={words.how}
            choices={ways}
            value={how}
            onChange={(value) => void navigate({ to: '.', search: { ...search, how: value }, replace: true })}
          />
          <NewPaymentForm
            // What one way was refused for says nothing about another.
            key={how}
            how={how}
            begin={search}
            onAsked={(id) => void navigate({ to: `${list}/${id}` })}
            onLink={setMade}
          />
        </div>
      )}
    </div>
  )
}
