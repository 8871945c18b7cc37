import { useEffect, useRef } from 'react'
import { isTyping } from '../frame/is-typing.ts'

/** Letters that open something on this screen, while nobody types. None of them decides. */
export function useLetterKeys(letters: Readonly<Record<string, () => void>>): void {
  const latest = useRef(letters)
  useEffect(() => {
    latest.current = letters
  })
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (isTyping(event) || document.querySelector('dialog[open]')) return
      const open = latest.current[event.key]
      if (!open) return
      // The letter must not be typed into what it opens.
      event.preventDefault()
      open()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
}
