import type { BatchRowWarning, BatchRowWarningKind } from '@malipo/sdk'
import { useLanguage, useWords } from '../../words/words.ts'
import classes from './batches.module.css'
import { FoundRows } from './found-rows.tsx'
import { foundWords, tellWarning } from './row-warning-words.ts'

/** What matters most stands first. */
const kinds: readonly BatchRowWarningKind[] = [
  'blocked',
  'under_review',
  'name_differs',
  'twice',
  'paid_lately',
  'cooling',
  'new',
]

/** What is worth a second look, a kind at a time: that thirty people are new is one thing to know, not thirty. */
export function RowWarnings({ of }: { of: readonly BatchRowWarning[] }) {
  const words = useWords(foundWords)
  const language = useLanguage()
  return kinds.map((kind) => {
    const rows = of.filter((one) => one.kind === kind)
    if (rows.length === 0) return null
    const label = words.countOf(words.kinds[kind], rows.length)
    return (
      <details key={kind} className={classes.warned}>
        <summary>{label}</summary>
        <FoundRows
          label={label}
          rows={rows.map(({ row, text }) => ({ row, text: tellWarning(text, language) }))}
        />
      </details>
    )
  })
}
