import type { Reconciliation } from '@malipo/sdk'
import { Badge, type Tone } from '../../parts/badge.tsx'
import { useWords } from '../../words/words.ts'
import { differencesOf } from './differences-of.ts'
import { reconciliationWords } from './reconciliation-words.ts'

/** Whether both books agree, as far as it is known. */
export function RunState({ of: run }: { of: Reconciliation }) {
  const words = useWords(reconciliationWords)
  const [tone, word] = stateOf(run, words)
  return <Badge tone={tone}>{word}</Badge>
}

function stateOf(run: Reconciliation, words: typeof reconciliationWords.en): [Tone, string] {
  if (run.status === 'waiting') return ['waiting', words.waiting]
  if (run.status === 'failed') return ['failed', words.failed]
  const differences = differencesOf(run.counts)
  return differences === 0 ? ['paid', words.agree] : ['checked', words.differ(differences)]
}
