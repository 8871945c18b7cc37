import { Link } from '@tanstack/react-router'
import classes from './row-list.module.css'
import type { RowsShown } from './rows-shown.ts'

/** Rows are links: they open in a new tab like any other, and the keys j and k walk them. */
export function RowTable<Row extends { id: string }>({ label, columns, rows, linkOf }: RowsShown<Row>) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways must be reachable by keyboard.
    <section className={classes.scroll} tabIndex={0} aria-label={label}>
      <table className={classes.table}>
        <thead>
          <tr>
            {columns.map(({ name, label: head, isNumber }) => (
              <th key={name} scope="col" className={isNumber ? 'number' : undefined}>
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => {
            const link = linkOf?.(row)
            return (
              <tr key={row.id} data-linked={Boolean(link)}>
                {columns.map(({ name, cell, isNumber }, at) => (
                  <td key={name} className={isNumber ? 'number' : undefined}>
                    {at === 0 && link ? (
                      <Link to={link} className={classes.link} data-row-link>
                        {cell(row)}
                      </Link>
                    ) : (
                      cell(row)
                    )}
                  </td>
                ))}
              </tr>
            )
          })}
        </tbody>
      </table>
    </section>
  )
}
