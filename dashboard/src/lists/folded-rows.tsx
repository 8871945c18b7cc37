import type { ReactNode } from 'react'
import { useIsSmall } from '../kit/use-media.ts'
import classes from './folded-rows.module.css'
import { RowTable } from './row-table.tsx'
import type { RowsShown } from './rows-shown.ts'

type Props<Row> = RowsShown<Row> & {
  /** What whoever looks for one of them wants to know before they open it. */
  gistOf(row: Row): ReactNode
}

/** Many rows with much in each: a table on wide screens, on small ones a line for each that opens. */
export function FoldedRows<Row extends { id: string }>({ gistOf, ...shown }: Props<Row>) {
  const { label, columns, rows } = shown
  if (!useIsSmall()) return <RowTable {...shown} />
  const isTitle = ({ onCard }: { onCard?: string }) => onCard === 'title'
  return (
    <ul className={classes.rows} aria-label={label}>
      {rows.map((row) => (
        <li key={row.id}>
          <details>
            <summary>
              <strong>
                {columns.filter(isTitle).map(({ name, cell }) => (
                  <span key={name}>{cell(row)}</span>
                ))}
              </strong>
              {gistOf(row)}
            </summary>
            <dl>
              {columns
                .filter((column) => !isTitle(column))
                .map(({ name, label: head, cell }) => (
                  <div key={name}>
                    <dt>{head}</dt>
                    <dd>{cell(row)}</dd>
                  </div>
                ))}
            </dl>
          </details>
        </li>
      ))}
    </ul>
  )
}
