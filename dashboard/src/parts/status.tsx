import { useWords } from '../words/words.ts'
import { Badge, type Tone } from './badge.tsx'
import { statusWords } from './status-words.ts'

/** The states of collections and withdrawals, in whichever spelling the service uses, by how they are shown. */
const toneOf: Record<string, Tone> = {
  created: 'waiting',
  processing: 'waiting',
  pending: 'waiting',
  pending_clearance: 'checked',
  successful: 'paid',
  failed: 'failed',
  reversed: 'reversed',
}

export type StatusKind = keyof typeof statusWords.en

/** A state as a word with a picture. `kind` says of what: one word may mean different things to different eyes. */
export function Status({
  of: kind,
  status,
  isUnknown = false,
}: {
  of: StatusKind
  status: string
  isUnknown?: boolean
}) {
  const words = useWords(statusWords)
  if (isUnknown) return <Badge tone="unknown">{words.noAnswer}</Badge>
  const known = (words[kind] as Record<string, readonly [Tone, string]>)[status]
  return <Badge tone={known?.[0] ?? toneOf[status] ?? 'waiting'}>{known?.[1] ?? status}</Badge>
}
