import { Link } from '@tanstack/react-router'
import classes from './tab-links.module.css'

type Props = { label: string; links: readonly { to: string; label: string }[] }

/** The parts of a section side by side, each an address of its own. */
export function TabLinks({ label, links }: Props) {
  return (
    <nav className={classes.tabs} aria-label={label}>
      {links.map(({ to, label: text }) => (
        <Link key={to} to={to} activeOptions={{ exact: true, includeSearch: false }}>
          {text}
        </Link>
      ))}
    </nav>
  )
}
