import type { FiscalStatus } from '@malipo/sdk'
import { Badge, type Tone } from '../../parts/badge.tsx'
import { useWords } from '../../words/words.ts'
import { fiscalWords } from './fiscal-words.ts'

const tones: Record<FiscalStatus, Tone> = {
  OFF: 'quiet',
  QUEUED: 'waiting',
  ISSUED: 'paid',
  FAILED: 'failed',
}

export function FiscalBadge({ status }: { status: FiscalStatus }) {
  const words = useWords(fiscalWords)
  return <Badge tone={tones[status]}>{words.states[status]}</Badge>
}
