import type { PaymentLink } from '@malipo/sdk'
import { Link } from '@tanstack/react-router'
import { useMerchant } from '../../frame/use-merchant.ts'
import { Button, buttonLook } from '../../kit/button.tsx'
import { Copyable } from '../../parts/copyable.tsx'
import { Money } from '../../parts/money.tsx'
import { QrCode } from '../../parts/qr-code.tsx'
import { useWords } from '../../words/words.ts'
import { paymentsWords } from './payments-words.ts'

/** A link that was just made: to send, or to be scanned. */
export function LinkMade({ link, onAnother }: { link: PaymentLink; onAnother(): void }) {
  const words = useWords(paymentsWords)
  const { merchantId, environment } = useMerchant()
  return (
    <section className="card stack" role="status" style={{ alignItems: 'center', textAlign: 'center' }}>
      <h2>{words.linkMade}</h2>
      {link.amount && (
        <strong className="sum">
          <Money amount={link.amount} currency={link.currency} />
        </strong>
      )}
      <QrCode text={link.public_url} label={words.linkMade} size={240} />
      <Copyable text={link.public_url} label={words.link} />
      <p className="muted">{words.linkOnce}</p>
      <div className="row">
        <Button look="plain" onClick={onAnother}>
          {words.another}
        </Button>
        <Link to={`/m/${merchantId}/${environment}/links`} {...buttonLook({ look: 'quiet' })}>
          {words.toLinks}
        </Link>
      </div>
    </section>
  )
}
