import type { TillPayment } from '@malipo/sdk'
import { useEffect } from 'react'
import { Button, buttonLook } from '../../kit/button.tsx'
import { Icon, type IconName } from '../../kit/icon.tsx'
import { formatMoney, formatPhone } from '../../parts/format.ts'
import { QrCode } from '../../parts/qr-code.tsx'
import { useWords } from '../../words/words.ts'
import classes from './till.module.css'
import { tillWords } from './till-words.ts'
import { sound } from './tones.ts'
import type { Open } from './use-order.ts'

type Shown = { tone: string; icon: IconName; title: string; text: string }
type Props = { open: Open; onNext(): void; onAgain(): void }

/** One unmistakable thing: what to do with the goods. It fills the screen, sounds when it is over, and is read out. */
export function Outcome({ open, onNext, onAgain }: Props) {
  const words = useWords(tillWords)
  const { order, standing, hasLine, payment, code } = open
  const { tone, icon, title, text } = useShown(open)
  const isOver = /^(paid|failed|returned)$/.test(standing)
  useEffect(() => {
    if (standing === 'paid') sound('paid')
    if (standing === 'failed' || standing === 'returned') sound('failed')
  }, [standing])
  const showsCode = code !== undefined && standing === 'waiting' && hasLine
  return (
    <div className={classes.outcome} data-tone={tone}>
      <p className={classes.above}>{formatMoney(order.amount)}</p>
      {showsCode ? (
        <div className={classes.code}>
          <QrCode text={code} label={words.scan} size={640} />
        </div>
      ) : (
        <span className={classes.sign}>
          <Icon name={icon} size={96} />
        </span>
      )}
      <div role="status" aria-live="assertive" className={classes.said}>
        <h2>{title}</h2>
        <p>{text}</p>
      </div>
      <p className="small">
        {words.reference}: <span className="mono">{order.reference}</span>
      </p>
      <div className={classes.choices}>
        {standing === 'failed' && (
          <Button size="large" look="plain" icon="refresh" onClick={onAgain}>
            {words.tryAgain}
          </Button>
        )}
        {standing === 'paid' && <Receipt payment={payment} />}
        {standing !== 'sending' && (
          <Button size="large" look={isOver ? 'main' : 'plain'} onClick={onNext}>
            {isOver ? words.next : words.leave}
          </Button>
        )}
      </div>
    </div>
  )
}

function Receipt({ payment }: { payment: TillPayment | undefined }) {
  const words = useWords(tillWords)
  if (!payment?.receipt_url) return null
  return (
    <a
      {...buttonLook({ look: 'plain', size: 'large' })}
      href={payment.receipt_url}
      target="_blank"
      rel="noreferrer"
    >
      <Icon name="print" />
      {words.receipt}
    </a>
  )
}

function useShown({ order, standing, hasLine, payment, code }: Open): Shown {
  const words = useWords(tillWords)
  const isOver = /^(paid|failed|returned)$/.test(standing)
  if (!hasLine && !isOver)
    return { tone: 'unknown', icon: 'question', title: words.noLine, text: words.noLineText }
  switch (standing) {
    case 'sending':
      return { tone: 'waiting', icon: 'clock', title: words.sending, text: '' }
    case 'waiting':
      if (code !== undefined) return { tone: 'waiting', icon: 'qr', title: words.scan, text: words.scanText }
      return {
        tone: 'waiting',
        icon: 'clock',
        title: words.waiting,
        text: words.waitingText(phoneOf(order.phone)),
      }
    case 'no_answer':
      return { tone: 'unknown', icon: 'question', title: words.noAnswer, text: words.noAnswerText }
    case 'paid':
      return { tone: 'paid', icon: 'check', title: words.paid, text: words.paidText }
    case 'held':
      return { tone: 'checked', icon: 'eye', title: words.held, text: words.heldText }
    case 'failed':
      return {
        tone: 'failed',
        icon: 'cross',
        title: words.failed,
        text: words.reasons[payment?.failure_code ?? 'refused'],
      }
    case 'returned':
      return { tone: 'failed', icon: 'back', title: words.returned, text: '' }
  }
}

function phoneOf(phone: string | null): string {
  return phone === null ? '' : formatPhone(phone.replace(/^0/, '255'))
}
