import { partWords } from '../parts/part-words.ts'
import { useWords } from '../words/words.ts'
import classes from './kit.module.css'

/** The place of something that is being loaded: as high as it will be, so that nothing jumps. */
export function Waiting({ rows = 1, height = 44 }: { rows?: number; height?: number }) {
  const words = useWords(partWords)
  return (
    <div className="stack tight" role="status" aria-label={words.loading}>
      {Array.from({ length: rows }, (_, at) => at).map((at) => (
        <span key={at} className={classes.waiting} style={{ height }} />
      ))}
    </div>
  )
}
