import type { ReactNode } from 'react'
import { useState } from 'react'
import classes from './decisions.module.css'

/** What is long and seldom read: open for whoever wants it, and not asked for before. */
export function Folded({ title, children }: { title: string; children: ReactNode }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <details
      className={`card ${classes.folded}`}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary>{title}</summary>
      {isOpen && children}
    </details>
  )
}
