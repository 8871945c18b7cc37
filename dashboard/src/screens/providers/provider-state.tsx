import type { ProviderStanding } from '@malipo/sdk'
import { Badge, type Tone } from '../../parts/badge.tsx'
import { useWords } from '../../words/words.ts'
import { providersWords } from './providers-words.ts'

const toneOf: Record<ProviderStanding['state'], Tone> = { on: 'paid', draining: 'checked', paused: 'failed' }

export function ProviderState({ of: { state } }: { of: Pick<ProviderStanding, 'state'> }) {
  const words = useWords(providersWords)
  return <Badge tone={toneOf[state]}>{words.states[state]}</Badge>
}
