import { Icon, type IconName } from '../kit/icon.tsx'
import classes from './badge.module.css'

/** How something stands. Each tone has its picture, so that colour is never all there is. */
export const tones = {
  paid: 'check',
  waiting: 'clock',
  unknown: 'question',
  checked: 'eye',
  failed: 'cross',
  reversed: 'back',
  quiet: 'dash',
} as const satisfies Record<string, IconName>

export type Tone = keyof typeof tones

export function Badge({ tone, children }: { tone: Tone; children: string }) {
  return (
    <span className={classes.badge} data-tone={tone}>
      <Icon name={tones[tone]} size={14} />
      {children}
    </span>
  )
}
