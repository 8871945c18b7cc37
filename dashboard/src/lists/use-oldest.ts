import type { Page } from '@malipo/sdk'
import { type QueryKey, useInfiniteQuery } from '@tanstack/react-query'
import { oldestFirst, pageBefore } from './oldest-first.ts'
import type { Rows } from './use-rows.ts'

const pageSize = 50

/**
 * A list that the service keeps newest first, read from its other end: what has waited longest stands on top. It is asked for again every quarter of a
 * minute, because others work on it too.
 */
export function useOldest<Row extends { id: string }>(
  queryKey: QueryKey,
  read: (paging: { page: number; page_size: number }, signal: AbortSignal) => PromiseLike<Page<Row>>,
): Rows<Row> {
  const query = useInfiniteQuery({
    queryKey,
    queryFn: async ({ pageParam, signal }) => {
      const first = await read({ page: pageParam ?? 1, page_size: pageSize }, signal)
      if (pageParam !== undefined || first.next_cursor === null) return first
      const rows = first.total ?? first.total_at_least ?? pageSize
      return await read({ page: Math.ceil(rows / pageSize), page_size: pageSize }, signal)
    },
    initialPageParam: undefined as number | undefined,
    getNextPageParam: pageBefore,
    refetchInterval: 15_000,
  })
  return {
    rows: oldestFirst(query.data?.pages ?? []),
    newRows: 0,
    showNew: () => undefined,
    isLoading: query.isPending,
    error: query.error,
    retry: () => void query.refetch(),
    hasMore: query.hasNextPage,
    isLoadingMore: query.isFetchingNextPage,
    loadMore: () => void query.fetchNextPage(),
  }
}
