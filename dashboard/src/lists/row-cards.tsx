import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import classes from './row-list.module.css'
import type { Column, RowsShown } from './rows-shown.ts'

/** The same rows for a hand's width: what matters large, the rest below it, nothing sideways. */
export function RowCards<Row extends { id: string }>({ label, columns, rows, linkOf }: RowsShown<Row>) {
  const of = (place: Column<Row>['onCard']) => columns.filter(({ onCard }) => onCard === place)
  return (
    <ul className={classes.cards} aria-label={label}>
      {rows.map((row) => {
        const link = linkOf?.(row)
        const title = of('title').map(({ name, cell }): ReactNode => <span key={name}>{cell(row)}</span>)
        return (
          <li key={row.id} className={classes.card} data-linked={Boolean(link)}>
            <div className={classes.cardHead}>
              <strong>
                {link ? (
                  <Link to={link} className={classes.link} data-row-link>
                    {title}
                  </Link>
                ) : (
                  title
                )}
              </strong>
              {of('aside').map(({ name, cell }) => {
                // Nothing would still take its place, and push its neighbour away from the edge.
                const content = cell(row)
                return content ? <span key={name}>{content}</span> : null
              })}
            </div>
            <dl className={classes.cardFacts}>
              {of(undefined).map(({ name, label: head, cell }) => (
                <div key={name}>
                  <dt>{head}</dt>
                  <dd>{cell(row)}</dd>
                </div>
              ))}
            </dl>
          </li>
        )
      })}
    </ul>
  )
}
