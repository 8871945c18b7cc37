import { useWords } from '../words/words.ts'
import { formatAge } from './format-age.ts'
import { partWords } from './part-words.ts'

/** How long ago something began, roughly; the exact instant shows on hover. */
export function Age({ since }: { since: string }) {
  const words = useWords(partWords)
  return (
    <time dateTime={since} title={since} className="money">
      {formatAge(Date.now() - Date.parse(since), words)}
    </time>
  )
}
