import type { ReactNode } from 'react'
import { Icon } from '../kit/icon.tsx'
import { type Tone, tones } from './badge.tsx'
import classes from './notice.module.css'

/** A sentence that stands on the page for as long as it is true. What changes by itself is read out when it does. */
export function Notice({ tone, children }: { tone: Tone; children: ReactNode }) {
  return (
    <div className={classes.notice} data-tone={tone} role="status">
      <Icon name={tones[tone]} />
      <div className="stack tight">{children}</div>
    </div>
  )
}
