import { useLanguage } from '../words/words.ts'
import { formatDay, formatInstant } from './format.ts'

/** A time in Dar es Salaam; the exact instant shows on hover. */
export function When({ at, only }: { at: string | null | undefined; only?: 'day' }) {
  const language = useLanguage()
  if (!at) return <span className="muted">–</span>
  const instant = new Date(at)
  const text = only === 'day' ? formatDay(instant, language) : formatInstant(instant, language)
  return (
    <time dateTime={at} title={at} style={{ whiteSpace: 'nowrap' }}>
      {text}
    </time>
  )
}
