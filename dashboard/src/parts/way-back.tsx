import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Icon } from '../kit/icon.tsx'

/** From one thing to the list that it is of. */
export function WayBack({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link to={to} className="way-back not-printed">
      <Icon name="previous" size={16} />
      {children}
    </Link>
  )
}
