import { Link } from '@tanstack/react-router'
import { Icon } from '../kit/icon.tsx'
import { useWords } from '../words/words.ts'
import classes from './admin-frame.module.css'
import { adminWords } from './admin-words.ts'
import { tellCount } from './counts.ts'
import { useAdmin } from './use-admin.ts'
import { useQueue } from './use-queue.ts'

/** How much nobody of us has looked at, and the way to it. */
export function AlertsBell() {
  const words = useWords(adminWords)
  const { at } = useAdmin()
  const { queue } = useQueue()
  const unread = queue?.unread_alerts
  const label = unread && unread.count > 0 ? words.unread(tellCount(unread)) : words.alerts
  return (
    <Link to={`${at}/alerts`} className={classes.bell} aria-label={label} title={label}>
      <Icon name="bell" />
      {unread && unread.count > 0 && (
        <span className={classes.count} aria-hidden="true">
          {tellCount(unread)}
        </span>
      )}
    </Link>
  )
}
