import { useIsSmall } from '../../kit/use-media.ts'
import { useWords } from '../../words/words.ts'
import classes from './batches.module.css'
import { foundWords } from './row-warning-words.ts'

export type Found = { row: number; field?: string; text: string }

type Props = { label: string; rows: readonly Found[] }

/** What was found, row by row. */
export function FoundRows({ label, rows }: Props) {
  const words = useWords(foundWords)
  const isSmall = useIsSmall()
  const hasFields = rows.some(({ field }) => field !== undefined)
  // Where there is no room for a column of them, fields stand above what is said of them.
  const isAside = hasFields && !isSmall
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
    <section className={classes.found} tabIndex={0} aria-label={label}>
      <table>
        <thead>
          <tr>
            <th scope="col">{words.row}</th>
            {isAside && <th scope="col">{words.field}</th>}
            <th scope="col">{hasFields ? words.problem : words.finding}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ row, field, text }) => (
            <tr key={`${row} ${field} ${text}`}>
              <th scope="row">{row === 0 ? '–' : row}</th>
              {isAside && (
                <td>
                  <span className="mono">{field}</span>
                </td>
              )}
              <td>
                {isSmall && field && <div className="mono">{field}</div>}
                {text}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
