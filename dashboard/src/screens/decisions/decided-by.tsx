import { formatTime } from '../../parts/format.ts'
import { When } from '../../parts/when.tsx'
import { useWords } from '../../words/words.ts'
import { decisionWords } from './decision-words.ts'
import { Notice } from './notice.tsx'

type Decided = { by: string; at: string } | undefined

/** Who decided, and when. Whoever came second reads the same as whoever looks later. */
export function DecidedBy({ last, isLate = false }: { last: Decided; isLate?: boolean }) {
  const words = useWords(decisionWords)
  if (!last) return null
  return (
    <Notice tone={isLate ? 'look' : 'plain'}>
      <strong>{words.decidedBy(last.by, formatTime(new Date(last.at)))}</strong>
      <When at={last.at} />
    </Notice>
  )
}
