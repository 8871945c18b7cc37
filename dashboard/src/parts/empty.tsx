import type { ReactNode } from 'react'
import { Icon, type IconName } from '../kit/icon.tsx'
import classes from './empty.module.css'

/** Where nothing is yet: what would stand here, and how it comes to be. */
export function Empty({ icon, title, children }: { icon: IconName; title: string; children?: ReactNode }) {
  return (
    <div className={classes.empty}>
      <Icon name={icon} size={32} />
      <h2>{title}</h2>
      {children}
    </div>
  )
}
