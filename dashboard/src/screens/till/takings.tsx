import type { Till, TillStanding } from '@malipo/sdk'
import { Badge, type Tone } from '../../parts/badge.tsx'
import { formatPhone, formatTime } from '../../parts/format.ts'
import { Money } from '../../parts/money.tsx'
import { useWords } from '../../words/words.ts'
import classes from './till.module.css'
import { tillWords } from './till-words.ts'

const toneOf: Record<TillStanding, Tone> = {
  waiting: 'waiting',
  no_answer: 'unknown',
  paid: 'paid',
  held: 'checked',
  failed: 'failed',
  returned: 'reversed',
}

/** What this person took today, newest first. */
export function Takings({ till }: { till: Till }) {
  const words = useWords(tillWords)
  return (
    <div className="stack">
      {till.totals.map(({ currency, paid }) => (
        <div key={currency} className="row apart">
          <strong className={classes.sum}>
            <Money amount={paid.amount} currency={currency} />
          </strong>
          <span className="muted">{words.taken(paid.count)}</span>
        </div>
      ))}
      {till.payments.length === 0 && <p className="muted">{words.nothingToday}</p>}
      <ul className={classes.takings}>
        {till.payments.map((payment) => (
          <li key={payment.id}>
            <span>{formatTime(new Date(payment.created_at))}</span>
            <span>
              <strong>
                <Money amount={payment.amount} currency={payment.currency} />
              </strong>
              <span className="small muted">
                {payment.customer_phone ? formatPhone(payment.customer_phone) : 'QR'} ·{' '}
                {payment.merchant_reference}
              </span>
            </span>
            <span>
              <Badge tone={toneOf[payment.standing]}>{words.standings[payment.standing]}</Badge>
              {payment.receipt_url && payment.standing === 'paid' && (
                <a href={payment.receipt_url} target="_blank" rel="noreferrer">
                  {words.receipt}
                </a>
              )}
            </span>
          </li>
        ))}
      </ul>
    </div>
  )
}
