import { useSyncExternalStore } from 'react'

/** False where the device itself knows that it has no connection. True says little: the line may still end at the next mast. */
export function useIsOnline(): boolean {
  return useSyncExternalStore(
    (listen) => {
      addEventListener('online', listen)
      addEventListener('offline', listen)
      return () => {
        removeEventListener('online', listen)
        removeEventListener('offline', listen)
      }
    },
    () => navigator.onLine,
  )
}
