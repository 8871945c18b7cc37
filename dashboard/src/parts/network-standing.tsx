import type { NetworkLimits, NetworkStatus } from '@malipo/sdk'
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

type Standing = Pick<NetworkLimits, 'status' | 'since' | 'note'>

/** How a network does in one direction; while something is wrong, since when and why. */
export function ShowStanding({ of: { status, since, note } }: { of: Standing }) {
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

type Standings = Record<'collections' | 'payouts' | 'refunds', Pick<Standing, 'status'> | null>

/** What is told first: trouble before all that goes well, and what is known before what is not. */
const inOrder: readonly NetworkStatus[] = ['down', 'slow', 'up', 'unknown']

/** How a network does on the whole, in one word. */
export function NetworkGist({ of: { collections, payouts, refunds } }: { of: Standings }) {
  const words = useWords(networkWords)
  const told = inOrder.find((status) => [collections, payouts, refunds].some((one) => one?.status === status))
  return told === undefined ? null : <Badge tone={toneOfNetwork[told]}>{words.statuses[told]}</Badge>
}
