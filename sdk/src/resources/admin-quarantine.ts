// Made of the interface by `npm run generate -w sdk`: change that, or the names in sdk/generate.

import type { CallOptions } from '../options.ts'
import type { List } from '../list.ts'
import type { Quarantined } from './admin-records.ts'
import type { QueueOrder } from './fields.ts'

export interface AdminListQuarantineQuery {
  /** Counted from 1, up to row 100,000 of a list; further back with `cursor`. Only transactions have pages of any depth. */
  page?: number | undefined
  page_size?: number | undefined
  /** The next_cursor of an earlier answer, instead of page. */
  cursor?: string | undefined
  order?: QueueOrder | undefined
}

export interface AdminQuarantineCalls {
  /** List the payments that cannot go on. Something was said of them that could not be carried out, for example because a balance would have passed what it can hold. They are tried apart from all others, as often as anything is said or they are looked up, and leave the list when they have moved. */
  list(query?: AdminListQuarantineQuery, options?: CallOptions): List<Quarantined>
}

export const adminQuarantineLines = {
  list: 'GET /v1/admin/quarantine query list',
} as const
