import type { MalipoError } from '@malipo/sdk'
import { useTellProblem } from '../../forms/use-told-problems.ts'
import { Notice } from '../../parts/notice.tsx'
import { useWords } from '../../words/words.ts'
import { FoundRows } from './found-rows.tsx'
import { newBatchWords } from './new-batch-words.ts'

/** No more problems than these are told. */
const mostTold = 1_000

export type RowProblem = { row: number; field: string; problem: string }

/** What is told row by row; what is said of the whole file has no row. */
export function problemsIn({ details }: MalipoError): RowProblem[] {
  if (!Array.isArray(details)) return []
  return details.flatMap((one: Partial<RowProblem>) =>
    typeof one?.problem === 'string'
      ? [{ row: one.row ?? 0, field: one.field ?? '', problem: one.problem }]
      : [],
  )
}

export function RowProblems({ of, text }: { of: readonly RowProblem[]; text: string }) {
  const words = useWords(newBatchWords)
  const tell = useTellProblem()
  const title = words.problems(of.length)
  return (
    <div className="card stack tight">
      <h2>{title}</h2>
      <Notice tone="failed">{text}</Notice>
      <p className="small muted">
        {words.rowHint} {of.length >= mostTold && words.mostProblems}
      </p>
      <FoundRows
        label={title}
        rows={of.slice(0, mostTold).map(({ row, field, problem }) => ({ row, field, text: tell(problem) }))}
      />
    </div>
  )
}
