import { referencePrefix } from '../../../src/collections/collection-row.ts'
import { idOfReference } from '../../../src/primitives/reference.ts'
import type { Mirror, Try } from './mirror.ts'

/** The tries of a page, in their order. */
export function triesOf(mirror: Mirror, collectionId: string): Try[] {
  const ids = [...(mirror.triesOf.get(collectionId) ?? [])]
  return ids.flatMap((id) => mirror.tries.get(id) ?? []).sort((a, b) => a.number - b.number)
}

/** The try that has this reference. */
export function tryOf(reference: string): string {
  return idOfReference(referencePrefix, reference) ?? ''
}
