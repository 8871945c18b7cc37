// Made of the interface by `npm run generate -w sdk`: change that, or the names in sdk/generate.

import type { CallOptions } from '../options.ts'

export interface BookCheck {
  /** What must hold, as a sentence. */
  name: string
  state: BookState
  /** The first that offends, or why nobody knows; null where it holds. */
  details: string | null
  checked_at: string | null
  took_ms: number | null
  /** When it was first found so, without a break. */
  red_since: string | null
}

/** `unknown`: never checked, checked too long ago, or it could not be told. */
export type BookState = 'holds' | 'red' | 'unknown'

export interface Books {
  /** `red` if any check is; `holds` only if all do. `unknown` otherwise. */
  state: BookState
  checks: BookCheck[]
  /** When all of them had last been checked. */
  checked_at: string | null
  /** When they will be checked next by themselves. */
  next_at: string
  /** When somebody asked for a check that has not begun. */
  asked_at: string | null
  /** Null while none is under way. */
  running_since: string | null
}

export interface AdminBooksCalls {
  /** See whether the books hold. Every check of `malipo check-books` with its last result. The service runs them by itself, hourly unless the operator says otherwise. */
  get(options?: CallOptions): Promise<Books>

  /** Ask for a check of the books now. It begins within a minute; read the books to see how it ended. While one is asked for or under way, asking again changes nothing. */
  check(options?: CallOptions): Promise<Books>
}

export const adminBooksLines = {
  get: 'GET /v1/admin/books',
  check: 'POST /v1/admin/books/check repeatable',
} as const
