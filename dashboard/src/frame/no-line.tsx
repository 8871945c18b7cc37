import { useIsOnline } from '../kit/use-is-online.ts'
import { Notice } from '../parts/notice.tsx'
import { useWords } from '../words/words.ts'
import { frameWords } from './frame-words.ts'

/** Whoever reads a list without a connection reads what was true before, or waits for rows that do not come. */
export function NoLine() {
  const words = useWords(frameWords)
  if (useIsOnline()) return null
  return <Notice tone="unknown">{words.noLine}</Notice>
}
