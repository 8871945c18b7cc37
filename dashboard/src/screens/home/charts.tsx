import type { DayFigures, FailureFigures, NetworkFigures } from '@malipo/sdk'
import { failureWords } from '../../parts/failure-words.ts'
import { formatDay, formatMoney } from '../../parts/format.ts'
import { useLanguage, useWords } from '../../words/words.ts'
import { ChartFrame } from './chart-frame.tsx'
import { formatShare, heightsOf } from './heights-of.ts'
import classes from './home.module.css'
import { homeWords } from './home-words.ts'

const [width, height] = [600, 140]

/** The rhythm of the business: one bar for each day. */
export function PaidChart({ days, currency }: { days: DayFigures[]; currency: string }) {
  const words = useWords(homeWords)
  const language = useLanguage()
  const heights = heightsOf(days.map(({ paid_amount }) => paid_amount))
  const nameOf = (day: string) => formatDay(new Date(`${day}T09:00:00Z`), language)
  const step = width / Math.max(1, days.length)
  const [first, last] = [days[0], days.at(-1)]
  const most = days[heights.indexOf(1)]
  return (
    <ChartFrame
      title={words.paidPerDay}
      heads={[words.day, words.count, words.amount]}
      rows={days.map(({ day, paid_count, paid_amount }) => [
        nameOf(day),
        String(paid_count),
        formatMoney(paid_amount, currency),
      ])}
      empty={days.every(({ paid_count }) => paid_count === 0) && words.noneEnded}
    >
      <div>
        <div className="muted small" aria-hidden="true">
          {most && formatMoney(most.paid_amount, currency)}
        </div>
        <svg
          className={classes.bars}
          viewBox={`0 0 ${width} ${height}`}
          preserveAspectRatio="none"
          role="img"
          aria-label={`${words.paidPerDay}, ${words.lastDays}`}
        >
          <path d={`M0 ${height}H${width}`} className={classes.ground} />
          {days.map(({ day, paid_amount, paid_count }, at) => {
            const high = Math.max(paid_count > 0 ? 2 : 0, (heights[at] ?? 0) * (height - 4))
            return (
              <g key={day}>
                <title>{`${nameOf(day)}: ${formatMoney(paid_amount, currency)}`}</title>
                {/* As wide and high as the picture, so that one need not hit the bar. */}
                <rect x={at * step} y={0} width={step} height={height} fill="transparent" />
                <rect
                  x={at * step + step * 0.15}
                  y={height - high}
                  width={step * 0.7}
                  height={high}
                  className={classes.bar}
                />
              </g>
            )
          })}
        </svg>
        <div className="row apart muted small" aria-hidden="true">
          <span>{first && nameOf(first.day)}</span>
          <span>{last && nameOf(last.day)}</span>
        </div>
      </div>
    </ChartFrame>
  )
}

/** Whether a network is down: how many of those that ended were paid, and of how many that is said. */
export function NetworkChart({ networks }: { networks: NetworkFigures[] }) {
  const words = useWords(homeWords)
  const rows = networks.map(({ network, ...figures }) => ({
    name: network ?? words.otherNetwork,
    ...figures,
  }))
  return (
    <ChartFrame
      title={words.byNetwork}
      heads={[words.network, words.successful, words.ended, words.share]}
      rows={rows.map(({ name, successful, ended, share }) => [
        name,
        String(successful),
        String(ended),
        formatShare(share),
      ])}
      empty={rows.length === 0 && words.noneEnded}
    >
      <ul className={classes.lines}>
        {rows.map(({ name, successful, ended, share }) => (
          <BarLine
            key={name}
            name={name}
            share={share}
            says={words.ofEnded(formatShare(share), successful, ended)}
          />
        ))}
      </ul>
    </ChartFrame>
  )
}

/** What to mend: why payments failed, the most frequent first. */
export function FailureChart({ failures }: { failures: FailureFigures[] }) {
  const words = useWords(homeWords)
  const reasons = useWords(failureWords)
  const most = Math.max(1, ...failures.map(({ count }) => count))
  return (
    <ChartFrame
      title={words.whyFailed}
      heads={[words.reason, words.count]}
      rows={failures.map(({ failure_code, count }) => [reasons[failure_code], String(count)])}
      empty={failures.length === 0 && words.noneFailed}
    >
      <ul className={classes.lines}>
        {failures.map(({ failure_code, count }) => (
          <BarLine
            key={failure_code}
            name={reasons[failure_code]}
            share={count / most}
            says={String(count)}
            isTrouble
          />
        ))}
      </ul>
    </ChartFrame>
  )
}

type LineProps = { name: string; share: number; says: string; isTrouble?: boolean }

function BarLine({ name, share, says, isTrouble = false }: LineProps) {
  return (
    <li>
      <div className="row apart">
        <span>{name}</span>
        <span className="number">{says}</span>
      </div>
      <svg viewBox="0 0 100 1" preserveAspectRatio="none" className={classes.line} aria-hidden="true">
        <rect width="100" height="1" className={classes.lineGround} />
        <rect width={share * 100} height="1" className={isTrouble ? classes.lineTrouble : classes.bar} />
      </svg>
    </li>
  )
}
