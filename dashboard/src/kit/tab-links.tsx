import { Link, useLocation } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import classes from './tab-links.module.css'

type Props = { label: string; links: readonly { to: string; label: string }[] }

/** The parts of a section side by side, each an address of its own. */
export function TabLinks({ label, links }: Props) {
  const { pathname } = useLocation()
  const tabs = useRef<HTMLElement>(null)
  // On a phone the last ones are beyond the edge, and nobody would see where they are.
  useEffect(() => {
    const current = links.findIndex(({ to }) => to === pathname)
    tabs.current?.children[current]?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [links, pathname])
  return (
    <nav ref={tabs} className={classes.tabs} aria-label={label}>
      {links.map(({ to, label: text }) => (
        <Link key={to} to={to} activeOptions={{ exact: true, includeSearch: false }}>
          {text}
        </Link>
      ))}
    </nav>
  )
}
