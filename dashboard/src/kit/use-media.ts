import { useSyncExternalStore } from 'react'

const small = '(max-width: 48em)'

/** Whether the screen is a hand's width: cards instead of tables, sheets instead of bars. */
export function useIsSmall(): boolean {
  return useSyncExternalStore(
    (listen) => {
      const query = matchMedia(small)
      query.addEventListener('change', listen)
      return () => query.removeEventListener('change', listen)
    },
    () => matchMedia(small).matches,
  )
}
