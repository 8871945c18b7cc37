import type { Page } from '@malipo/sdk'
import { type QueryKey, useInfiniteQuery } from '@tanstack/react-query'
import type { Rows } from './use-rows.ts'

type Oldest = { order: 'oldest'; page_size: number; cursor?: string }

/** A queue: what has waited longest stands on top. It is asked for again every quarter of a minute, because others work on it too. */
export function useOldest<Row extends { id: string }>(
  queryKey: QueryKey,
  read: (paging: Oldest, signal: AbortSignal) => PromiseLike<Page<Row>>,
): Rows<Row> {
  const query = useInfiniteQuery({
    queryKey,
    queryFn: async ({ pageParam, signal }) =>
      await read(
        { order: 'oldest', page_size: 50, ...(pageParam !== undefined && { cursor: pageParam }) },
        signal,
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page: Page<Row>) => page.next_cursor ?? undefined,
    refetchInterval: 15_000,
  })
  return {
    rows: query.data?.pages.flatMap(({ items }) => items) ?? [],
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
