import type { ReactNode } from 'react'
import { Icon, type IconName } from '../../kit/icon.tsx'
import classes from './decisions.module.css'

type Tone = 'plain' | 'done' | 'look'
const icons: Record<Tone, IconName> = { plain: 'shield', done: 'check', look: 'eye' }

/** Something that the page says by itself, and that stays until somebody leaves. It is read out when it appears. */
export function Notice({ tone = 'plain', children }: { tone?: Tone; children: ReactNode }) {
  return (
    <div className={classes.notice} data-tone={tone} role="status">
      <Icon name={icons[tone]} />
      <div className="stack tight">{children}</div>
    </div>
  )
}
