import { MalipoError } from '@malipo/sdk'
import { QueryClient } from '@tanstack/react-query'

/** The client itself makes a call again where that helps, so nothing is tried again here. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { retry: false, staleTime: 10_000, refetchOnWindowFocus: true },
    mutations: { retry: false },
  },
})

/** What the service said when it refused, or why nothing could be heard of it. */
export function asMalipoError(error: unknown): MalipoError {
  if (error instanceof MalipoError) return error
  return new MalipoError({
    code: 'page_failed',
    message: error instanceof Error ? error.message : String(error),
  })
}
