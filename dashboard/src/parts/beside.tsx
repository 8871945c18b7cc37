import type { ReactNode } from 'react'
import classes from './beside.module.css'

type Props = {
  children: ReactNode
  /** What stands at the right, and stays in sight while the rest is read. */
  aside: ReactNode
  /** Below the rest on small screens, where it follows from what stands or is typed above it. */
  isAfter?: boolean
}

/** Two columns where there is room for them. */
export function Beside({ children, aside, isAfter = false }: Props) {
  return (
    <div className={classes.beside}>
      <div className="stack">{children}</div>
      <div className={`stack ${classes.aside}`} data-first={!isAfter}>
        {aside}
      </div>
    </div>
  )
}
