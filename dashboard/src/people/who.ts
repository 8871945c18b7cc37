import type { Role } from '@malipo/contract'
import { queryOptions, useSuspenseQuery } from '@tanstack/react-query'
import { personClient } from '../calls/clients.ts'

/** Who is signed in. A merchant in the address is one of theirs, or the page says that it is not. */
export const meQuery = queryOptions({
  queryKey: ['me'],
  queryFn: ({ signal }) => personClient().auth.me({ signal }),
  staleTime: 60_000,
})

export function useMe() {
  return useSuspenseQuery(meQuery).data
}

export type { Role }
