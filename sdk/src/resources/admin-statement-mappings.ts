// Made of the interface by `npm run generate -w sdk`: change that, or the names in sdk/generate.

import type { CallOptions } from '../options.ts'
import type { List } from '../list.ts'
import type { StatementMapping } from './admin-records.ts'

export interface AdminRemoveStatementMappingReply {
  name: string
  removed: true
}

export interface KnownStatementMapping {
  /** Of a provider, or `gateway`: the statement of the gateways on this machine. */
  name: string
  /** Whether a Super Admin has put it in the place of the one that comes with the service. */
  is_own: boolean
  mapping: StatementMapping
  changed_at: string | null
}

export interface AdminListStatementMappingsQuery {
  /** Counted from 1, up to row 100,000 of a list; further back with `cursor`. Only transactions have pages of any depth. */
  page?: number | undefined
  page_size?: number | undefined
  /** The next_cursor of an earlier answer, instead of page. */
  cursor?: string | undefined
}

export interface AdminStatementMappingsCalls {
  /** List how statements are read. */
  list(query?: AdminListStatementMappingsQuery, options?: CallOptions): List<KnownStatementMapping>

  /** Say how the statements of a provider are read. */
  set(provider: string, body: StatementMapping, options?: CallOptions): Promise<KnownStatementMapping>

  /** Read the statements of a provider as the service does by itself. */
  remove(provider: string, options?: CallOptions): Promise<AdminRemoveStatementMappingReply>
}

export const adminStatementMappingsLines = {
  list: 'GET /v1/admin/statement-mappings query list',
  set: 'PUT /v1/admin/statement-mappings/{provider} body',
  remove: 'DELETE /v1/admin/statement-mappings/{provider}',
} as const
