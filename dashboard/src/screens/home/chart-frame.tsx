import type { ReactNode } from 'react'
import { partWords } from '../../parts/part-words.ts'
import { useWords } from '../../words/words.ts'
import classes from './home.module.css'

type Props = {
  title: string
  heads: readonly [string, ...string[]]
  /** The same figures as text: the first of each row names it, the others are numbers. */
  rows: readonly (readonly [string, ...string[]])[]
  /** What is said in place of a picture of nothing. */
  empty?: string | false
  children: ReactNode
}

/** A picture with its reason as a heading, and the same figures as a table for whoever wants them exactly, or cannot see it. */
export function ChartFrame({ title, heads, rows, empty, children }: Props) {
  const words = useWords(partWords)
  return (
    <section className="card stack" aria-label={title}>
      <h2 className={classes.chartTitle}>{title}</h2>
      {empty ? <p className="muted">{empty}</p> : children}
      {!empty && (
        <details className={classes.asTable}>
          <summary>{words.asTable}</summary>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard. */}
          <section tabIndex={0} aria-label={`${words.asTable}: ${title}`}>
            <table>
              <thead>
                <tr>
                  {heads.map((head, at) => (
                    <th key={head} scope="col" className={at > 0 ? 'number' : undefined}>
                      {head}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {rows.map(([name, ...figures]) => (
                  <tr key={name}>
                    <th scope="row">{name}</th>
                    {figures.map((figure, at) => (
                      <td key={heads[at + 1]} className="number">
                        {figure}
                      </td>
                    ))}
                  </tr>
                ))}
              </tbody>
            </table>
          </section>
        </details>
      )}
    </section>
  )
}
