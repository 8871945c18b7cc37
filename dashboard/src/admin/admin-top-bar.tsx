import { Link, useLocation, useNavigate } from '@tanstack/react-router'
import { AccountMenu } from '../frame/account-menu.tsx'
import frame from '../frame/frame.module.css'
import { frameWords } from '../frame/frame-words.ts'
import { Mark } from '../frame/mark.tsx'
import { Segments } from '../kit/choices.tsx'
import { useWords } from '../words/words.ts'
import classes from './admin-frame.module.css'
import { AdminSearch } from './admin-search.tsx'
import { adminWords } from './admin-words.ts'
import { AlertsBell } from './alerts-bell.tsx'
import { useAdmin } from './use-admin.ts'

export function AdminTopBar() {
  const words = useWords(adminWords)
  const { at } = useAdmin()
  return (
    <header className={`${frame.top} ${classes.bar}`} data-scheme="dark">
      <Link to={at} className={classes.name} aria-label={words.console}>
        <Mark />
        <span>{words.console}</span>
      </Link>
      <AdminEnvironmentSwitch />
      <AdminSearch />
      <AlertsBell />
      <AccountMenu />
    </header>
  )
}

/** Switching lands on the list of the same section: what was open there does not exist here. */
function AdminEnvironmentSwitch() {
  const words = useWords(frameWords)
  const { environment } = useAdmin()
  const navigate = useNavigate()
  const [, , , section = ''] = useLocation().pathname.split('/')
  return (
    <Segments
      label={words.environment}
      isLabelHidden
      value={environment}
      onChange={(next) => void navigate({ to: `/admin/${next}${section === '' ? '' : `/${section}`}` })}
      choices={[
        { value: 'live', label: words.live },
        { value: 'sandbox', label: words.sandbox },
      ]}
    />
  )
}
