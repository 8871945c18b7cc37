import type { TodayFigures } from '@malipo/sdk'
import { Money } from '../../parts/money.tsx'
import { useWords } from '../../words/words.ts'
import classes from './home.module.css'
import { homeWords } from './home-words.ts'

export function Today({ today, currency }: { today: TodayFigures; currency: string }) {
  const words = useWords(homeWords)
  return (
    <section className="stack tight">
      <h2>{words.today}</h2>
      <dl className={classes.tiles}>
        <div className="card" data-first="true">
          <dt className="muted">{words.paidToday}</dt>
          <dd>
            <Money amount={today.paid_amount} currency={currency} />
          </dd>
          <dd className="muted small">{words.payments(today.paid_count)}</dd>
        </div>
        <div className="card">
          <dt className="muted">{words.failedToday}</dt>
          <dd>{today.failed_count}</dd>
        </div>
        <div className="card">
          <dt className="muted">{words.waitingNow}</dt>
          <dd>{today.waiting}</dd>
        </div>
      </dl>
    </section>
  )
}
