import type { Actor } from '../http/http.ts'
import { dayAt } from '../primitives/instant.ts'
import type { CollectionRow } from './collection-row.ts'

type Looking = Pick<Actor, 'role' | 'by'>
type Looked = Pick<CollectionRow, 'created_by' | 'created_at'>

/** A cashier sees what they took themselves, on the day in Dar es Salaam that it is now. Everybody else sees all of their merchant. */
export function mayLookAt({ role, by }: Looking, collection: Looked, now: Date): boolean {
  if (role !== 'cashier') return true
  const isTheirs = by.kind === 'person' && collection.created_by === by.user.id
  return isTheirs && dayAt(collection.created_at) === dayAt(now)
}
