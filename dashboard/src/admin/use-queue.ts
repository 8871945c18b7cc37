import type { Queue } from '@malipo/sdk'
import { useQuery } from '@tanstack/react-query'
import { asMalipoError } from '../calls/query-client.ts'
import { useAdmin } from './use-admin.ts'

/** How much waits for Super Admins, asked for again every quarter of a minute. */
export function useQueue(): { queue: Queue | undefined; isClosed: boolean } {
  const { malipo, key } = useAdmin()
  const { data, error } = useQuery({
    queryKey: [...key, 'waiting'],
    queryFn: ({ signal }) => malipo.admin.queue.get({ signal }),
    refetchInterval: 15_000,
  })
  // The service decides who comes in; the page says what it takes.
  const isClosed = error !== null && asMalipoError(error).code === 'second_factor_required'
  return { queue: data, isClosed }
}
