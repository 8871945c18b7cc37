import type { NetworkStanding, NetworkStatus } from '@malipo/sdk'
import { useWords } from '../words/words.ts'
import { Badge, type Tone } from './badge.tsx'
import { networkWords } from './network-words.ts'
import { When } from './when.tsx'

export const toneOfNetwork: Record<NetworkStatus, Tone> = {
  up: 'paid',
  slow: 'checked',
  down: 'failed',
  unknown: 'unknown',
}

/** How a network does in one direction; while something is wrong, since when and why. */
export function ShowStanding({ of: { status, since, note } }: { of: NetworkStanding }) {
  const words = useWords(networkWords)
  const isWrong = status === 'slow' || status === 'down'
  return (
    <span className="stack tight">
      {/* As wide as its word, not as its column. */}
      <span>
        <Badge tone={toneOfNetwork[status]}>{words.statuses[status]}</Badge>
      </span>
      {isWrong && since && (
        <span className="small muted">
          {words.since} <When at={since} />
        </span>
      )}
      {note && <span className="small">{note}</span>}
    </span>
  )
}
