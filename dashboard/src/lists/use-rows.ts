import type { Page } from '@malipo/sdk'
import { type QueryKey, useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'

export type Rows<Row> = {
  rows: Row[]
  /** How many came since somebody looked: they wait, so that nothing moves under a finger. */
  newRows: number
  showNew(): void
  isLoading: boolean
  error: Error | null
  retry(): void
  hasMore: boolean
  isLoadingMore: boolean
  loadMore(): void
}

/** A list that is read page after page with cursors. `read` is a list of the client: `(cursor) => malipo.collections.list({ ...filters, cursor })`. */
export function useRows<Row extends { id: string }>(
  queryKey: QueryKey,
  read: (cursor: string | undefined, signal: AbortSignal) => PromiseLike<Page<Row>>,
): Rows<Row> {
  const query = useInfiniteQuery({
    queryKey,
    queryFn: async ({ pageParam, signal }) => await read(pageParam, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page: Page<Row>) => page.next_cursor ?? undefined,
  })
  const all = query.data?.pages.flatMap(({ items }) => items) ?? []
  const name = JSON.stringify(queryKey)
  const [looked, setLooked] = useState({ name, top: all[0]?.id })
  if (looked.name !== name || (looked.top === undefined && all[0])) setLooked({ name, top: all[0]?.id })
  // Whoever has the list read anew, because they changed it themselves, is shown what they did.
  if (query.isPending && looked.top !== undefined) setLooked({ name, top: undefined })
  const newRows = Math.max(
    0,
    all.findIndex(({ id }) => id === looked.top),
  )
  return {
    rows: all.slice(newRows),
    newRows,
    showNew: () => setLooked({ name, top: all[0]?.id }),
    isLoading: query.isPending,
    error: query.error,
    retry: () => void query.refetch(),
    hasMore: query.hasNextPage,
    isLoadingMore: query.isFetchingNextPage,
    loadMore: () => void query.fetchNextPage(),
  }
}
