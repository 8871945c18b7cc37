import type { RowsByStatus } from '@malipo/sdk'
import { useWords } from '../../words/words.ts'
import classes from './batches.module.css'
import { batchesWords } from './batches-words.ts'
import { rowsEnded } from './rows-ended.ts'

/** How far a batch is: a bar, and the same in words. */
export function RowsProgress({ rows, all }: { rows: RowsByStatus; all: number }) {
  const words = useWords(batchesWords)
  const ended = rowsEnded(rows)
  return (
    <span className={classes.progress}>
      <progress value={ended} max={all} aria-label={words.progress} />
      <span className="small">{words.ended(ended, all)}</span>
    </span>
  )
}
