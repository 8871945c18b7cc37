import type { ReactNode } from 'react'
import classes from './decisions.module.css'

/** A few facts that belong together, under their name. */
export function FactCard({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={`card ${classes.facts}`}>
      <h2>{title}</h2>
      {children}
    </section>
  )
}

export type Fact = readonly [name: string, value: ReactNode]

export function Facts({ of }: { of: readonly (Fact | false)[] }) {
  return (
    <dl className="facts">
      {of
        .filter((fact) => fact !== false)
        .map(([name, value]) => (
          <div key={name} className={classes.fact}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  )
}
