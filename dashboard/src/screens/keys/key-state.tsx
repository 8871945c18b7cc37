import type { ApiKey } from '@malipo/sdk'
import { Badge } from '../../parts/badge.tsx'
import { When } from '../../parts/when.tsx'
import { useWords } from '../../words/words.ts'
import { keysWords } from './keys-words.ts'

/** Whether a key still opens anything. */
export function isOver({ revoked_at, expires_at }: ApiKey, now = Date.now()): boolean {
  return revoked_at !== null || (expires_at !== null && Date.parse(expires_at) <= now)
}

export function KeyState({ of: key }: { of: ApiKey }) {
  const words = useWords(keysWords)
  if (key.revoked_at !== null) return <Badge tone="failed">{words.revoked}</Badge>
  if (isOver(key)) return <Badge tone="quiet">{words.ended}</Badge>
  if (key.expires_at === null) return <Badge tone="paid">{words.works}</Badge>
  return (
    <span className="row">
      <Badge tone="waiting">{words.worksUntil}</Badge>
      <When at={key.expires_at} />
    </span>
  )
}
