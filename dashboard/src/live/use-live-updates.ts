import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useMerchant } from '../frame/use-merchant.ts'
import { may } from '../people/may.ts'
import { followEvents } from './follow-events.ts'

/** What is shown of a merchant is asked for again when something happened to it. Many events at once cost one look. */
export function useLiveUpdates(): void {
  const { merchantId, environment, role, malipo } = useMerchant()
  const queries = useQueryClient()
  const mayFollow = may(role, 'listEvents')
  useEffect(() => {
    if (!mayFollow) return undefined
    let timer: ReturnType<typeof setTimeout> | undefined
    const stop = followEvents(`${merchantId}-${environment}`, malipo, () => {
      timer ??= setTimeout(() => {
        timer = undefined
        void queries.invalidateQueries({ queryKey: [merchantId, environment] })
      }, 300)
    })
    return () => {
      clearTimeout(timer)
      stop()
    }
  }, [merchantId, environment, mayFollow, malipo, queries])
}
