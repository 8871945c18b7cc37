import type { PaymentLink } from '@malipo/sdk'
import { Link, useParams } from '@tanstack/react-router'
import { useMerchant } from '../../frame/use-merchant.ts'
import { buttonLook } from '../../kit/button.tsx'
import { Icon } from '../../kit/icon.tsx'
import { MetadataCard } from '../../metadata/metadata-card.tsx'
import { Beside } from '../../parts/beside.tsx'
import { ByWhatsApp } from '../../parts/by-whatsapp.tsx'
import { Copyable } from '../../parts/copyable.tsx'
import { formatMoney } from '../../parts/format.ts'
import { NotYet } from '../../parts/not-yet.tsx'
import { Notice } from '../../parts/notice.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { QrCode } from '../../parts/qr-code.tsx'
import { WayBack } from '../../parts/way-back.tsx'
import { useWords } from '../../words/words.ts'
import { PaymentsFor } from '../payments/payments-for.tsx'
import { LinkFacts } from './link-facts.tsx'
import { linksWords } from './links-words.ts'
import { OpenOrClose } from './open-or-close.tsx'
import { useLink } from './use-link.ts'

export default function LinkScreen() {
  const words = useWords(linksWords)
  const { merchantId, environment, malipo } = useMerchant()
  const { linkId = '' } = useParams({ strict: false })
  const { data: link, error, refetch } = useLink(linkId)
  const above = <WayBack to={`/m/${merchantId}/${environment}/links`}>{words.title}</WayBack>
  if (!link) return <NotYet title={words.link} above={above} of={{ error, refetch }} />
  return (
    <>
      <PageHead title={link.description ?? words.link} above={above}>
        <OpenOrClose of={link} />
      </PageHead>
      <Stands of={link} />
      {link.status === 'ACTIVE' && <Share of={link} />}
      <Beside
        aside={
          <div className="stack">
            <LinkFacts of={link} />
            <MetadataCard
              of={link.metadata}
              power="changePaymentLink"
              save={(metadata) => malipo.paymentLinks.update(link.id, { metadata })}
            />
          </div>
        }
      >
        <h2>{words.payments}</h2>
        <PaymentsFor query={{ payment_link_id: link.id }} label={words.payments} none={words.noPayments} />
      </Beside>
    </>
  )
}

/** Why it takes no money, where it does not. */
function Stands({ of: { status } }: { of: PaymentLink }) {
  const words = useWords(linksWords)
  if (status === 'PAID') return <Notice tone="paid">{words.done}</Notice>
  if (status === 'INACTIVE') return <Notice tone="quiet">{words.closed}</Notice>
  if (status === 'EXPIRED') return <Notice tone="quiet">{words.expired}</Notice>
  return null
}

/** To send it, show it, or hang it up. */
function Share({ of: link }: { of: PaymentLink }) {
  const words = useWords(linksWords)
  const { merchantId, environment, name } = useMerchant()
  const ask = link.amount ? words.shareAmount(formatMoney(link.amount, link.currency)) : words.shareOpen
  const text = words.share(name, link.description ? `${link.description}, ${ask}` : ask, link.public_url)
  return (
    <section className="card row" aria-label={words.link} style={{ alignItems: 'start' }}>
      <div style={{ flex: '0 1 10rem' }}>
        <QrCode text={link.public_url} label={words.poster} size={160} />
      </div>
      <div className="stack" style={{ flex: '1 1 16rem', minWidth: 0 }}>
        <Copyable text={link.public_url} label={words.link} />
        <div className="row">
          <ByWhatsApp text={text} />
          <Link
            to={`/m/${merchantId}/${environment}/links/${link.id}/poster`}
            {...buttonLook({ look: 'plain' })}
          >
            <Icon name="qr" />
            {words.poster}
          </Link>
        </div>
      </div>
    </section>
  )
}
