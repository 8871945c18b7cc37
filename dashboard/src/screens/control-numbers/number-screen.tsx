import type { ControlNumber } from '@malipo/sdk'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useMerchant } from '../../frame/use-merchant.ts'
import { Beside } from '../../parts/beside.tsx'
import { ByWhatsApp } from '../../parts/by-whatsapp.tsx'
import { Copyable } from '../../parts/copyable.tsx'
import { formatMoney, formatNumber } from '../../parts/format.ts'
import { NotYet } from '../../parts/not-yet.tsx'
import { Notice } from '../../parts/notice.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { WayBack } from '../../parts/way-back.tsx'
import { useMay } from '../../people/may.ts'
import { useWords } from '../../words/words.ts'
import { PaymentsFor } from '../payments/payments-for.tsx'
import { CancelNumber } from './cancel-number.tsx'
import { NumberFacts } from './number-facts.tsx'
import { numbersWords } from './numbers-words.ts'
import { PayTestBill } from './pay-test-bill.tsx'

export default function NumberScreen() {
  const words = useWords(numbersWords)
  const may = useMay()
  const { merchantId, environment, malipo, key } = useMerchant()
  const { numberId = '' } = useParams({ strict: false })
  const { data, error, refetch } = useQuery({
    queryKey: [...key, 'control-numbers', numberId],
    queryFn: ({ signal }) => malipo.controlNumbers.get(numberId, { signal }),
  })
  const above = <WayBack to={`/m/${merchantId}/${environment}/control-numbers`}>{words.title}</WayBack>
  if (!data) return <NotYet title={words.number} above={above} of={{ error, refetch }} />
  const isOpen = data.status === 'ACTIVE'
  return (
    <>
      <PageHead title={formatNumber(data.number)} above={above}>
        {isOpen && <CancelNumber of={data} />}
      </PageHead>
      <Stands of={data} />
      {isOpen && <Share of={data} />}
      <Beside
        aside={
          <div className="stack">
            <NumberFacts of={data} />
            {environment === 'sandbox' && may('paySandboxBill') && <PayTestBill of={data} />}
          </div>
        }
      >
        <h2>{words.payments}</h2>
        <PaymentsFor query={{ control_number_id: data.id }} label={words.payments} none={words.noPayments} />
      </Beside>
    </>
  )
}

/** Why it takes no money, where it does not. */
function Stands({ of: { status } }: { of: ControlNumber }) {
  const words = useWords(numbersWords)
  if (status === 'PAID') return <Notice tone="paid">{words.done}</Notice>
  if (status === 'EXPIRED') return <Notice tone="quiet">{words.expired}</Notice>
  if (status === 'CANCELLED') return <Notice tone="quiet">{words.cancelled}</Notice>
  return null
}

/** To read it out, copy it, or send it to whoever is to pay. */
function Share({ of: { number, amount, currency, description, payment_mode: mode } }: { of: ControlNumber }) {
  const words = useWords(numbersWords)
  const { name } = useMerchant()
  const asked = amount !== null && mode === 'EXACT' ? formatMoney(amount, currency) : null
  const text = words.share(name, [description, asked].filter(Boolean).join(', '), number)
  return (
    <section className="card stack tight" aria-label={words.number}>
      {/* With large letters it stays within a phone. */}
      <strong style={{ fontSize: 'min(var(--text-20), 6vw)' }}>
        <Copyable text={number} shown={formatNumber(number)} label={words.number} />
      </strong>
      <p className="muted">{words.how}</p>
      <div className="row">
        <ByWhatsApp text={text} />
      </div>
    </section>
  )
}
