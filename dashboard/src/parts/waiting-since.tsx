import { useEffect, useState } from 'react'
import { useLanguage } from '../words/words.ts'
import { waitedFor } from './waited.ts'

/** How long something has waited by now; the exact instant shows on hover. */
export function WaitingSince({ at }: { at: string }) {
  const language = useLanguage()
  const [now, setNow] = useState(() => new Date())
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), 30_000)
    return () => clearInterval(timer)
  }, [])
  return (
    <time dateTime={at} title={at} style={{ whiteSpace: 'nowrap' }}>
      {waitedFor(new Date(at), language, now)}
    </time>
  )
}
