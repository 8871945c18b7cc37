import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { isTyping } from '../frame/is-typing.ts'
import { placeOfKey } from './key-places.ts'
import { useAdmin } from './use-admin.ts'

/** How long a `g` waits for its letter. */
const patienceMs = 1500

/** Everything in one or two keys. None of them decides anything: they only lead somewhere. */
export function useAdminKeys(showHelp: () => void): void {
  const navigate = useNavigate()
  const { at } = useAdmin()
  useEffect(() => {
    let before: { key: string; at: number } | undefined
    const onKey = (event: KeyboardEvent) => {
      if (isTyping(event) || document.querySelector('dialog[open]')) return
      const recent = before && event.timeStamp - before.at < patienceMs ? before.key : undefined
      before = { key: event.key, at: event.timeStamp }
      if (event.key === '?') return showHelp()
      if (event.key === '/') {
        event.preventDefault()
        return document.querySelector<HTMLInputElement>('#admin-search')?.focus()
      }
      const place = placeOfKey(event.key, recent)
      if (place !== undefined) void navigate({ to: place === '' ? at : `${at}/${place}` })
      return undefined
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [at, navigate, showHelp])
}
