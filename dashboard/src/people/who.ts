import type { Role } from '@malipo/contract'
import type { Me } from '@malipo/sdk'
import { queryOptions, useSuspenseQuery } from '@tanstack/react-query'
import { personClient } from '../calls/clients.ts'

/** Who is signed in. A merchant in the address is one of theirs, or the page says that it is not. */
export const meQuery = queryOptions({
  queryKey: ['me'],
  queryFn: async ({ signal, client, queryKey }) => {
    const me = await personClient().auth.me({ signal })
    const before = client.getQueryData<Me>(queryKey)
    // A tab that slept through it was not told: nothing of the one before stays on it.
    if (before && before.user.id !== me.user.id) location.reload()
    return me
  },
  staleTime: 60_000,
})

export function useMe() {
  return useSuspenseQuery(meQuery).data
}

export type { Role }
