import type { DisbursementBatchWithHistory } from '@malipo/sdk'
import { Link, useSearch } from '@tanstack/react-router'
import { Notice } from '../../parts/notice.tsx'
import { Status } from '../../parts/status.tsx'
import { statusWords } from '../../parts/status-words.ts'
import { tellPause } from '../../parts/tell-pause.ts'
import { useLanguage, useWords } from '../../words/words.ts'
import { batchWords } from './batch-words.ts'
import classes from './batches.module.css'
import { countsOf } from './rows-ended.ts'
import { RowsProgress } from './rows-progress.tsx'
import { isRunning } from './use-batch.ts'

type Props = { of: DisbursementBatchWithHistory }

/** One sentence: what is true, and what comes next; and what was said about it. */
export function BatchStands({ of }: Props) {
  const words = useWords(batchWords)
  const language = useLanguage()
  const { batch: statuses } = useWords(statusWords)
  const { status, history, by_status: rows, row_count: all } = of
  const last = history.at(-1)
  const isCancelled = status === 'REJECTED' && last?.source === 'merchant'
  const why = (status === 'REJECTED' && !isCancelled) || status === 'PAUSED' ? last?.note : null
  // That all have ended is no good news where somebody was not paid.
  const tone = status === 'DONE' && rows.SUCCESS !== all ? 'waiting' : statuses[status][0]
  return (
    <Notice tone={tone}>
      <p>{isCancelled ? words.cancelled : sentenceOf(of, words)}</p>
      {why && <p>{tellPause(why, language)}</p>}
    </Notice>
  )
}

function sentenceOf(
  { status, by_status: rows, row_count: all, approve_rows: isByRow }: Props['of'],
  words: (typeof batchWords)['en'],
) {
  if (status === 'PROCESSING' && (rows.PENDING_ADMIN_APPROVAL ?? 0) > 0) {
    return isByRow ? words.rowByRow : words.someByThemselves
  }
  return status === 'DONE' && rows.SUCCESS === all ? words.allPaid : words.stands[status]
}

/** How far it is, and how many rows are in each state; each leads to those rows. */
export function BatchProgress({ of: { status, by_status: rows, row_count: all } }: Props) {
  const words = useWords(batchWords)
  const { status: chosen } = useSearch({ strict: false }) as { status?: string }
  return (
    <section className="card stack tight" aria-label={words.progress}>
      <h2>{words.progress}</h2>
      <RowsProgress rows={rows} all={all} />
      {isRunning(status) && <p className="small muted">{words.follows}</p>}
      <ul className={classes.counts}>
        {countsOf(rows).map(({ status: state, count }) => (
          <li key={state}>
            <Link
              to="."
              search={chosen === state ? {} : { status: state }}
              aria-current={chosen === state}
              resetScroll={false}
            >
              <Status of="withdrawal" status={state} isUnknown={state === 'NEEDS_RECONCILIATION'} />
              <strong>{count}</strong>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
