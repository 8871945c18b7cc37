import { useEffect } from 'react'
import { isTyping } from '../frame/is-typing.ts'

/** j and k go down and up the rows; Enter opens the one that has the focus, as it does for any link. */
export function useRowKeys(): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (isTyping(event) || (event.key !== 'j' && event.key !== 'k')) return
      const links = [...document.querySelectorAll<HTMLElement>('[data-row-link]')]
      const at = links.indexOf(document.activeElement as HTMLElement)
      const next = event.key === 'j' ? at + 1 : Math.max(0, at - 1)
      links[Math.min(next, links.length - 1)]?.focus()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
}
