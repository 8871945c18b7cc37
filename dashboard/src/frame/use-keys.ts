import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { may } from '../people/may.ts'
import { isTyping } from './is-typing.ts'
import { useMerchant } from './use-merchant.ts'

/** The keys that work on every screen of a merchant; those of lists are theirs. */
export function useKeys(showHelp: () => void): void {
  const { merchantId, environment, role } = useMerchant()
  const navigate = useNavigate()
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      // What is open over the page has the keys to itself.
      if (isTyping(event) || document.querySelector('dialog[open]')) return
      if (event.key === '/') {
        event.preventDefault()
        document.querySelector<HTMLElement>('#search')?.focus()
      }
      if (event.key === 'n' && may(role, 'createUssdPushCollection')) {
        event.preventDefault()
        void navigate({ to: `/m/${merchantId}/${environment}/payments/new` })
      }
      if (event.key === '?') showHelp()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [merchantId, environment, role, navigate, showHelp])
}
