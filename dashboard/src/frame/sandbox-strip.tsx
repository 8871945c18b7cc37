import { useParams } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useWords } from '../words/words.ts'
import classes from './frame.module.css'
import { frameWords } from './frame-words.ts'

const amberMark =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 32 32'%3E%3Crect width='32' height='32' rx='7' fill='%23ffb020'/%3E%3Cpath d='M6 24V9l8 9 8-9v11l2 3 4-6' fill='none' stroke='%231f1400' stroke-width='3'/%3E%3C/svg%3E"

/** Says on every screen of the sandbox that it is one; the tab's picture says it too. */
export function SandboxStrip() {
  const words = useWords(frameWords)
  const isSandbox = useParams({ strict: false }).environment === 'sandbox'
  useEffect(() => {
    const icon = document.querySelector<HTMLLinkElement>('#icon')
    if (icon) icon.href = isSandbox ? amberMark : '/favicon.ico'
  }, [isSandbox])
  if (!isSandbox) return null
  return (
    <section className={classes.strip} aria-label={words.environment}>
      {words.sandboxStrip}
    </section>
  )
}
